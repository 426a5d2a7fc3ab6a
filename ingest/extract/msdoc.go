package extract

import (
	"context"

	"ibid/store"
)

// msDoc reads the documents of Word 97 to 2003, and in a simpler way those of Word 6 and 95: what docx reads of a document, in the
// same blocks. The structures are those of [MS-DOC].
type msDoc struct{}

// Extract implements Extractor.
func (msDoc) Extract(ctx context.Context, f File) (Text, error) {
	o, err := openOLE(ctx, f)
	if err != nil {
		return Text{}, err
	}
	if o.has("DRMContent") {
		return Text{}, fail(Encrypted, "office document with managed rights")
	}
	d, err := openDoc(o)
	if err != nil {
		return Text{}, err
	}
	if err := d.readText(); err != nil {
		return Text{}, err
	}
	if err := d.readStyles(); err != nil {
		return Text{}, err
	}
	d.readFonts()
	if err := d.readParagraphs(); err != nil {
		return Text{}, err
	}
	if err := d.markCharacters(); err != nil {
		return Text{}, err
	}
	w := newDocWriter(d)
	if err := w.all(); err != nil {
		return Text{}, err
	}
	w.promote()
	title := o.title()
	if title == "" {
		title = firstHeading(w.w)
	}
	return onePage("doc", store.UnitHeading, title, w.w)
}
