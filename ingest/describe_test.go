package ingest

import (
	"strings"
	"testing"

	"ibid/ingest/extract"
	"ibid/store"
)

func TestKindOf(t *testing.T) {
	wide := []store.Page{{Width: 720, Height: 405}, {Width: 720, Height: 405}}
	high := []store.Page{{Width: 595, Height: 842}, {Width: 595, Height: 842}, {Width: 842, Height: 595}}
	for _, c := range []struct {
		path, format string
		pages        []store.Page
		want         store.Kind
	}{
		{"transcripts-vtt/lecture02.vtt", "vtt", nil, store.Transcript},
		{"subs.srt", "srt", nil, store.Transcript},
		{"L1 transcript.txt", "txt", nil, store.Transcript},
		{"Lecture 1.pptx", "pptx", nil, store.Slides},
		{"Lecture 1.pdf", "pdf", wide, store.Slides},
		{"Lecture 1.pdf", "pdf", high, store.ReadingDoc},
		{"unsized.pdf", "pdf", nil, store.ReadingDoc},
		{"slides/a.pdf", "pdf", high, store.Slides},
		{"slides-html/01-Intro.html", "html", nil, store.Slides},
		{"Exam 2023.pdf", "pdf", high, store.Exam},
		{"past papers/2019.pdf", "pdf", high, store.Exam},
		{"Klausur_WS21.pdf", "pdf", high, store.Exam},
		{"midterm-solutions.docx", "docx", nil, store.Exam},
		{"final_exam.pptx", "pptx", nil, store.Exam},
		{"Notes - The week before the exam.md", "md", nil, store.Notes},
		{"week 3 exam notes.pdf", "pdf", high, store.Exam},
		{"Example 3.pdf", "pdf", high, store.ReadingDoc}, // not an exam
		{"syllabus.pdf", "pdf", high, store.Admin},
		{"notes-md/09-spatial.md", "md", nil, store.Notes},
		{"footnotes.pdf", "pdf", high, store.ReadingDoc},
		{"handouts/week 1.docx", "docx", nil, store.ReadingDoc},
		{"uebungen-md/sheet-csp.md", "md", nil, store.ReadingDoc},
		{"skript-md/intro1-overview.md", "md", nil, store.ReadingDoc},
		{"saved page.html", "html", nil, store.Web},
		{"saved page.mht", "mhtml", nil, store.Web},
		{"deck.html", "html", nil, store.Slides},
		{"book-html/01-intro.html", "html", nil, store.ReadingDoc},
		{"teaser.md", "md", nil, store.Notes},
		{"lab/sort.py", "code", nil, store.Code},
		{"lab/notes.ipynb", "ipynb", nil, store.Code},
		{"script.tex", "tex", nil, store.ReadingDoc},
		{"teaser.rst", "rst", nil, store.Notes},
	} {
		text := extract.Text{Format: c.format, Pages: c.pages}
		if c.want == store.Transcript && c.format != "txt" {
			text.Unit = store.UnitTime
		}
		if c.format == "pptx" || strings.HasPrefix(c.path, "deck") {
			text.Unit = store.UnitSlide
		}
		if got := kindOf(store.Document{Path: c.path}, text); got != c.want {
			t.Errorf("kindOf(%s) = %s, want %s", c.path, got, c.want)
		}
	}
}

