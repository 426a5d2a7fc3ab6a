package models

import (
	"math"
	"strings"
)

// sureLine is the least confidence of a line that is kept: what is under it is seldom text.
const sureLine = 0.5

// letter is a character of a line, where it stands in fractions of the line's length, and how sure it is.
type letter struct {
	text       string
	from, to   float64 // of its columns
	confidence float32
}

// spell reads lines.
func (m *ocrModels) spell(batch []*strip) ([]OCRLine, error) {
	width := leastWidth
	for _, s := range batch {
		width = max(width, s.width)
	}
	plane := stripHeight * width
	input := m.room(len(batch) * 3 * plane)
	for i, s := range batch {
		s.draw(input[i*3*plane:], s.width, width, plane)
	}
	var out []OCRLine
	err := run(m.letters, input, func(answer []float32, shape []int64) {
		columns, classes := int(shape[1]), int(shape[2])
		for i, s := range batch {
			letters := decode(answer[i*columns*classes:(i+1)*columns*classes], columns, m.alphabet)
			if confidenceOf(letters) < sureLine {
				continue
			}
			scale := float64(width) / float64(s.width)
			letters = spaced(letters, input[i*3*plane:], s.width, width, scale)
			if words := s.words(letters, scale); len(words) > 0 {
				out = append(out, OCRLine{Words: words, Turn: s.turn})
			}
		}
	}, int64(len(batch)), 3, stripHeight, int64(width))
	return out, err
}

// decode takes the likeliest character of each column. Columns that say the same one after the other are one character; the first
// class is none.
func decode(answer []float32, columns int, alphabet []string) []letter {
	classes := len(answer) / max(columns, 1)
	var out []letter
	last := 0
	for c := range columns {
		best := 0
		row := answer[c*classes : (c+1)*classes]
		for k, v := range row {
			if v > row[best] {
				best = k
			}
		}
		from, to := float64(c)/float64(columns), float64(c+1)/float64(columns)
		switch {
		case best == 0 || best >= len(alphabet):
		case best == last:
			out[len(out)-1].to = to
		default:
			out = append(out, letter{text: alphabet[best], from: from, to: to, confidence: row[best]})
		}
		last = best
	}
	return out
}

func confidenceOf(letters []letter) float32 {
	var sum float32
	for _, l := range letters {
		sum += l.confidence
	}
	return sum / float32(max(len(letters), 1))
}

// words cuts the letters of a line at blanks. scale says how much longer than the line the batch was.
func (s *strip) words(letters []letter, scale float64) []OCRWord {
	var out []OCRWord
	for i := 0; i < len(letters); {
		if letters[i].text == " " {
			i++
			continue
		}
		j := i
		var text strings.Builder
		for ; j < len(letters) && letters[j].text != " "; j++ {
			text.WriteString(letters[j].text)
		}
		half := (letters[i].to - letters[i].from) / 2 // a letter is about as much wider than its columns on each side
		from, to := letters[i].from-half, letters[j-1].to+half
		out = append(out, s.word(text.String(), max(from*scale, 0), min(to*scale, 1), confidenceOf(letters[i:j])))
		i = j
	}
	return out
}

// word is a word between two places of a line.
func (s *strip) word(text string, from, to float64, confidence float32) OCRWord {
	w := OCRWord{Text: text, Confidence: confidence}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range []point{s.place(from, 0), s.place(to, 0), s.place(from, 1), s.place(to, 1)} {
		x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
	}
	w.X0, w.Y0, w.X1, w.Y1 = float32(max(x0, 0)), float32(max(y0, 0)), float32(max(x1, 0)), float32(max(y1, 0))
	return w
}
