package extract

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"ibid/store"
)

// maxNotebook is the largest notebook that is read: most of a large one is pictures, which are left out.
const maxNotebook = 64 << 20

// notebook reads Jupyter notebooks: their Markdown, their code and what that printed, in the order of the cells.
type notebook struct{}

// notebookFile is what matters of the file. Up to version 3 the cells stand in worksheets.
type notebookFile struct {
	Cells      []notebookCell
	Worksheets []struct{ Cells []notebookCell }
}

type notebookCell struct {
	Type    string `json:"cell_type"`
	Source  notebookText
	Input   notebookText // what Source was called up to version 3
	Level   int          // of a heading, up to version 3
	Outputs []notebookOutput
}

// notebookText is one string, or one a line.
type notebookText string

// UnmarshalJSON implements json.Unmarshaler. What is neither of the two, such as a chart's data, is no text.
func (t *notebookText) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*t = notebookText(one)
		return nil
	}
	var lines []string
	if json.Unmarshal(raw, &lines) == nil {
		*t = notebookText(strings.Join(lines, ""))
	}
	return nil
}

// Extract implements Extractor.
func (notebook) Extract(ctx context.Context, f File) (Text, error) {
	raw, err := readAll(ctx, f, maxNotebook)
	if err != nil {
		return Text{}, err
	}
	var file notebookFile
	var odd *json.UnmarshalTypeError // of one value; the others are there
	if err := json.Unmarshal([]byte(decode(raw)), &file); err != nil && !errors.As(err, &odd) {
		return Text{}, fail(Damaged, "notebook: %v", err)
	}
	cells := file.Cells
	for _, s := range file.Worksheets {
		cells = append(cells, s.Cells...)
	}
	w := newWriter()
	title := ""
	for i, c := range cells {
		if err := ctx.Err(); err != nil {
			return Text{}, err
		}
		lines := splitLines(string(c.Source))
		if i == 0 && c.Type != "code" {
			title, lines = frontMatter(lines)
		}
		switch c.Type {
		case "heading":
			w.add(store.Heading, min(max(c.Level, 1), 6), inline(string(c.Source), true))
		case "code":
			for _, par := range paragraphs(string(c.Source + c.Input)) {
				w.addLines(store.CodeLine, 0, par)
			}
			for _, o := range c.Outputs {
				o.write(w)
			}
		case "markdown", "raw":
			if err := writeMarkdown(ctx, w, lines, false); err != nil {
				return Text{}, err
			}
		}
	}
	if title == "" {
		title = firstHeading(w)
	}
	return onePage("ipynb", store.UnitHeading, title, w)
}
