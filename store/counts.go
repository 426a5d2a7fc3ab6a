package store

import (
	"context"
)

// Counts sums up the documents of a module.
func (s *Store) Counts(ctx context.Context, module int64) (Counts, error) {
	var c Counts
	err := s.reader.QueryRowContext(ctx, `
		SELECT count(*),
		       count(*) FILTER (WHERE state IN ('waiting', 'reading')),
		       count(*) FILTER (WHERE state IN ('waiting', 'reading') AND slow = 1),
		       count(*) FILTER (WHERE state = 'keyword-ready'),
		       count(*) FILTER (WHERE state = 'ready'),
		       count(*) FILTER (WHERE state = 'failed'),
		       count(*) FILTER (WHERE state IN ('skipped', 'excluded')),
		       coalesce(sum(pages), 0),
		       coalesce(sum(passages), 0),
		       coalesce((SELECT live FROM vector_tables WHERE module_id = ?1 ORDER BY space_id DESC LIMIT 1), 0)
		  FROM documents
		 WHERE module_id = ?1`, module).
		Scan(&c.Documents, &c.Waiting, &c.Later, &c.KeywordReady, &c.Ready, &c.Failed, &c.Skipped, &c.Pages, &c.Passages, &c.Vectors)
	return c, wrap("counts", err)
}
