package extract

import (
	"regexp"
	"strings"

	"ibid/store"
)

// notebookOutput is something that a cell printed, returned or drew.
type notebookOutput struct {
	Text       notebookText // of a stream
	Data       notebookData
	Name       string       `json:"ename"`
	Message    string       `json:"evalue"`
	OutputType string       `json:"output_type"`
	HTML       notebookText `json:"html"` // up to version 3 the forms stand in the output itself
}

// notebookData is one result in several forms, of which the best readable is taken.
type notebookData struct {
	Plain    notebookText `json:"text/plain"`
	Markdown notebookText `json:"text/markdown"`
	TeX      notebookText `json:"text/latex"`
	HTML     notebookText `json:"text/html"`
}

var (
	ansi       = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")
	objectName = regexp.MustCompile(`^<[^<>\n]*(?: at 0x[0-9a-fA-F]+|Figure size [^<>\n]*)[^<>\n]*>$`)
)

// write writes what an output says. Tables come as HTML; names of objects and pictures say nothing.
func (o notebookOutput) write(w *writer) {
	html := string(o.Data.HTML + o.HTML)
	switch {
	case o.OutputType == "error" || o.OutputType == "pyerr":
		w.addLines(store.CodeLine, 0, o.Name+": "+terminal(o.Message))
	case strings.Contains(html, "<table"):
		writeFragment(w, html)
	case o.Data.Markdown != "":
		w.addLines(store.Paragraph, 0, string(o.Data.Markdown))
	case o.Data.TeX != "":
		w.addLines(store.Paragraph, 0, string(o.Data.TeX))
	default:
		for _, par := range paragraphs(terminal(string(o.Text + o.Data.Plain))) {
			if !objectName.MatchString(strings.TrimSpace(par)) {
				w.addLines(store.CodeLine, 0, par)
			}
		}
	}
}

// terminal is what stands on the screen after s was printed: colours go, and of a line that was written over the last state stays.
func terminal(s string) string {
	lines := strings.Split(strings.ReplaceAll(ansi.ReplaceAllString(s, ""), "\r\n", "\n"), "\n")
	for i, l := range lines {
		l = strings.TrimRight(l, "\r")
		lines[i] = l[strings.LastIndexByte(l, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}
