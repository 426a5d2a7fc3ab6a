package models

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"

	"ibid/app/models/picturetest"
)

// quarters turns a picture clockwise.
func quarters(p *image.RGBA, n int) *image.RGBA {
	for range n {
		q := image.NewRGBA(image.Rect(0, 0, p.Rect.Dy(), p.Rect.Dx()))
		for y := range p.Rect.Dy() {
			for x := range p.Rect.Dx() {
				q.SetRGBA(p.Rect.Dy()-1-y, x, p.RGBAAt(x, y))
			}
		}
		p = q
	}
	return p
}

func saidBy(lines []OCRLine) string {
	var out []string
	for _, l := range lines {
		var words []string
		for _, w := range l.Words {
			words = append(words, w.Text)
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, "\n")
}

func TestOCR(t *testing.T) {
	o := NewOCR(assetsDir(t), 0, new(Gate))
	defer o.Close()
	want := []string{"Memory has three stages", "Sleep helps to remember"}
	p := picturetest.Written(t, 32, want...)
	for turn := range 4 {
		lines, err := o.Read(t.Context(), quarters(p, turn))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(saidBy(lines), "\n")
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("turned %d times: %q", turn, got)
		}
		for _, l := range lines {
			if l.Turn != turn {
				t.Errorf("turned %d times: it says %d", turn, l.Turn)
			}
		}
	}
	lines, err := o.Read(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if l.Words[0].X0 < 40 || l.Words[0].X0 > 70 || l.Words[3].X0 < l.Words[2].X1-5 || l.Words[0].Confidence < 0.8 {
			t.Errorf("words %+v", l.Words)
		}
	}
	if lines, err := o.Read(t.Context(), image.NewGray(image.Rect(0, 0, 1, 1))); err != nil || len(lines) > 0 {
		t.Errorf("one pixel: %v %v", lines, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Read(ended, p); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}

func TestOCRWithoutModels(t *testing.T) {
	o := NewOCR(t.TempDir(), 0, new(Gate))
	defer o.Close()
	if _, err := o.Read(t.Context(), image.NewGray(image.Rect(0, 0, 9, 9))); err == nil {
		t.Error("it reads without models")
	}
}

func TestTightest(t *testing.T) {
	for name, c := range map[string]struct {
		points []point
		w, h   float64
	}{
		"upright": {[]point{{0, 0}, {10, 0}, {10, 4}, {0, 4}, {5, 2}}, 10, 4},
		"slanted": {[]point{{0, 0}, {8, 6}, {5, 10}, {-3, 4}}, 10, 5},
		"a line":  {[]point{{2, 2}, {9, 2}}, 7, 0},
		"a point": {[]point{{2, 2}}, 0, 0},
	} {
		if b := tightest(c.points); abs64(b.w-c.w) > 1e-9 || abs64(b.h-c.h) > 1e-9 {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

func abs64(x float64) float64 { return max(x, -x) }

func TestDecode(t *testing.T) {
	alphabet := []string{"", "a", "b", " "}
	var answer []float32
	for _, class := range []int{0, 1, 1, 0, 1, 2, 2, 3, 0, 2} {
		row := make([]float32, 4)
		row[class] = 0.9
		answer = append(answer, row...)
	}
	letters := decode(answer, 10, alphabet)
	var text strings.Builder
	for _, l := range letters {
		text.WriteString(l.text)
	}
	if text.String() != "aab b" || letters[0].from != 0.1 || letters[0].to != 0.3 || letters[0].confidence != 0.9 {
		t.Errorf("%q %+v", text.String(), letters)
	}
}

// Blanks are where the picture has them, though the letters have none.
func TestSpaced(t *testing.T) {
	const w = 200
	input := make([]float32, stripHeight*w)
	for i := range input {
		input[i] = 1
	}
	var letters []letter
	for i, x := range []int{10, 30, 50, 90, 110, 130} { // 14 wide: the gap before the fourth is 26
		for y := 10; y < 40; y++ {
			for dx := range 14 {
				input[y*w+x+dx] = -1
			}
		}
		letters = append(letters, letter{text: string(rune('a' + i)), from: float64(x+3) / w, to: float64(x+11) / w, confidence: 1})
	}
	out := spaced(letters, input, w, w, 1)
	if len(out) != 7 || out[3].text != " " {
		t.Errorf("%+v", out)
	}
	for _, pair := range []string{"1 2", "字 字", "a ,", "( a"} {
		a, b, _ := strings.Cut(pair, " ")
		if parts(a, b) {
			t.Errorf("a blank between %s", pair)
		}
	}
}

func TestStripBatches(t *testing.T) {
	strips := []*strip{{width: 1500}, {width: 100}, {width: 3000}, {width: 90}, {width: 1000}}
	seen := 0
	for _, b := range stripBatches(strips, 0) {
		seen += len(b)
		if n := len(b); n > 1 && n*max(b[n-1].width, leastWidth) > batchWidth {
			t.Errorf("%d strips of %d", n, b[n-1].width)
		}
	}
	if seen != len(strips) {
		t.Errorf("%d strips", seen)
	}
}
