package extract

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// largestSeed leaves out seeds on which the fuzzer would spend its minute making them small.
const largestSeed = 36 << 10

// fuzzReader feeds the reader of a format with what the fuzzer makes of the samples that it reads, of the format's name or one of
// others.
func fuzzReader(f *testing.F, name, format string, others ...string) {
	for _, s := range samples(f) {
		e := ext(s.name)
		if (e == format || slices.Contains(others, e)) && len(s.data) <= largestSeed {
			f.Add(s.data)
		}
	}
	fuzz(f, NewReader(Options{}).formats[format], name)
}

// fuzz feeds a reader with what the fuzzer makes of the seeds: text that holds together, the same at a second time, or a typed error.
func fuzz(f *testing.F, e Extractor, name string) {
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		text, err := e.Extract(ctx, sample{name, data}.file())
		if err != nil {
			if Code(err) == "" {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		checkShape(t, "x."+strings.Replace(text.Format, "code", "py", 1), text)
		if again, err := e.Extract(ctx, sample{name, data}.file()); err != nil || !reflect.DeepEqual(text, again) {
			t.Fatalf("the second reading differs: %v", err)
		}
	})
}

func FuzzMarkdown(f *testing.F)  { fuzzReader(f, "a.md", "md") }
func FuzzText(f *testing.F)      { fuzzReader(f, "a.txt", "txt") }
func FuzzCode(f *testing.F)      { fuzzReader(f, "a.py", "code", "py") }
func FuzzRST(f *testing.F)       { fuzzReader(f, "a.rst", "rst") }
func FuzzTeX(f *testing.F)       { fuzzReader(f, "a.tex", "tex") }
func FuzzNotebook(f *testing.F)  { fuzzReader(f, "a.ipynb", "ipynb") }
func FuzzHTML(f *testing.F)      { fuzzReader(f, "a.html", "html") }
func FuzzMHTML(f *testing.F)     { fuzzReader(f, "a.mhtml", "mhtml") }
func FuzzSubtitles(f *testing.F) { fuzzReader(f, "a.vtt", "vtt", "srt", "sbv") }
func FuzzDOCX(f *testing.F)      { fuzzReader(f, "a.docx", "docx") }
func FuzzDOC(f *testing.F)       { fuzzReader(f, "a.doc", "doc") }
func FuzzPPT(f *testing.F)       { fuzzReader(f, "a.ppt", "ppt") }
func FuzzODT(f *testing.F)       { fuzzReader(f, "a.odt", "odt") }
func FuzzODP(f *testing.F)       { fuzzReader(f, "a.odp", "odp") }
func FuzzRTF(f *testing.F)       { fuzzReader(f, "a.rtf", "rtf") }
func FuzzXLSX(f *testing.F)      { fuzzReader(f, "a.xlsx", "xlsx") }
func FuzzODS(f *testing.F)       { fuzzReader(f, "a.ods", "ods") }
func FuzzEPUB(f *testing.F)      { fuzzReader(f, "a.epub", "epub") }
func FuzzPPTX(f *testing.F)      { fuzzReader(f, "a.pptx", "pptx") }

// FuzzXML: the parser under the Office readers never fails otherwise than with an error.
func FuzzXML(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0"?><a x="1"><b>text</b></a>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := parseXML(t.Context(), data); err == nil && n == nil {
			t.Fatal("no tree and no error")
		}
	})
}

// FuzzSniff: whatever the bytes, the answer is a format that is read or a typed error.
func FuzzSniff(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.data[:min(len(s.data), 400)], s.name)
	}
	r := NewReader(Options{OCR: &fakeEyes{}, Speech: toneListener{}})
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		format, err := sniff(sample{name, data}.file())
		if err != nil && Code(err) == "" || err == nil && format != "pdf" && r.formats[format] == nil {
			t.Fatalf("format %q, error %v", format, err)
		}
	})
}
