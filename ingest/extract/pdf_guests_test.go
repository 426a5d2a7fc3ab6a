package extract

import (
	"context"
	"encoding/binary"
	"path/filepath"
	"testing"
)

// A guest says its number at checkpoints, which come while a page is drawn, and stops when it is told to.
func TestGuestsStop(t *testing.T) {
	p := testPDF(t)
	doc, err := p.open(t.Context(), openFile(t, filepath.Join("testdata", "pdf", "slides.pdf")))
	if err != nil {
		t.Fatal(err)
	}
	defer doc.close()
	if _, err := doc.draw(t.Context(), 0, 2000); err != nil {
		t.Fatal(err)
	}
	doc.left()
	if _, err := doc.draw(t.Context(), 0, 2000); err == nil {
		t.Error("a guest that is to stop goes on")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := doc.call(ended, "FPDF_GetPageCount", doc.handle); err == nil {
		t.Error("a call begins after its end")
	}
}

func TestGuestsAreToldByTheirCalls(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s := guests{running: map[uint32]*guest{1: {ctx: t.Context()}, 2: {ctx: ended}}}
	said := func(number uint32) []byte { return binary.LittleEndian.AppendUint32([]byte(checkMark), number) }
	for _, c := range []struct {
		name string
		said []byte
		on   bool
	}{{"runs", said(1), true}, {"its call has ended", said(2), false}, {"nobody knows it", said(3), false}, {"other output", []byte("a warning"), true}} {
		if n, err := s.Write(c.said); (err == nil) != c.on || c.on && n != len(c.said) {
			t.Errorf("%s: %d, %v", c.name, n, err)
		}
	}
	s.stop()
	if _, err := s.Write(said(1)); err == nil {
		t.Error("a guest goes on after the end of all")
	}
}
