package models

import (
	"slices"
	"strings"
	"testing"

	"ibid/app/models/picturetest"
)

// BenchmarkOCR reads a page of forty full lines of English, in letters as large as 10 points at 200 DPI. Beside the seconds it says how
// many of a hundred characters are wrong.
func BenchmarkOCR(b *testing.B) {
	o := NewOCR(assetsDir(b), 0, new(Gate))
	b.Cleanup(func() { _ = o.Close() })
	words := strings.Fields(strings.Join(lectures(8, 60), " "))
	var lines []string
	for line := ""; len(lines) < 40; words = append(words[1:], words[0]) {
		if line = strings.TrimSpace(line + " " + words[0]); len(line) > 58 {
			lines, line = append(lines, line), ""
		}
	}
	page := picturetest.Written(b, 28, lines...)
	if _, err := o.Read(b.Context(), picturetest.Written(b, 28, "load")); err != nil {
		b.Fatal(err)
	}
	wrong, pages := 0, 0
	for b.Loop() {
		read, err := o.Read(b.Context(), page)
		if err != nil {
			b.Fatal(err)
		}
		slices.SortFunc(read, func(x, y OCRLine) int { return int(x.Words[0].Y0 - y.Words[0].Y0) })
		wrong += distance(saidBy(read), strings.Join(lines, "\n"))
		pages++
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(pages), "s/page")
	b.ReportMetric(100*float64(wrong)/float64(pages*len(strings.Join(lines, "\n"))), "%wrong")
}

// distance is how many characters are to be added, dropped or changed to make one text of the other.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range from {
		corner := row[0]
		row[0] = i + 1
		for j, y := range to {
			change := corner
			if x != y {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(to)]
}
