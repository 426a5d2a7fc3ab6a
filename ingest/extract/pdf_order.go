package extract

import (
	"cmp"
	"slices"
	"unicode"
)

// order puts the tokens of a segment into reading order.
func (p *segment) order() {
	right := 0
	for _, t := range p.tokens {
		if isRTL(t.text) {
			right++
		}
	}
	if 2*right <= len(p.tokens) {
		slices.SortStableFunc(p.tokens, func(a, b token) int { return cmp.Compare(a.x0, b.x0) })
		return
	}
	slices.SortStableFunc(p.tokens, func(a, b token) int { return cmp.Compare(b.x1, a.x1) })
	for i := 0; i < len(p.tokens); { // words of another script and numbers still run from left to right
		j := i
		for j < len(p.tokens) && !isRTL(p.tokens[j].text) {
			j++
		}
		slices.Reverse(p.tokens[i:j])
		i = j + 1
	}
}

// isRTL reports whether a word's first letter is of a script that runs from right to left.
func isRTL(s string) bool {
	for _, c := range s {
		if c < 0x590 {
			if unicode.IsLetter(c) {
				return false
			}
			continue
		}
		if unicode.In(c, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana) {
			return true
		}
		if unicode.IsLetter(c) {
			return false
		}
	}
	return false
}

func mostlyRTL(ps []*segment) bool {
	right, all := 0, 0
	for _, p := range ps {
		for _, t := range p.tokens {
			all++
			if isRTL(t.text) {
				right++
			}
		}
	}
	return 2*right > all
}
