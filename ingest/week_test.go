package ingest

import "testing"

func TestWeekOf(t *testing.T) {
	for path, want := range map[string]int{
		"week 3/slides.pdf":                3,
		"Week3/Lecture 12.pdf":             3,
		"w03-intro.pdf":                    3,
		"lecture05.pptx":                   5,
		"Lecture 5b.pptx":                  5,
		"Woche 2/Blatt.pdf":                2,
		"lec-3.md":                         3,
		"03_lecture-07_trees.pdf":          7,
		"lecture_01.pdf":                   1,
		"L4.pdf":                           4,
		"Semaine 11 - cours.docx":          11,
		"week 2/week 4 recap.md":           4,
		"第3周/讲义.pdf":                       3,
		"Übung 6.pdf":                      6,
		"week 99.pdf":                      0,
		"week 2024.pdf":                    0,
		"lecture 2024-05.pdf":              0,
		"html5.pdf":                        0,
		"weekly report.md":                 0,
		"show7.pdf":                        0,
		"html4/notes.md":                   0,
		"notes.md":                         0,
		"week 0.md":                        0,
		"13-Dictionaries.pdf":              0,
		"Kapitel 3 - Rekursion.pdf":        3,
		"wk.10/reading.pdf":                10,
		"course/unit-2/lesson-1/notes.txt": 1,
	} {
		if got := weekOf(path); got != want {
			t.Errorf("weekOf(%q) = %d, want %d", path, got, want)
		}
	}
}
