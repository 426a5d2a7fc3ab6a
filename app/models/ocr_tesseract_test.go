package models

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/app/models/picturetest"
)

// tesseractTable is an answer of the program: two lines across, and one of which it is not sure.
const tesseractTable = `level	page_num	block_num	par_num	line_num	word_num	left	top	width	height	conf	text
1	1	0	0	0	0	0	0	600	200	-1	
4	1	1	1	1	0	60	30	400	30	-1	
5	1	1	1	1	1	60	30	120	30	96.5	Größe
5	1	1	1	1	2	190	30	100	30	91	hilft
5	1	1	1	2	1	60	70	100	30	88	immer
5	1	2	1	1	1	60	120	30	30	12	~|
5	1	2	1	1	2	oops	120	30	30	12	x
`

// fakeTesseract puts a program of that name first in PATH.
func fakeTesseract(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program of this test is a shell script")
	}
	dir := t.TempDir()
	script = "#!/bin/sh\nif [ \"$1\" = --list-langs ]; then printf 'List of available languages (3):\\nzul\\ndeu\\neng\\nosd\\n'; exit; fi\n" + script
	if err := os.WriteFile(filepath.Join(dir, "tesseract"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
}

func TestTesseract(t *testing.T) {
	dir := t.TempDir()
	fakeTesseract(t, "echo \"$*\" >"+dir+"/args\ncat >"+dir+"/in.png\ncat <<'END'\n"+tesseractTable+"END\n")
	program := FindTesseract(t.Context())
	if program == nil {
		t.Fatal("not found")
	}
	lines, err := program.Read(t.Context(), picturetest.Written(t, 32, "x"))
	if err != nil {
		t.Fatal(err)
	}
	if saidBy(lines) != "Größe hilft\nimmer" {
		t.Errorf("text %q", saidBy(lines))
	}
	if w := lines[0].Words[1]; w.X0 != 190 || w.X1 != 290 || w.Y0 != 30 || w.Y1 != 60 || w.Confidence != 0.91 {
		t.Errorf("word %+v", w)
	}
	args, _ := os.ReadFile(dir + "/args")
	if string(args) != "stdin stdout -l eng+deu+zul --psm 1 tsv\n" {
		t.Errorf("arguments %q", args)
	}
	if in, _ := os.ReadFile(dir + "/in.png"); !strings.HasPrefix(string(in), "\x89PNG") {
		t.Error("it got no picture")
	}
}

func TestTesseractThatFails(t *testing.T) {
	fakeTesseract(t, "cat >/dev/null; exit 3\n")
	if _, err := FindTesseract(t.Context()).Read(t.Context(), picturetest.Written(t, 32, "x")); err == nil {
		t.Error("no error")
	}
	fakeTesseract(t, "exec sleep 60\n")
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := FindTesseract(t.Context()).Read(ctx, picturetest.Written(t, 32, "x")); err == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) || time.Since(start) > 10*time.Second {
		t.Errorf("error %v after %s", err, time.Since(start))
	}
	t.Setenv("PATH", t.TempDir())
	if FindTesseract(t.Context()) != nil {
		t.Error("found where it is not")
	}
}

func TestTurnLines(t *testing.T) {
	line := func(places ...[2]float32) (l OCRLine) {
		for _, p := range places {
			l.Words = append(l.Words, OCRWord{X0: p[0], X1: p[0] + 10, Y0: p[1], Y1: p[1] + 10})
		}
		return l
	}
	lines := []OCRLine{
		line([2]float32{90, 0}, [2]float32{10, 0}), line([2]float32{50, 20}), line([2]float32{0, 0}, [2]float32{40, 0}),
		line([2]float32{0, 0}, [2]float32{0, 30}), line([2]float32{0, 30}, [2]float32{0, 0}),
	}
	turnLines(lines)
	var got []int
	for _, l := range lines {
		got = append(got, l.Turn)
	}
	if !slices.Equal(got, []int{2, 2, 0, 1, 3}) {
		t.Errorf("turns %v", got)
	}
}

// The program itself, where it is installed.
func TestInstalledTesseract(t *testing.T) {
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("Tesseract is not installed")
	}
	program := FindTesseract(t.Context())
	if program == nil {
		t.Skip("Tesseract has no languages")
	}
	lines, err := program.Read(t.Context(), picturetest.Written(t, 32, "Memory has three stages", "Sleep helps to remember"))
	if err != nil || saidBy(lines) != "Memory has three stages\nSleep helps to remember" {
		t.Errorf("%q, %v", saidBy(lines), err)
	}
}
