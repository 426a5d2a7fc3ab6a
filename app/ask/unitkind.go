package ask

import (
	"strings"
	"unicode/utf8"
)

const (
	saysLeast = 7   // words from which what has no full stop is taken for something said
	linkShare = 0.5 // of a unit's letters that are in addresses, from which it is a list of links
)

// row says whether a unit is a row of a table.
func (q *quotable) row(u int) bool { return isRow(q.text[q.units[u].From:q.units[u].To]) }

// tableOf returns the first row of the table that a unit is in, -1 outside of one.
func (q *quotable) tableOf(u int) int {
	if !q.row(u) {
		return -1
	}
	for u > 0 && q.row(u-1) {
		u--
	}
	return u
}

// isTableHead says whether a unit is the first row of a table that goes on.
func (q *quotable) isTableHead(u int) bool {
	return q.tableOf(u) == u && u+1 < len(q.units) && q.row(u+1)
}

// above are the units that a reader of a stretch has before the eyes as well: the head of the table that it is in, and what the
// table is called.
func (q *quotable) above(s stretch) []int {
	head := q.tableOf(s.from)
	if head < 0 || !q.row(s.to) {
		return nil
	}
	var out []int
	if head < s.from {
		out = append(out, head)
	}
	if head > 0 && !q.says(head-1) {
		out = append(out, head-1)
	}
	return out
}

// says says whether a unit states something: a heading, a point of an agenda or a short question does not.
func (q *quotable) says(u int) bool {
	text := strings.TrimRight(q.text[q.units[u].From:q.units[u].To], "\"'”“»)*_ ")
	last, _ := utf8.DecodeLastRuneInString(text)
	switch {
	case q.count[u] >= saysLeast, q.row(u), looksLikeCode(text):
		return true
	case strings.HasSuffix(text, "..."):
		return false
	}
	return strings.ContainsRune(".!:;。！", last)
}

// links says whether a unit is for the most part addresses.
func (q *quotable) links(u int) bool {
	text := q.text[q.units[u].From:q.units[u].To]
	return float64(len(spoken(text))) < (1-linkShare)*float64(len(text))
}

// manner says whether a stretch states anything, and what it loses for its units: it is taken last when it does not, and when it
// is a list of links.
func (q *quotable) manner(s stretch) (states bool, cost float64) {
	says, links := 0, 0
	for u := s.from; u <= s.to; u++ {
		switch {
		case q.links(u):
			links++
		case q.says(u):
			says++
		}
	}
	cost = linksCost * float64(links) / float64(s.to-s.from+1)
	states = says > 0 || links == 0 && s.words >= saysLeast // the points of a slide say something together
	if !states {
		cost += headingsCost
	}
	return states, cost
}
