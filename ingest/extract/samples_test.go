package extract

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sample is a small file of testdata/samples; Office files stand there as txtar archives of their parts.
type sample struct {
	name string
	data []byte
}

func (s sample) file() File {
	return File{ReaderAt: bytes.NewReader(s.data), Size: int64(len(s.data)), Name: s.name}
}

func samples(t testing.TB) []sample {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "samples", "*"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no samples: ", err)
	}
	var out []sample
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		switch filepath.Ext(name) {
		case ".golden":
			continue
		case ".txtar":
			name = strings.TrimSuffix(name, ".txtar")
			data = zipped(t, txtar.Parse(data).Files...)
		}
		out = append(out, sample{name, data})
	}
	return out
}

func zipped(t testing.TB, files ...txtar.File) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f.Name)
		if err == nil {
			_, err = w.Write(f.Data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSamples compares what the readers make of the samples with what people have looked at; -update writes it anew.
func TestSamples(t *testing.T) {
	r := NewReader(Options{})
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) {
			text, err := r.Extract(t.Context(), s.file())
			if err != nil {
				t.Fatal(err)
			}
			checkText(t, s.name, text)
			got := dump(text)
			golden := filepath.Join("testdata", "samples", s.name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s reads otherwise than its golden file:\n%s", s.name, got)
			}
		})
	}
}

// dump shows a text block by block.
func dump(t Text) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, places are %ss, title %q\n", t.Format, t.Unit, t.Title)
	for _, p := range t.Pages {
		fmt.Fprintf(&b, "== %d\n", p.Number)
		for _, k := range p.Blocks {
			fmt.Fprintf(&b, "[%s", k.Kind)
			if k.Level > 0 {
				fmt.Fprintf(&b, " %d", k.Level)
			}
			if k.End > 0 {
				fmt.Fprintf(&b, " %.3f-%.3f", k.Start, k.End)
			}
			fmt.Fprintf(&b, "] %s\n", strings.ReplaceAll(p.Text[k.From:k.To], "\n", "\n    "))
		}
	}
	return b.String()
}
