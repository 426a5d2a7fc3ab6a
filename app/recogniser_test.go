package app

import (
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ibid/app/models/picturetest"
	"ibid/build"
)

// A photo of a board is found by its words, says how it was read, and is shown with the quote lit.
func TestPictureIsReadAndShown(t *testing.T) {
	board := picturetest.Written(t, 40, "The hippocampus stores new memories.", "Sleep makes them last for years.")
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "board.png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, board); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	a := open(t, Options{Assets: build.Assets()})
	if _, err := a.ocr.models(); err != nil {
		t.Skip("the models are not set up: run make setup")
	}
	add(t, a, dir, "Memory")
	found, err := a.Search(SearchRequest{Question: "What does the hippocampus store?"})
	if err != nil || len(found.Results) == 0 {
		t.Fatalf("found %v, %v", found.Results, err)
	}
	s, err := a.Source(found.Results[0].Passage)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.ReplaceAll(s.Page.Text, "\n", " "), "The hippocampus stores new memories. Sleep makes them last for years.") {
		t.Errorf("text %q", s.Page.Text)
	}
	if s.Page.ReadBy != "ocr" || s.Page.Confidence < 0.8 || s.Page.Doubtful || !s.Page.HasPicture || !slices.Contains(s.Document.ReadBy, "ocr") {
		t.Errorf("page %+v, document read by %v", s.Page, s.Document.ReadBy)
	}
	rects, err := a.Highlights(s.Document.ID, 1, s.From, s.To)
	if err != nil || len(rects) < 2 || rects[0][0] < 0.03 || rects[0][0] > 0.08 || rects[0][1] < 0.15 || rects[0][3] > 0.45 {
		t.Errorf("rectangles %v, %v", rects, err)
	}
	w := httptest.NewRecorder()
	a.Preview(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest("GET", "/preview/page/"+strconv.FormatInt(s.Document.ID, 10)+"/1?w=500", nil))
	shown, err := png.Decode(w.Body)
	if err != nil || shown.Bounds().Dx() != 500 || shown.Bounds().Dy() != 140 {
		t.Errorf("status %d, %v", w.Code, err)
	}
}
