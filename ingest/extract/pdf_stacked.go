package extract

import "unicode/utf8"

const (
	fewStacked  = 3  // characters below one another make a vertical line
	mostStacked = 12 // in one word, so that a highlight stays near its quote
)

// stackWords joins characters of East Asian scripts that stand below one another, as in vertical writing, to words that run down.
func stackWords(words []pdfWord) []pdfWord {
	out := words[:0:0]
	for i := 0; i < len(words); {
		j := i + 1
		for j < len(words) && j-i < mostStacked && words[j].below(&words[j-1]) {
			j++
		}
		if j-i < fewStacked && !(len(out) > 0 && out[len(out)-1].turn == stacked && words[i].below(&words[i-1])) {
			j = i + 1
			out = append(out, words[i])
		} else {
			w := words[i]
			w.turn = stacked
			for _, next := range words[i+1 : j] {
				w.text += next.text
				w.x0, w.x1, w.y1 = min(w.x0, next.x0), max(w.x1, next.x1), max(w.y1, next.y1)
				w.odd += next.odd
			}
			out = append(out, w)
		}
		out[len(out)-1].seq = len(out) - 1
		i = j
	}
	return out
}

// below reports whether w is one wide character right below another.
func (w *pdfWord) below(last *pdfWord) bool {
	step := w.base - last.base
	return w.turn == across && single(w.text) && single(last.text) && step > 0.7*w.size && step < 1.7*w.size && abs(w.x0+w.x1-last.x0-last.x1) < 0.4*w.size
}

func single(s string) bool {
	c, n := utf8.DecodeRuneInString(s)
	return n == len(s) && ideographic(c)
}
