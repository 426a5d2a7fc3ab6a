package extract

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSecondReaderReads(t *testing.T) {
	p := testPDF(t)
	path, err := filepath.Abs(filepath.Join("testdata", "pdf", "slides.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	found, count, err := p.Second.read(t.Context(), path, []int{2, 3})
	if err != nil {
		t.Fatal(err)
	}
	if count != 4 || len(found) != 2 {
		t.Fatalf("%d pages of %d", len(found), count)
	}
	sheet := found[2].sheet(nil)
	page := sheet.page(2, &pdfStyle{body: 18, slides: true})
	if page.ReadBy != "second reader" || !strings.Contains(page.Text, "seven items, plus or minus two") {
		t.Errorf("%s: %s", page.ReadBy, page.Text)
	}
	checkPage(t, "second", page)
}

// Pages that PDFium leaves empty are taken from the second reader, with their boxes.
func TestSecondReaderFillsIn(t *testing.T) {
	p := testPDF(t)
	file := openFile(t, filepath.Join("testdata", "pdf", "slides.pdf"))
	run := pdfRun{pdf: p, file: file}
	sheets := []pdfSheet{{failed: true}, {width: 720, height: 405, images: 0.9}, {width: 720, height: 405}}
	if err := run.again(t.Context(), sheets, 0); err != nil {
		t.Fatal(err)
	}
	if !sheets[0].second || sheets[1].second || !sheets[2].second {
		t.Errorf("read again: %v %v %v, want the failed one and the empty one, not the scan", sheets[0].second, sheets[1].second, sheets[2].second)
	}
	if len(sheets[2].words) == 0 || sheets[2].words[0].x1 <= sheets[2].words[0].x0 {
		t.Errorf("words %v", sheets[2].words)
	}
}

// A child that prints half an answer and hangs is stopped; what it said counts, and the page it hung on is left out.
func TestSecondReaderHangs(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	script := `echo noise; echo '{"page":0,"count":3}'; echo '{"page":1,"begin":true}'; echo '{"page":1,"words":[{"t":"one","x":1,"e":9,"b":9,"s":9}]}'; echo '{"page":2,"begin":true}'; exec sleep 60`
	s := SecondReader{Command: []string{"sh", "-c", script}, Timeout: 300 * time.Millisecond}
	start := time.Now()
	found, count, err := s.read(t.Context(), "/anything", []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || count != 3 || found[1].Words[0].Text != "one" {
		t.Errorf("found %v of %d", found, count)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %s", took)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.read(ctx, "/anything", nil); err == nil {
		t.Error("no error after the context's end")
	}
}

func TestSecondReaderAbsent(t *testing.T) {
	for _, s := range []SecondReader{{}, {Command: []string{"/no/such/program"}}, {Command: []string{os.Args[0], "-test.run=^$"}}} {
		found, _, err := s.read(t.Context(), "/anything", []int{1})
		if err != nil || len(found) != 0 {
			t.Errorf("%v: %v %v", s.Command, found, err)
		}
	}
}

func TestSecondReaderMainRefuses(t *testing.T) {
	for _, in := range []string{"", "{", `{"path":"/no/such/file"}`} {
		cmd := exec.Command(os.Args[0], secondReaderSwitch)
		cmd.Stdin = strings.NewReader(in)
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Run(); err == nil {
			t.Errorf("%q: exit 0, answer %q", in, out.String())
		}
	}
}
