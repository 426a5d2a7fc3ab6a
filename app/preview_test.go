package app

import (
	"bytes"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// samplePDF is a real deck of slides.
const samplePDF = "Lecture 4 - Spacing and retrieval practice.pdf"

func TestPreviewServesKnownDocumentsOnly(t *testing.T) {
	dir := course(t, memoryCourse)
	b, err := os.ReadFile(filepath.Join("..", "build", "sample", "How to revise", samplePDF))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "slides.pdf"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	a := open(t, Options{})
	m := add(t, a, dir, "Memory")
	docs, err := a.Documents(m.Module)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, d := range docs {
		ids[d.Doc] = strconv.FormatInt(d.ID, 10)
	}
	other := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	door := a.Preview(other)
	get := func(method, target string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		door.ServeHTTP(w, httptest.NewRequest(method, target, nil))
		return w
	}
	pdf := "/preview/page/" + ids["slides.pdf"]
	for _, c := range []struct {
		method, target string
		status         int
	}{
		{"GET", "/index.html", http.StatusTeapot},
		{"GET", pdf + "/1?w=300", 200},
		{"POST", pdf + "/1", 405},
		{"GET", pdf + "/0", 404},
		{"GET", pdf + "/9999", 404},
		{"GET", pdf + "/-1", 404},
		{"GET", pdf, 404},
		{"GET", "/preview/page/4711/1", 404},
		{"GET", "/preview/page/" + ids["spacing.md"] + "/1", 404},
		{"GET", "/preview/page/..%2f..%2fetc/1", 404},
		{"GET", "/preview/media/" + ids["slides.pdf"] + "/1", 404},
	} {
		if got := get(c.method, c.target).Code; got != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.target, got, c.status)
		}
	}
	for _, c := range []struct {
		query string
		width int
	}{{"?w=300", 300}, {"", defaultPreviewWidth}, {"?w=1", minPreviewWidth}, {"?w=1000000", maxPreviewWidth}} {
		w := get("GET", pdf+"/1"+c.query)
		picture, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if got := picture.Bounds().Dx(); got < c.width-1 || got > c.width+1 {
			t.Errorf("%q: %d pixels wide, want %d", c.query, got, c.width)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Error("the picture may be taken for something else")
		}
	}
}

// A quote's rectangles lie on the page, at least one for each line that it takes.
func TestHighlights(t *testing.T) {
	dir := t.TempDir()
	b, err := os.ReadFile(filepath.Join("..", "build", "sample", "How to revise", samplePDF))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "slides.pdf"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	a := open(t, Options{})
	add(t, a, dir, "Memory")
	found, err := a.Search(SearchRequest{Question: "best gap between two sessions"})
	if err != nil || len(found.Results) == 0 {
		t.Fatalf("found %v, %v", found.Results, err)
	}
	source, err := a.Source(found.Results[0].Passage)
	if err != nil {
		t.Fatal(err)
	}
	rects, err := a.Highlights(source.Document.ID, source.Page.Number, source.From, source.To)
	if err != nil || len(rects) == 0 {
		t.Fatalf("rectangles %v, %v", rects, err)
	}
	for _, r := range rects {
		if r[0] < 0 || r[1] < 0 || r[2] > 1 || r[3] > 1 || r[0] >= r[2] || r[1] >= r[3] {
			t.Errorf("a rectangle beside the page: %v", r)
		}
	}
}