func TestTitleOf(t *testing.T) {
	for _, c := range []struct{ path, title, want string }{
		{"a/lecture_03_memory.pdf", "", "lecture 03 memory"},
		{"Working Memory - part 2.pdf", "", "Working Memory - part 2"},
		{"search3-branch-and-bound.pdf", "", "search3 branch and bound"},
		{"x.pdf", "  The  Hippocampus\n", "The Hippocampus"},
		{"deck.pptx", "PowerPoint Presentation", "deck"},
		{"deck.pptx", "PowerPoint-Präsentation", "deck"},
		{"deck.pdf", "Microsoft PowerPoint - Lecture 4 Memory.pptx", "Lecture 4 Memory"},
		{"essay.docx", "Document1", "essay"},
		{"paper.pdf", "main.dvi", "paper"},
		{"paper.pdf", "Untitled", "paper"},
		{"notes.md", "Index of refraction", "Index of refraction"},
		{"long.md", strings.Repeat("ü", 150), strings.Repeat("ü", 100) + "…"},
		{"tab.md", "a\x00b\tc", "a b c"},
		{"name with 🧠 and #.md", "", "name with 🧠 and #"},
		{"_.md", "", "_.md"},
	} {
		if got := titleOf(store.Document{Path: c.path}, extract.Text{Title: c.title}); got != c.want {
			t.Errorf("titleOf(%s, %q) = %q, want %q", c.path, c.title, got, c.want)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Working memory is a cognitive system with a limited capacity that can hold information temporarily while it is needed for reasoning.", "en"},
		{"Das Arbeitsgedächtnis ist der Teil des menschlichen Gedächtnisses, der für die kurzfristige Speicherung von Informationen zuständig ist.", "de"},
		{"La mémoire de travail est un modèle du fonctionnement de la mémoire à court terme, qui permet de retenir et de manipuler des informations.", "fr"},
		{"工作记忆是一种对信息进行暂时加工和贮存的容量有限的记忆系统，在许多复杂的认知活动中起重要作用。", "zh"},
		{"Рабочая память — это когнитивная система с ограниченной ёмкостью, которая временно удерживает информацию для обработки.", "ru"},
		{"x = 3; y = f(x)", ""},
		{"", ""},
	} {
		if got := languageOf([]store.Page{{Text: c.text}}); got != c.want {
			t.Errorf("languageOf(%.30q) = %q, want %q", c.text, got, c.want)
		}
	}
	pages := []store.Page{{Text: "Artificial Intelligence: Search"}}
	for _, text := range []string{
		"Die Suche im Zustandsraum findet einen Weg vom Start zum Ziel, wenn es überhaupt einen gibt. Welcher Knoten als nächster entwickelt wird, unterscheidet die Verfahren.",
		"Bei der Breitensuche werden alle Nachfolger eines Knotens untersucht, bevor die nächste Ebene an der Reihe ist; dafür braucht sie viel Speicher.",
		"Die Tiefensuche verfolgt dagegen einen Pfad bis zu seinem Ende und kehrt erst dann zurück. Sie kann sich in Schleifen verlaufen.",
	} {
		pages = append(pages, store.Page{Text: text})
	}
	if got := languageOf(pages); got != "de" {
		t.Errorf("languageOf(an English title and German slides) = %q, want de", got)
	}
}

// A text in several languages, none of which has most of it, is in none.
func TestLanguageOfAMixture(t *testing.T) {
	pages := []store.Page{
		{Text: strings.Repeat("Working memory is a cognitive system with a limited capacity that can hold information temporarily. ", 15)},
		{Text: strings.Repeat("Das Arbeitsgedächtnis ist der Teil des menschlichen Gedächtnisses, der für die kurzfristige Speicherung zuständig ist. ", 15)},
		{Text: strings.Repeat("La mémoire de travail est un modèle du fonctionnement de la mémoire à court terme, qui permet de retenir. ", 15)},
	}
	if got := languageOf(pages); got != "" {
		t.Errorf("languageOf(three languages) = %q", got)
	}
}

func FuzzTitle(f *testing.F) {
	f.Add("a/b.pdf", "Microsoft Word - x.doc")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, path, title string) {
		got := titleOf(store.Document{Path: path}, extract.Text{Title: title})
		if len(got) > maxTitleBytes+len("…") {
			t.Errorf("titleOf(%q, %q) has %d bytes", path, title, len(got))
		}
		weekOf(path)
		kindOf(store.Document{Path: path}, extract.Text{})
	})
}

func BenchmarkLanguageOf(b *testing.B) {
	text := strings.Repeat("Working memory holds information temporarily while it is needed for reasoning and for guiding decisions. ", 100)
	for b.Loop() {
		languageOf([]store.Page{{Text: text}})
	}
}
