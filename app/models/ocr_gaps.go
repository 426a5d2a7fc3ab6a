package models

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// A gap between letters is a blank when it is wider than this share of the height of the line, and than so many of the line's usual
// gaps. The network misses blanks where words stand close.
const (
	blankGap   = 0.12
	usualGaps  = 1.7
	paperShade = 0.35 // of the way from paper to ink, from which on a pixel is ink
	outerRows  = 6    // of a strip, where the lines above and below may show
)

// spaced puts blanks where the picture shows them and the letters do not. input is the line as the network saw it, in the first of
// the planes of colour, w wide.
func spaced(letters []letter, input []float32, w, stride int, scale float64) []letter {
	if len(letters) < 2 {
		return letters
	}
	inked := inkOf(input, w, stride)
	gaps := make([]int, len(letters)) // before each
	var between []int
	for i := 1; i < len(letters); i++ {
		from := int((letters[i-1].from + letters[i-1].to) / 2 * scale * float64(w))
		to := int((letters[i].from + letters[i].to) / 2 * scale * float64(w))
		gaps[i] = widestGap(inked[min(max(from, 0), w):min(max(to, from, 0), w)])
		if letters[i].text != " " && letters[i-1].text != " " {
			between = append(between, gaps[i])
		}
	}
	if len(between) == 0 {
		return letters
	}
	slices.Sort(between)
	least := max(blankGap*stretch*stripHeight, usualGaps*float64(between[len(between)/2]))
	out := make([]letter, 0, len(letters)+8)
	for i, l := range letters {
		if i > 0 && float64(gaps[i]) >= least && parts(letters[i-1].text, l.text) {
			out = append(out, letter{text: " ", from: letters[i-1].to, to: l.from, confidence: l.confidence})
		}
		out = append(out, l)
	}
	return out
}

// parts reports whether a blank may stand between two characters.
func parts(a, b string) bool {
	x, _ := utf8.DecodeRuneInString(a)
	y, _ := utf8.DecodeRuneInString(b)
	if x >= 0x2e80 || y >= 0x2e80 || x == ' ' || y == ' ' { // Chinese has none
		return false
	}
	word := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
	return word(y) && (unicode.IsLetter(x) || unicode.IsDigit(x) && !unicode.IsDigit(y) || unicode.IsPunct(x) && !unicode.In(x, unicode.Ps, unicode.Pi, unicode.Pd) && unicode.IsLetter(y)) ||
		word(x) && unicode.In(y, unicode.Ps, unicode.Pi)
}

// inkOf says for each column of a strip whether something is drawn in it.
func inkOf(input []float32, w, stride int) []bool {
	values := make([]float32, 0, w*stripHeight/4+1)
	for y := outerRows; y < stripHeight-outerRows; y += 2 {
		for x := 0; x < w; x += 2 {
			values = append(values, input[y*stride+x])
		}
	}
	slices.Sort(values)
	paper, ink := values[len(values)/2], values[len(values)/50]
	if bright := values[len(values)-1-len(values)/50]; bright-paper > paper-ink {
		ink = bright
	}
	edge := (ink - paper) * paperShade
	out := make([]bool, w)
	for x := range w {
		for y := outerRows; y < stripHeight-outerRows && !out[x]; y++ {
			d := input[y*stride+x] - paper
			out[x] = edge < 0 && d < edge || edge > 0 && d > edge
		}
	}
	return out
}

// widestGap is the longest run of columns in which nothing is drawn.
func widestGap(inked []bool) int {
	most, n := 0, 0
	for _, ink := range inked {
		if n++; ink {
			n = 0
		}
		most = max(most, n)
	}
	return most
}
