package alike

import (
	"math"
	"slices"
)

// The numbers are for multilingual-e5-small, whose vectors here hold title and heading too. Measured on the 7,508 passages of four
// courses (slides as PDF and PPTX, the same as HTML and Markdown, hand-outs, transcripts), where each of the 139 pairs that are nearly
// the same by this rule was read: 136 are, .98. Wrong are an example with another label, twice, and a program under another title.
// Without lengths, and from 20 words on, 5 of 85 were wrong, and 7 said more than the other.
const (
	// fewestWords is how many different words a passage needs for a second one to be nearly the same: on a title slide, or in a
	// regular expression, the one word that differs is the whole content.
	fewestWords = 30
	// lengths is how long the shorter passage is at least, as a share of the longer: what a slide says besides may be the answer. A
	// program whose output repeats its head has no other words than one whose output does not.
	lengths = 0.91
	// Of the words of the larger passage both hold this share. Steps of one slide that is built up, and sections that were written
	// anew, lie between .75 and .9.
	share = 0.9
	// cosine keeps out title slides, which share a licence and a name: the pairs above share lie below .967 where they are
	// wrong, and with a few exceptions above .97 where they are right.
	cosine = 0.97

	// noteWords is how many different words a passage needs for a digit more or less to be the mark of a footnote.
	noteWords = 60

	// A long passage with next to all words in common may stand under another title, which moves its vector: the last slide of
	// each deck of a course does, at .92 to .965.
	longWords  = 40
	longShare  = 0.95
	longCosine = 0.92
)

// Share is the part of the words of the larger text that both hold; 0 where the texts cannot be nearly the same: too short, too
// many other words, other numbers, more or fewer negations.
func (p Print) Share(other Print) float64 {
	a, b := p.words, other.words
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < fewestWords || p.negations != other.negations ||
		float64(min(p.length, other.length)) < lengths*float64(max(p.length, other.length)) {
		return 0
	}
	least := int(math.Ceil(share * float64(len(b))))
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b) && both+min(len(a)-i, len(b)-j) >= least; {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	if both < least || !sameNumbers(p, other) {
		return 0
	}
	return float64(both) / float64(len(b))
}

// sameNumbers says whether two texts have the same numbers. In long ones one digit may be besides: the mark of a footnote.
func sameNumbers(a, b Print) bool {
	if len(a.numbers) > len(b.numbers) {
		a, b = b, a
	}
	var besides []string
	for _, n := range b.numbers {
		if _, ok := slices.BinarySearch(a.numbers, n); !ok {
			besides = append(besides, n)
		}
	}
	switch {
	case len(b.numbers)-len(besides) != len(a.numbers):
		return false // a has one that b has not
	case len(besides) == 0:
		return true
	}
	return len(besides) == 1 && len(besides[0]) == 1 && min(len(a.words), len(b.words)) >= noteWords
}

// Near says whether the texts say nearly the same, given the cosine of their vectors. Without vectors, cos is NaN and only long
// passages that share next to all words do.
func (p Print) Near(other Print, cos float64) bool {
	s := p.Share(other)
	if s >= longShare && min(len(p.words), len(other.words)) >= longWords && !(cos < longCosine) {
		return true
	}
	return s > 0 && cos >= cosine
}

// Cosine compares the directions of two vectors; NaN where one is missing.
func Cosine(a, b []float32) float64 {
	if len(a) == 0 || len(a) != len(b) {
		return math.NaN()
	}
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}
