package app

import (
	"ibid/ingest/extract"
	"ibid/store"
)

// Source is a passage in its document, for the pane beside the answer.
type Source struct {
	Document DocumentInfo `json:"document"`
	Place    Place        `json:"place"`
	Page     PageText     `json:"page"`
	// From and To say where the passage stands in the page's text, in code points.
	From int `json:"from"`
	To   int `json:"to"`
}

// PageText is a page, a slide or the whole text of a document that has none.
type PageText struct {
	Number     int         `json:"number"`
	Count      int         `json:"count"` // pages of the document
	Label      string      `json:"label,omitempty"`
	Text       string      `json:"text"`
	Blocks     []PageBlock `json:"blocks"`
	Width      float32     `json:"width"` // points; 0 = no layout
	Height     float32     `json:"height"`
	HasPicture bool        `json:"hasPicture"` // Preview can draw it
	Doubtful   bool        `json:"doubtful"`   // could not be read well
	ReadBy     string      `json:"readBy"`     // "text", "second reader", "ocr" or "vision"
	Confidence float32     `json:"confidence"` // of what was read from a picture, 0 to 1
	// Version changes with the file: a picture that was drawn of another version must not be shown.
	Version string `json:"version"`
}

// PageBlock is a stretch of a page's text with one role; From and To count code points.
type PageBlock struct {
	From  int     `json:"from"`
	To    int     `json:"to"`
	Kind  string  `json:"kind"`
	Level int     `json:"level,omitempty"`
	Start float64 `json:"start,omitempty"` // seconds
	End   float64 `json:"end,omitempty"`   // seconds
	By    string  `json:"by,omitempty"`    // the model that said it of the picture; "" = the document says it
}

// Source opens a passage, by id or by an ibid: address, in its document.
func (a *App) Source(passage string) (Source, error) {
	f, err := a.passage(passage)
	if err != nil {
		return Source{}, a.fail(err)
	}
	page, err := a.store.Page(a.ctx, f.Document.RowID, f.Passage.Page)
	if err != nil {
		return Source{}, a.fail(err)
	}
	out := Source{Document: documentInfo(f.Module, f.Document), Place: placeOf(f, nil), Page: pageText(f.Document, page)}
	if at := runeSpans(page.Text, []store.Span{f.Passage.Span}); len(at) == 1 {
		out.From, out.To = at[0][0], at[0][1]
	}
	return out, nil
}

// PageText returns one page of a document.
func (a *App) PageText(document int64, number int) (PageText, error) {
	d, err := a.store.Document(a.ctx, document)
	if err != nil {
		return PageText{}, a.fail(err)
	}
	page, err := a.store.Page(a.ctx, document, number)
	if err != nil {
		return PageText{}, a.fail(err)
	}
	return pageText(d, page), nil
}

func pageText(d store.Document, p store.Page) PageText {
	out := PageText{
		Number: p.Number, Count: d.Pages, Label: p.Label, Text: p.Text, Blocks: []PageBlock{}, Width: p.Width, Height: p.Height,
		HasPicture: drawn(d), Doubtful: p.Doubtful, ReadBy: p.ReadBy, Confidence: p.Confidence, Version: d.SHA256[:min(12, len(d.SHA256))],
	}
	spans := make([]store.Span, 0, len(p.Blocks))
	for _, b := range p.Blocks {
		spans = append(spans, b.Span)
	}
	for i, at := range blockRunes(p.Text, spans) {
		b := p.Blocks[i]
		out.Blocks = append(out.Blocks, PageBlock{From: at[0], To: at[1], Kind: string(b.Kind), Level: b.Level, Start: b.Start, End: b.End, By: b.By})
	}
	return out
}

// blockRunes turns ordered byte spans into code points in one pass over the text: a long transcript has thousands.
func blockRunes(text string, spans []store.Span) [][2]int {
	out := make([][2]int, len(spans))
	at, runes := 0, 0
	count := func(to int) int {
		for at < to && at < len(text) {
			if text[at]&0xC0 != 0x80 {
				runes++
			}
			at++
		}
		return runes
	}
	for i, s := range spans {
		out[i] = [2]int{count(s.From), count(s.To)}
	}
	return out
}

// Highlights returns where a stretch of a page's text stands on its picture: one rectangle a line, as x0, y0, x1, y1 in
// fractions of the page's width and height. From and to count code points.
func (a *App) Highlights(document int64, number, from, to int) ([][4]float64, error) {
	page, err := a.store.Page(a.ctx, document, number)
	if err != nil {
		return nil, a.fail(err)
	}
	out := [][4]float64{}
	for _, r := range extract.Highlights(page, byteSpan(page.Text, from, to)) {
		out = append(out, [4]float64{r.X0, r.Y0, r.X1, r.Y1})
	}
	return out, nil
}
