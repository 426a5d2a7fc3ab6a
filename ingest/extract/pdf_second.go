package extract

import (
	"context"
	"slices"

	"ibid/store"
)

const (
	littleText = 10  // characters: a page with less may have text that PDFium does not find
	scanImages = 0.5 // of the page: with pictures over it, it is a scan, and no library reads it
)

// again asks the second reader for the pages that came out empty.
func (r *pdfRun) again(ctx context.Context, sheets []pdfSheet, from int) error {
	var pages []int
	for i := range sheets {
		if s := &sheets[i]; s.failed || s.chars < littleText && s.images < scanImages {
			pages = append(pages, from+i+1)
		}
	}
	if len(pages) == 0 {
		return nil
	}
	found, _, err := r.pdf.Second.read(ctx, r.file.Path, pages)
	if err != nil {
		return err
	}
	for n, page := range found {
		if s := &sheets[n-from-1]; countChars(page.Words) > 2*s.chars {
			*s = page.sheet(s)
		}
	}
	return nil
}

// rescue reads a document that PDFium cannot open.
func (r *pdfRun) rescue(ctx context.Context, cause error) (Text, error) {
	found, count, err := r.pdf.Second.read(ctx, r.file.Path, nil)
	if err != nil {
		return Text{}, err
	}
	if len(found) == 0 {
		return Text{}, cause
	}
	sheets := make([]pdfSheet, count)
	for i := range sheets {
		if page, ok := found[i+1]; ok {
			sheets[i] = page.sheet(nil)
		} else {
			sheets[i].failed = true
		}
	}
	return r.assemble(sheets), nil
}

func (r *pdfRun) assemble(sheets []pdfSheet) Text {
	t := Text{Format: "pdf", Unit: store.UnitPage}
	style := styleOf(sheets, nil)
	t.Title, _ = biggest(&sheets[0], style.body)
	r.heads.remove(sheets)
	for i := range sheets {
		t.Pages = append(t.Pages, sheets[i].page(i+1, style))
	}
	t.ReadBy = readersOf(t.Pages)
	return t
}

// readersOf lists who read the pages.
func readersOf(pages []store.Page) []string {
	var out []string
	for _, p := range pages {
		if p.Text != "" && !slices.Contains(out, p.ReadBy) {
			out = append(out, p.ReadBy)
		}
	}
	return out
}

func countChars(words []secondWord) int {
	n := 0
	for _, w := range words {
		n += len([]rune(w.Text))
	}
	return n
}

// sheet turns an answer of the second reader into a page like PDFium's; size and label stay those of PDFium where it knew them.
func (p secondPage) sheet(old *pdfSheet) pdfSheet {
	s := pdfSheet{width: p.Width, height: p.Height, second: true}
	if old != nil && old.width > 0 {
		s.width, s.height, s.label, s.images = old.width, old.height, old.label, old.images
	}
	faces := map[string]*pdfFace{}
	for _, w := range p.Words {
		face := faces[w.Font]
		if face == nil {
			face = newFace(w.Font, 0, 0)
			faces[w.Font] = face
		}
		word := pdfWord{x0: min(w.X0, w.X1), x1: max(w.X0, w.X1), base: w.Base, size: max(w.Size, 1), face: face, seq: len(s.words)}
		word.y0, word.y1 = word.base-0.75*word.size, word.base+0.22*word.size
		var text []byte
		for _, c := range w.Text {
			clean := legible(c, face.symbol)
			if clean == "" || c == unknown {
				word.odd++
			}
			text = append(text, clean...)
			s.chars++
		}
		if word.text = mend(compose(string(text)), true); word.text != "" {
			s.words = append(s.words, word)
		}
	}
	return s
}
