package ingest

import (
	"path"
	"regexp"
	"strings"

	"ibid/ingest/extract"
	"ibid/store"
)

// kindNames says what a word in the path of a document tells about its kind. The first that fits decides, so the more telling
// ones come first: 'exam solutions slides.pdf' is an exam.
var kindNames = []struct {
	kind  store.Kind
	words *regexp.Regexp
}{
	{store.Transcript, words(`transcripts?|captions?|subtitles?|untertitel|transkript(e)?|sous-titres`)},
	{store.Exam, words(`exams?|midterms?|finals?|past ?papers?|quiz(zes)?|mock|klausur(en)?|altklausur(en)?|prüfung(en)?|probeklausur|examen(es)?|esame|partiel`)},
	{store.Admin, words(`syllabus|syllabi|timetable|schedule|logistics|organi[sz]ation|organisatorisches|course ?guide|module ?guide|handbook|grading|admin|semesterplan|ablauf`)},
	{store.Slides, words(`slides?|folien|deck|diapositives?|diapos|handouts? \d up`)},
	{store.Notes, words(`notes?|notizen|mitschrift(en)?|summary|summaries|zusammenfassung(en)?|cheat ?sheets?|cribsheet|apuntes|appunti|recap`)},
	{store.ReadingDoc, words(`readings?|papers?|articles?|book|chapters?|essay|handouts?|skript(e|um)?|script|textbook|lektüre|worksheets?|sheets?|übung(en)?|uebung(en)?|exercises?|problem ?sets?|homework`)},
}

// words matches one of the alternatives as whole words of a path in which everything but letters and digits is a blank.
func words(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[ /])(?:` + alternatives + `)(?:$|[ /\d])`)
}

var notWord = regexp.MustCompile(`[^\p{L}\p{N}/-]+`)

// kindOf tells what a document is to a student: by where it is from and its format where these leave no doubt, then by the words of its
// name and folders, then by the shape of its pages.
func kindOf(doc store.Document, t extract.Text) store.Kind {
	if doc.Snapshot != "" {
		return store.Web
	}
	if t.Unit == store.UnitTime {
		return store.Transcript
	}
	if t.Unit == store.UnitSlide {
		if k := namedKind(doc.Path); k == store.Exam || k == store.Admin {
			return k
		}
		return store.Slides
	}
	if t.Format == "code" || t.Format == "ipynb" {
		return store.Code
	}
	if k := namedKind(doc.Path); k != "" {
		return k
	}
	switch t.Format {
	case "pdf":
		if landscape(t.Pages) {
			return store.Slides
		}
		return store.ReadingDoc
	case "html", "mhtml":
		return store.Web
	case "md", "txt", "rst":
		return store.Notes
	}
	return store.ReadingDoc
}

// namedKind looks at the file's own name first, then at its folders from the inside out.
func namedKind(docPath string) store.Kind {
	docPath = strings.TrimSuffix(docPath, path.Ext(docPath))
	parts := strings.Split(strings.ToLower(docPath), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		part := strings.ReplaceAll(notWord.ReplaceAllString(parts[i], " "), "-", " ")
		var found store.Kind
		for _, k := range kindNames {
			at := k.words.FindStringIndex(part)
			if at != nil && at[0] == 0 { // what a name begins with is what it is: 'notes - the week before the exam'
				return k.kind
			}
			if at != nil && found == "" {
				found = k.kind
			}
		}
		if found != "" {
			return found
		}
	}
	return ""
}

// landscape says whether most pages are wider than high, as slides are and books are not.
func landscape(pages []store.Page) bool {
	wide, sized := 0, 0
	for _, p := range pages {
		if p.Width <= 0 || p.Height <= 0 {
			continue
		}
		sized++
		if p.Width > p.Height*1.15 {
			wide++
		}
	}
	return sized > 0 && wide*2 > sized
}
