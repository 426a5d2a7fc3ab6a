package models

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Tesseract reads text in pictures with the program of that name, where it is installed. It is better than what is inside Ibid at
// blanks and at letters with accents.
type Tesseract struct {
	program   string
	languages string // as the program takes them
	oriented  bool   // it can tell which way up a page is
}

const (
	tesseractLanguages = 4        // each one more makes a page slower
	tesseractAnswer    = 16 << 20 // bytes that are read of an answer
	tesseractMemory    = 1 << 30
	tesseractStart     = 5 * time.Second
	sureTesseract      = 0.4 // the least confidence of a line that is kept
)

// tesseractFirst are the languages that are taken before others, should many be installed.
var tesseractFirst = []string{"eng", "deu", "fra", "spa", "ita", "por", "nld"}

// FindTesseract looks for the program and its languages; nil if it is not there or has none.
func FindTesseract(ctx context.Context) *Tesseract {
	program, err := exec.LookPath("tesseract")
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, tesseractStart)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--list-langs")
	cmd.WaitDelay = time.Second
	said, err := cmd.Output()
	if err != nil {
		return nil
	}
	t := &Tesseract{program: program}
	var have []string
	for line := range strings.Lines(string(said)) {
		switch name := strings.TrimSpace(line); {
		case name == "osd":
			t.oriented = true
		case name == "" || name == "equ" || strings.ContainsAny(name, " :/"):
		default:
			have = append(have, name)
		}
	}
	if len(have) == 0 {
		return nil
	}
	rank := func(name string) int {
		if i := slices.Index(tesseractFirst, name); i >= 0 {
			return i
		}
		return len(tesseractFirst)
	}
	slices.SortStableFunc(have, func(a, b string) int { return rank(a) - rank(b) })
	t.languages = strings.Join(have[:min(len(have), tesseractLanguages)], "+")
	return t
}

// Languages names those that are read, as the program does: "eng, deu".
func (t *Tesseract) Languages() string { return strings.ReplaceAll(t.languages, "+", ", ") }

// Identity names the program and the languages that it is asked for.
func (t *Tesseract) Identity() string { return "tesseract/" + t.languages }

// Read returns the lines of text in a picture, in no certain order. The program is ended with ctx.
func (t *Tesseract) Read(ctx context.Context, picture image.Image) ([]OCRLine, error) {
	var in bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&in, opaque(picture)); err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	layout := "3"
	if t.oriented {
		layout = "1"
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.program, "stdin", "stdout", "-l", t.languages, "--psm", layout, "tsv")
	cmd.Stdin, cmd.WaitDelay = &in, time.Second
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT="+strconv.Itoa(ocrThreads))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	limitMemory(cmd.Process.Pid, tesseractMemory)
	answer, err := io.ReadAll(io.LimitReader(out, tesseractAnswer))
	if len(answer) == tesseractAnswer {
		cancel()
	}
	if err := errors.Join(err, cmd.Wait()); err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	return tesseractLines(bytes.NewReader(answer)), nil
}

// tesseractLines reads the table that the program prints: a line a word, with the numbers of its block, paragraph and line.
func tesseractLines(table io.Reader) []OCRLine {
	var out []OCRLine
	last := ""
	rows := bufio.NewScanner(table)
	for rows.Scan() {
		cells := strings.Split(rows.Text(), "\t")
		if len(cells) != 12 || cells[0] != "5" {
			continue
		}
		text := strings.TrimSpace(cells[11])
		var n [5]float64 // left, top, width, height, confidence
		var bad error
		for i := range n {
			var err error
			n[i], err = strconv.ParseFloat(cells[6+i], 64)
			bad = errors.Join(bad, err)
		}
		if bad != nil || text == "" || n[4] < 0 {
			continue
		}
		if line := strings.Join(cells[1:5], " "); line != last || len(out) == 0 {
			out, last = append(out, OCRLine{}), line
		}
		l := &out[len(out)-1]
		l.Words = append(l.Words, OCRWord{
			Text: text, Confidence: float32(min(n[4]/100, 1)),
			X0: float32(n[0]), Y0: float32(n[1]), X1: float32(n[0] + n[2]), Y1: float32(n[1] + n[3]),
		})
	}
	out = slices.DeleteFunc(out, func(l OCRLine) bool { return l.confidence() < sureTesseract })
	turnLines(out)
	return out
}

func (l OCRLine) confidence() float32 {
	var sum float32
	for _, w := range l.Words {
		sum += w.Confidence
	}
	return sum / float32(len(l.Words))
}

// turnLines works out how lines run from the order of their words, which is all the program tells of it. One word alone runs as most.
func turnLines(lines []OCRLine) {
	var length [4]float32
	for i := range lines {
		first, last := lines[i].Words[0], lines[i].Words[len(lines[i].Words)-1]
		dx, dy := last.X0+last.X1-first.X0-first.X1, last.Y0+last.Y1-first.Y0-first.Y1
		switch {
		case len(lines[i].Words) == 1:
			lines[i].Turn = -1
			continue
		case dx >= max(dy, -dy):
		case dy > max(dx, -dx):
			lines[i].Turn = 1
		case -dx >= max(dy, -dy):
			lines[i].Turn = 2
		default:
			lines[i].Turn = 3
		}
		length[lines[i].Turn] += max(dx, -dx, dy, -dy)
	}
	most := 0
	for turn, n := range length {
		if n > length[most] {
			most = turn
		}
	}
	for i := range lines {
		if lines[i].Turn < 0 {
			lines[i].Turn = most
		}
	}
}
