package extract

import (
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// pageWriter puts blocks into one text and notes where each word of it stands on the page.
type pageWriter struct {
	text   []byte
	blocks []store.Block
	boxes  []store.Box
}

// write adds a block. A block without a visible character leaves no trace.
func (w *pageWriter) write(b *pdfBlock) {
	textMark, boxMark := len(w.text), len(w.boxes)
	if len(w.text) > 0 {
		w.put("\n")
	}
	from := len(w.text)
	switch b.kind {
	case store.Row:
		w.cells(b.rows[0])
	case store.CodeLine:
		w.code(b.rows)
	default:
		w.lines(b.rows, b.skip)
	}
	if len(w.text) == from {
		w.text, w.boxes = w.text[:textMark], w.boxes[:boxMark]
		return
	}
	w.blocks = append(w.blocks, store.Block{Span: store.Span{From: from, To: len(w.text)}, Kind: b.kind, Level: b.level})
}

func (w *pageWriter) put(s string) { w.text = append(w.text, s...) }

func (w *pageWriter) word(t token, text string) {
	from := len(w.text)
	w.put(text)
	w.boxes = append(w.boxes, store.Box{Span: store.Span{From: from, To: len(w.text)}, X0: t.pdfWord.x0, Y0: t.pdfWord.y0, X1: t.pdfWord.x1, Y1: t.pdfWord.y1})
}

// lines writes running text: one blank between words, none where a word was divided at the end of a line.
func (w *pageWriter) lines(rows []*row, skip int) {
	var last *token
	for i, r := range rows {
		tokens := r.tokens()
		if i == 0 {
			tokens = tokens[skip:]
		}
		for j := range tokens {
			t := &tokens[j]
			text := t.text
			if j == len(tokens)-1 && i+1 < len(rows) && divided(text, rows[i+1].tokens()[0].text) {
				text = strings.TrimSuffix(text, "-")
			}
			if last != nil {
				w.blank(last, t, j == 0)
			}
			w.word(*t, text)
			last = t
		}
	}
}

// blank writes what stands between two words.
func (w *pageWriter) blank(a, b *token, newLine bool) {
	if newLine {
		if strings.HasSuffix(a.text, "-") && (divided(a.text, b.text) || compound(a.text, b.text)) {
			return
		}
		if unspaced(a.text, b.text) {
			return
		}
	} else {
		gap := b.x0 - a.x1
		if isRTL(a.text) && isRTL(b.text) {
			gap = a.x0 - b.x1
		}
		em := max(min(a.size, b.size), 1)
		switch {
		case b.glued && b.seq == a.seq+1 && gap < 0.3*em, gap < 0.05*em && b.seq == a.seq+1 && b.glued, gap < 0.3*em && unspaced(a.text, b.text):
			return
		}
	}
	w.put(" ")
}

// cells writes a line of a table.
func (w *pageWriter) cells(r *row) {
	for i, c := range r.cells {
		if i > 0 {
			w.put(" | ")
		}
		for j := range c.tokens {
			if j > 0 {
				a, b := &c.tokens[j-1], &c.tokens[j]
				w.blank(a, b, b.base-a.base > 0.6*b.size)
			}
			w.word(c.tokens[j], c.tokens[j].text)
		}
	}
}

const widestIndent = 40 // blanks

// code writes lines as they stand, with the indent they have.
func (w *pageWriter) code(rows []*row) {
	left := rows[0].x0
	for _, r := range rows {
		left = min(left, r.x0)
	}
	for i, r := range rows {
		if i > 0 {
			w.put("\n")
		}
		tokens := r.tokens()
		em := charWidth(tokens)
		n := min(int((r.x0-left)/em+0.5), widestIndent)
		for range n {
			w.put(" ")
		}
		for j := range tokens {
			if j > 0 {
				gap := tokens[j].x0 - tokens[j-1].x1
				blanks := min(max(int(gap/em+0.4), 0), widestIndent)
				if blanks == 0 && !tokens[j].glued {
					blanks = 1
				}
				for range blanks {
					w.put(" ")
				}
			}
			w.word(tokens[j], tokens[j].text)
		}
	}
}

// charWidth is the width of a character of a fixed-pitch line.
func charWidth(tokens []token) float32 {
	var width float32
	n := 0
	for _, t := range tokens {
		width += t.x1 - t.x0
		n += utf8.RuneCountInString(t.text)
	}
	if n == 0 || width <= 0 {
		return 6
	}
	return max(width/float32(n), 1)
}
