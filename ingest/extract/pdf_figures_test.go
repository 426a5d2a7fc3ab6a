package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bars draws so many bars of a chart, from x.
func bars(n, x int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d 200 18 %d re f\n", x+20*i, 40+25*i)
	}
	return b.String()
}

func TestShapes(t *testing.T) {
	const words = "BT /F 14 Tf 72 700 Td (Memory fades.) Tj ET\n"
	rules := strings.Repeat("72 300 400 0.5 re f\n", 40)
	frame := "40 40 500 500 re S\n"
	logo := "500 10 80 60 re f 505 15 60 50 re f\n"
	template := bars(14, 60) + logo
	for name, test := range map[string]struct {
		pages []string
		want  string
	}{
		"text":               {[]string{words}, "-"},
		"a chart":            {[]string{words, words + bars(14, 100)}, "-x"},
		"lines of a table":   {[]string{words + rules}, "-"},
		"boxes":              {[]string{words + frame + logo}, "-"},
		"behind all":         {[]string{words + "0 0 612 792 re f\n"}, "-"},
		"the same each time": {[]string{template, template + words, template, template, template + bars(13, 90)}, "----x"},
		"no page":            {[]string{""}, "-"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.pdf")
			if err := os.WriteFile(path, drawnPDF(test.pages...), 0o600); err != nil {
				t.Fatal(err)
			}
			shapes, err := testPDF(t).Shapes(t.Context(), path, "pdf")
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for i, s := range shapes {
				if s.Number != i+1 || s.Width != 612 || s.Height != 792 {
					t.Errorf("page %+v", s)
				}
				got += map[bool]string{true: "x", false: "-"}[s.Figures]
			}
			if got != test.want {
				t.Errorf("figures on %s, want %s", got, test.want)
			}
		})
	}
}

func TestPictureToLookAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, drawnPDF("", bars(14, 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	p := testPDF(t)
	shapes, err := p.Shapes(t.Context(), path, "pdf")
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := p.Picture(t.Context(), path, "pdf", shapes[0]); err != nil || shown != nil {
		t.Errorf("an empty page: %v, %v", shown, err)
	}
	shown, err := p.Picture(t.Context(), path, "pdf", shapes[1])
	if err != nil {
		t.Fatal(err)
	}
	if size := shown.Bounds().Size(); max(size.X, size.Y) > lookingSide+1 || max(size.X, size.Y) < lookingSide-2 {
		t.Errorf("a picture of %v", size)
	}
	for name, data := range map[string]string{"a.pdf": "%PDF-1.4 cut", "empty.pdf": "", "a.png": "no picture"} {
		bad := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(bad, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Shapes(t.Context(), bad, strings.TrimPrefix(filepath.Ext(name), ".")); Code(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
