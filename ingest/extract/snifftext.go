package extract

import (
	"regexp"
	"strings"
)

var (
	htmlStart = regexp.MustCompile(`(?i)^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*<(?:!doctype\s+html|html|head|body)\b`)
	vttStart  = regexp.MustCompile(`^WEBVTT(?:[ \t\r\n]|$)`)
	srtStart  = regexp.MustCompile(`^\s*(?:\d+[ \t]*\r?\n)?\s*\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}[ \t]*-->[ \t]*\d{1,3}:\d{2}:\d{2}`)
	sbvStart  = regexp.MustCompile(`^\s*\d{1,2}:\d{2}:\d{2}\.\d{3},\d{1,2}:\d{2}:\d{2}\.\d{3}\r?\n`)
	// Notebooks begin with their cells, or with what they were made by.
	notebookStart = regexp.MustCompile(`^\s*\{\s*"(?:cells|metadata|nbformat|worksheets)"\s*:[\s\S]*"(?:cell_type|nbformat)"`)
	texStart      = regexp.MustCompile(`^\s*(?:%[^\n]*\n\s*)*\\(?:documentclass|documentstyle)\b`)
	// What is inside of a PDF may be text, too.
	pdfObject = regexp.MustCompile(`(?m)^\s*(?:\d+ \d+ obj\b|xref\s*$|trailer\b|startxref\b)`)
	anyTag    = regexp.MustCompile(`(?i)<(?:p|div|h[1-6]|table|ul|ol|br|span|a|title|meta)\b[^>]*>`)
)

// sniffText tells the formats apart that are text.
func sniffText(head []byte, ext string) (string, error) {
	s := strings.TrimPrefix(decodeHead(head), "\ufeff")
	switch {
	case vttStart.MatchString(s):
		return "vtt", nil
	case srtStart.MatchString(s):
		return "srt", nil
	case sbvStart.MatchString(s):
		return "sbv", nil
	case htmlStart.MatchString(s):
		return "html", nil
	}
	if notebookStart.MatchString(s) {
		return "ipynb", nil
	}
	if texStart.MatchString(s) {
		return "tex", nil
	}
	switch ext {
	case "htm", "html", "xhtml":
		if anyTag.MatchString(s) {
			return "html", nil
		}
		return "txt", nil
	case "md", "markdown", "mdown", "mkd", "rmd", "qmd", "mdx":
		return "md", nil
	case "rst", "rest":
		return "rst", nil
	case "tex", "latex", "ltx":
		return "tex", nil
	case "ipynb":
		if strings.HasPrefix(strings.TrimSpace(s), "{") {
			return "ipynb", nil
		}
		return "", fail(Damaged, "not a notebook")
	case "vtt", "srt", "sbv":
		return "", fail(Damaged, "no cue in the first lines")
	}
	if isProgram(ext) || strings.HasPrefix(s, "#!") && ext == "" {
		return "code", nil
	}
	if notProse[ext] {
		return "", fail(Unsupported, "%s", ext)
	}
	if ext == "pdf" && pdfObject.MatchString(s) {
		return "", fail(Damaged, "a pdf file without its beginning")
	}
	if strings.HasPrefix(strings.TrimSpace(s), "<?xml") {
		return "", fail(Unsupported, "xml")
	}
	return "txt", nil
}

// notProse are text files that hold data or settings, not something to study.
var notProse = map[string]bool{
	"json": true, "jsonl": true, "geojson": true, "csv": true, "tsv": true, "xml": true, "xsd": true, "svg": true,
	"css": true, "scss": true, "less": true, "map": true, "lock": true, "log": true, "ini": true, "cfg": true, "conf": true,
	"toml": true, "yaml": true, "yml": true, "ics": true, "vcf": true, "bib": true, "eps": true, "ps": true,
	"url": true, "webloc": true, "desktop": true, "properties": true, "sum": true, "eml": true, "mbox": true, "vcs": true, "sub": true, "ass": true,
}
