package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// Boilerplate is a line that stands on many pages of a document and is in none of its passages. Lines that differ only in a number,
// such as that of the page, count as one.
type Boilerplate struct {
	Text  string
	Pages []int
}

// Boilerplate lists by document the lines that were taken out of the pages of a module.
func (s *Store) Boilerplate(ctx context.Context, module int64) (map[int64][]Boilerplate, error) {
	rows, err := s.reader.QueryContext(ctx, `
		SELECT document_id, number, removed FROM pages
		 WHERE removed <> '[]' AND document_id IN (SELECT id FROM documents WHERE module_id = ?)
		 ORDER BY document_id, number`, module)
	type page struct {
		document int64
		number   int
		removed  []string
	}
	pages, err := collect(rows, err, func(row scanner) (p page, err error) {
		var list []byte
		if err = row.Scan(&p.document, &p.number, &list); err != nil {
			return p, err
		}
		if err = json.Unmarshal(list, &p.removed); err != nil {
			err = fmt.Errorf("%w: removed lines: %w", ErrCorrupt, err)
		}
		return p, err
	})
	if err != nil {
		return nil, wrap("boilerplate", err)
	}
	out := map[int64][]Boilerplate{}
	at := map[int64]map[string]int{}
	for _, p := range pages {
		if at[p.document] == nil {
			at[p.document] = map[string]int{}
		}
		for _, line := range p.removed {
			key := withoutNumbers(line)
			i, ok := at[p.document][key]
			if !ok {
				i = len(out[p.document])
				at[p.document][key] = i
				out[p.document] = append(out[p.document], Boilerplate{Text: line})
			}
			b := &out[p.document][i]
			if len(b.Pages) == 0 || b.Pages[len(b.Pages)-1] != p.number {
				b.Pages = append(b.Pages, p.number)
			}
		}
	}
	return out, nil
}

// withoutNumbers has one sign for each number.
func withoutNumbers(line string) string {
	var b strings.Builder
	for _, r := range line {
		if unicode.IsDigit(r) {
			if !strings.HasSuffix(b.String(), "#") {
				b.WriteByte('#')
			}
			continue
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
