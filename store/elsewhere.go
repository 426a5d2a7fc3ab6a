package store

import "context"

// ReadElsewhere finds what was read of the same bytes in another module than the one given: the document and its pages, with their
// boxes. Errors: ErrNotFound.
func (s *Store) ReadElsewhere(ctx context.Context, module int64, sha256 string) (Document, []Page, error) {
	d, err := scanDocument(s.reader.QueryRowContext(ctx, `
		SELECT `+documentColumns+` FROM documents JOIN modules ON modules.id = documents.module_id
		 WHERE documents.sha256 = ? AND documents.sha256 <> '' AND documents.module_id <> ? AND modules.remove_at = 0
		   AND documents.state IN ('keyword-ready', 'ready') AND documents.read_at > 0 AND documents.problem_code = '' AND documents.passages > 0
		 ORDER BY documents.read_at DESC LIMIT 1`, sha256, module))
	if err != nil {
		return Document{}, nil, wrap("read elsewhere", err)
	}
	rows, err := s.reader.QueryContext(ctx, `
		SELECT `+pageColumns+`, boxes FROM pages WHERE document_id = ? ORDER BY number`, d.RowID)
	pages, err := collect(rows, err, func(row scanner) (p Page, err error) {
		var boxes []byte
		if err = scanPageInto(&p, row, &boxes); err == nil {
			p.Boxes, err = decodeBoxes(boxes)
		}
		return p, err
	})
	if err == nil && len(pages) != d.Pages {
		err = ErrNotFound // it is being read anew
	}
	return d, pages, wrap("read elsewhere", err)
}
