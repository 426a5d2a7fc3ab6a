package extract

import (
	"math"
	"slices"
	"unicode/utf8"
)

// styleOf learns the sizes of text and headings from the first stretch of a document.
func styleOf(sheets []pdfSheet, outline map[string]outlet) *pdfStyle {
	s := &pdfStyle{outline: outline, body: 10}
	sizes := map[float32]int{}
	wide := 0
	for i := range sheets {
		if sheets[i].width > 1.15*sheets[i].height {
			wide++
		}
		for j := range sheets[i].words {
			w := &sheets[i].words[j]
			sizes[rounded(w.size)] += utf8.RuneCountInString(w.text)
		}
	}
	s.slides = 2*wide > len(sheets)
	most := 0
	for size, n := range sizes {
		if n > most || n == most && size < s.body {
			s.body, most = size, n
		}
	}
	for size, n := range sizes {
		if size >= 1.15*s.body && n >= 3 {
			s.sizes = append(s.sizes, size)
		}
	}
	slices.Sort(s.sizes)
	slices.Reverse(s.sizes)
	s.sizes = slices.CompactFunc(s.sizes, func(a, b float32) bool { return b > 0.94*a })
	return s
}

func rounded(size float32) float32 { return float32(math.Round(float64(size)*4) / 4) }

// pdfStyle is what the whole document tells about the look of its parts.
type pdfStyle struct {
	body    float32 // size of the running text
	slides  bool
	sizes   []float32         // of headings, biggest first
	outline map[string]outlet // by key
}

type outlet struct {
	level int
	title string
}
