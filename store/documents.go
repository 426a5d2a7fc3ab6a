package store

import (
	"context"
	"encoding/json"
	"fmt"
)

// documentColumns are read by scanDocument. They are qualified, so that a join can use them.
const documentColumns = `documents.id, documents.module_id, documents.path, documents.title, documents.format, documents.unit,
	documents.kind, documents.lang, documents.week, documents.tags, documents.size, documents.mod_time, documents.sha256,
	documents.state, documents.stage, documents.tries, documents.problem_code, documents.problem_detail,
	coalesce(documents.same_as, 0), documents.pages, documents.passages, documents.read_by, documents.doubtful, documents.read_at, documents.slow,
	documents.unseen, documents.described, documents.described_by,
	coalesce((SELECT file FROM web_pages AS w WHERE w.module_id = documents.module_id AND w.url = documents.path), ''),
	iif(documents.state = 'reading',
		(SELECT coalesce(max(parts.share), 0) FROM parts WHERE parts.document_id = documents.id), 0)`

func scanDocument(row scanner) (Document, error) {
	var d Document
	return d, scanDocumentInto(&d, row)
}

// scanDocumentInto reads documentColumns, and what a join has after them into more.
func scanDocumentInto(d *Document, row scanner, more ...any) error {
	var tags, readBy, doubtful, described []byte
	err := row.Scan(append([]any{&d.RowID, &d.ModuleID, &d.Path, &d.Title, &d.Format, &d.Unit,
		&d.Kind, &d.Lang, &d.Week, &tags, &d.Size, &d.ModTime, &d.SHA256,
		&d.State, &d.Stage, &d.Tries, &d.Problem.Code, &d.Problem.Detail,
		&d.SameAs, &d.Pages, &d.Passages, &readBy, &doubtful, &d.ReadAt, &d.Slow, &d.Unseen, &described, &d.DescribedBy, &d.Snapshot, &d.Share}, more...)...)
	if err != nil {
		return err
	}
	for _, list := range []struct {
		text []byte
		into any
	}{{tags, &d.Tags}, {readBy, &d.ReadBy}, {doubtful, &d.Doubtful}, {described, &d.Described}} {
		if err := json.Unmarshal(list.text, list.into); err != nil {
			return fmt.Errorf("%w: document %d: %w", ErrCorrupt, d.RowID, err)
		}
	}
	return nil
}

// Documents lists the documents of a module by path.
func (s *Store) Documents(ctx context.Context, module int64) ([]Document, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT `+documentColumns+` FROM documents WHERE module_id = ? ORDER BY path`, module)
	documents, err := collect(rows, err, scanDocument)
	return documents, wrap("documents", err)
}

// Document finds a document by its row.
func (s *Store) Document(ctx context.Context, row int64) (Document, error) {
	d, err := scanDocument(s.reader.QueryRowContext(ctx, `SELECT `+documentColumns+` FROM documents WHERE id = ?`, row))
	return d, wrap(fmt.Sprintf("document %d", row), err)
}

// DocumentByPath finds a document of a module by its path.
func (s *Store) DocumentByPath(ctx context.Context, module int64, path string) (Document, error) {
	d, err := scanDocument(s.reader.QueryRowContext(ctx, `
		SELECT `+documentColumns+` FROM documents WHERE module_id = ? AND path = ?`, module, path))
	return d, wrap(fmt.Sprintf("document %q", path), err)
}

// jsonList encodes a list for a column; nil is the empty list.
func jsonList[T any](list []T) (string, error) {
	if len(list) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(list)
	return string(text), err
}
