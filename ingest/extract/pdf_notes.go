package extract

import "context"

const mostNotes = 500 // annotations of a page that are looked at

// withNotes makes what is typed into forms and written on top of a page part of its text, in memory only: PDFium flattens the page
// and loads it again. Pages that have links at most stay as they are.
func (d *pdfDocument) withNotes(ctx context.Context, page uint64, n int) (uint64, error) {
	if page == 0 {
		return 0, nil
	}
	written, err := d.hasNotes(page)
	if err != nil || !written {
		return page, err
	}
	const changed = 1
	result, err := d.call(ctx, "FPDFPage_Flatten", page, 0)
	if err != nil || int32(result) != changed {
		return page, err
	}
	if _, err := d.call(ctx, "FPDF_ClosePage", page); err != nil {
		return 0, err
	}
	return d.call(ctx, "FPDF_LoadPage", d.handle, uint64(n))
}

func (d *pdfDocument) hasNotes(page uint64) (bool, error) {
	const freeText, stamp, widget = 3, 13, 20
	count, err := d.call(quick, "FPDFPage_GetAnnotCount", page)
	if err != nil {
		return false, err
	}
	for i := range min(int(int32(count)), mostNotes) {
		note, err := d.call(quick, "FPDFPage_GetAnnot", page, uint64(i))
		if err != nil {
			return false, err
		}
		if note == 0 {
			continue
		}
		kind, err := d.call(quick, "FPDFAnnot_GetSubtype", note)
		if err != nil {
			return false, err
		}
		if _, err := d.call(quick, "FPDFPage_CloseAnnot", note); err != nil {
			return false, err
		}
		switch int32(kind) {
		case freeText, stamp, widget:
			return true, nil
		}
	}
	return false, nil
}
