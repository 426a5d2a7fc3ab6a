package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/store"
)

// titles turns paragraphs that look like headings into headings, with their level.
func titles(blocks []pdfBlock, height float32, style *pdfStyle) {
	if style.slides {
		slideTitle(blocks, height, style)
	}
	for i := range blocks {
		b := &blocks[i]
		if b.kind != store.Paragraph && b.kind != store.Item && b.kind != store.Heading || len(b.rows) > 3 || b.level == 1 && style.slides {
			continue
		}
		if out, ok := style.outline[outlineKey(b.text())]; ok {
			b.kind, b.level = store.Heading, out.level
			if style.slides {
				b.level = min(b.level+1, 6)
			}
			continue
		}
		if b.kind == store.Paragraph && !style.slides && b.looksLikeHeading(style) {
			b.kind, b.level = store.Heading, style.level(b.rows[0].size)
		}
	}
}

// slideTitle finds the title at the top of a slide.
func slideTitle(blocks []pdfBlock, height float32, style *pdfStyle) {
	best := -1
	for i := range blocks {
		b := &blocks[i]
		if b.kind != store.Paragraph && b.kind != store.Heading || len(b.rows) > 3 || !titleLike(b.text()) {
			continue
		}
		r := b.rows[0]
		if !wordy(b.text()) && !(abbreviation(b.text()) && r.size >= 1.3*style.body) {
			continue
		}
		if r.y0 > 0.4*height {
			continue
		}
		if best < 0 {
			if r.size >= 1.1*style.body || r.y0 < 0.2*height && (i+1 >= len(blocks) || len(b.rows) == 1) {
				best = i
			}
			continue
		}
		if r.size > 1.15*blocks[best].rows[0].size && r.y0 < 0.3*height {
			best = i
		}
	}
	if best < 0 && len(blocks) <= 3 { // a slide that only announces a part
		for i := range blocks {
			if blocks[i].kind == store.Paragraph && blocks[i].rows[0].size >= 1.1*style.body && wordy(blocks[i].text()) && titleLike(blocks[i].text()) {
				best = i
				break
			}
		}
	}
	if best >= 0 {
		blocks[best].kind, blocks[best].level = store.Heading, 1
	}
}

// abbreviation reports whether a text is one short name in capitals and digits, such as L1, AI or Q&A.
func abbreviation(s string) bool {
	n, letters := 0, 0
	for _, c := range s {
		n++
		switch {
		case unicode.IsUpper(c):
			letters++
		case !unicode.IsDigit(c) && c != '&' && c != '-' || n == 1:
			return false
		}
	}
	return letters > 0 && n > 1 && n <= 6
}

// titleLike rejects what is too long for a title, or a sentence.
func titleLike(s string) bool {
	n := utf8.RuneCountInString(s)
	return n <= 160 && (n <= 50 || !strings.HasSuffix(s, "."))
}

// looksLikeHeading judges by size, weight and length.
func (b *pdfBlock) looksLikeHeading(style *pdfStyle) bool {
	text := b.text()
	n := utf8.RuneCountInString(text)
	if n > 150 || !wordy(text) {
		return false
	}
	r := b.rows[0]
	if r.size >= 1.15*style.body {
		return true
	}
	bold := true
	for _, r := range b.rows {
		bold = bold && r.bold
	}
	return bold && r.size >= 0.93*style.body && n <= 100 && len(b.rows) <= 2 && !strings.ContainsAny(text[len(text)-1:], ".,;:")
}

// level of a heading by its size.
func (s *pdfStyle) level(size float32) int {
	for i, known := range s.sizes {
		if size >= 0.97*known {
			return min(i+1, 5)
		}
	}
	return min(len(s.sizes)+1, 6)
}

// wordy reports whether a text has a word of three letters, or two characters of a script that needs no more.
func wordy(s string) bool {
	n := 0
	for _, c := range s {
		switch {
		case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			n += 2
		case unicode.IsLetter(c):
			n++
		default:
			n = 0
		}
		if n >= 3 {
			return true
		}
	}
	return false
}
