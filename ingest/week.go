package ingest

import (
	"regexp"
	"strconv"
	"strings"
)

// Words that stand before the number of a teaching week or of a meeting, in the languages courses are mostly named in.
// Only where no path says 'week' the number of the lecture is taken, which is the week in most courses.
var (
	weekName    = numbered(`week|wk|woche|kw|semaine|semana|settimana|tydzień|uge|vecka|uke|w`)
	lectureName = numbered(`lecture|lect|lec|lesson|class|session|unit|module|topic|chapter|vorlesung|vl|einheit|sitzung|kapitel|cours|leçon|lezione|clase|tema|übung|ue|lab|seminar|tutorial|l`)
	chineseWeek = regexp.MustCompile(`第\s*(\d{1,2})\s*[周週章讲課课]`)
)

// No course has more; larger numbers are years, rooms or versions.
const maxWeek = 53

// numbered matches one of the words and a number of at most two digits that is not part of a longer word or number.
func numbered(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:` + words + `)[\s._#-]*0*(\d{1,2})(?:$|[^\d\p{L}]|[a-d](?:$|[^\p{L}\d]))`)
}

// weekOf guesses the teaching week from the path of a document, 0 when nothing says it. The name of the file counts before
// its folders, and the inner folders before the outer ones.
func weekOf(docPath string) int {
	parts := strings.Split(docPath, "/")
	for _, re := range []*regexp.Regexp{weekName, chineseWeek, lectureName} {
		for i := len(parts) - 1; i >= 0; i-- {
			m := re.FindStringSubmatch(parts[i])
			if m == nil {
				continue
			}
			if n, err := strconv.Atoi(m[1]); err == nil && n >= 1 && n <= maxWeek {
				return n
			}
		}
	}
	return 0
}
