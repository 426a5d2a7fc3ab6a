package models

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The model tells no times. They are worked out: what is said takes its share of the time in which somebody speaks, and where
// somebody stops for a moment a word ends, most likely one with a punctuation mark.
const (
	shortestPart = 2.0 // seconds of a part of a sentence
	longPart     = 3.0 // seconds before and after a comma at which nobody stops, where it is cut nevertheless
	longPause    = 7   // frames of a pause at which a sentence without a mark is cut
	markReach    = 40  // frames by which a pause may be off the word with a mark that it follows
	wordReach    = 20  // and off any other word
	sentenceGain = 25  // frames by which a sentence's end may be further off than another word, to be taken instead
	commaGain    = 15
)

// spokenWord is a word of a stretch, with what follows it.
type spokenWord struct {
	text    string
	letters int // up to its end, since the first of the stretch
	ends    bool
	comma   bool
	cut     bool    // a part ends here
	end     float64 // frame at which it ends, when it is cut
	next    float64 // frame at which the next part begins
}

// placeSentences cuts the text of a stretch into sentences, long ones also where somebody stops, and gives each its time.
func placeSentences(text string, cut stretchCut) []Sentence {
	words := spokenWords(text)
	if len(words) == 0 {
		return nil
	}
	from, to := cut.voice()
	cut.anchor(words, from, to)
	interpolate(words, from, to)
	var out []Sentence
	start, first := from, 0
	for i, w := range words {
		last := i == len(words)-1
		end, next := w.end, w.next
		if last {
			end, next = to, to
		}
		if !last && (!w.cut || !w.ends && (end-start)*frameSeconds < shortestPart) {
			continue
		}
		texts := make([]string, 0, i+1-first)
		for _, w := range words[first : i+1] {
			texts = append(texts, w.text)
		}
		out = append(out, Sentence{Start: start * frameSeconds, End: max(start, end) * frameSeconds, Text: strings.Join(texts, " ")})
		start, first = max(start, next), i+1
	}
	return out
}

func spokenWords(text string) []spokenWord {
	fields := strings.Fields(text)
	words := make([]spokenWord, len(fields))
	letters := 0
	for i, f := range fields {
		letters += max(spoken(f), 1)
		words[i] = spokenWord{text: f, letters: letters, comma: strings.ContainsRune(",;:", rune(f[len(f)-1]))}
		words[i].ends = i+1 < len(fields) && endsSentence(f) && beginsSentence(fields[i+1])
	}
	return words
}

// voice gives the frames in which the first voice begins and the last ends.
func (cut stretchCut) voice() (from, to float64) {
	from, to = float64(cut.from), float64(cut.to)
	for _, p := range cut.pauses {
		if p.from == cut.from && p.to < cut.to {
			from = float64(p.to)
		}
		if p.to == cut.to && p.from > cut.from {
			to = float64(p.from)
		}
	}
	return from, to
}

// anchor finds for each pause the word that ends there, from the start to the end, and measures anew from each that it found.
func (cut stretchCut) anchor(words []spokenWord, from, to float64) {
	begin, done, letters := from, 0, 0 // what is placed: up to a frame, so many words with so many letters
	for n, p := range cut.pauses {
		if float64(p.from) <= begin || float64(p.to) >= to {
			continue
		}
		speech, here := to-begin, float64(p.from)-begin
		for m, q := range cut.pauses {
			if float64(q.from) > begin && float64(q.to) < to {
				speech -= float64(q.to - q.from)
				if m < n {
					here -= float64(q.to - q.from)
				}
			}
		}
		pace := speech / float64(max(words[len(words)-1].letters-letters, 1)) // frames a letter
		best, cost := -1, math.Inf(1)
		for i := done; i < len(words)-1; i++ {
			off := math.Abs(float64(words[i].letters-letters)*pace - here)
			gain := 0.0
			switch {
			case words[i].ends && off <= markReach:
				gain = sentenceGain
			case words[i].comma && off <= markReach:
				gain = commaGain
			case off > wordReach || p.to-p.from < longPause:
				continue
			}
			if off-gain < cost {
				best, cost = i, off-gain
			}
		}
		if best < 0 {
			continue
		}
		words[best].cut, words[best].end, words[best].next = true, float64(p.from), float64(p.to)
		begin, done, letters = float64(p.to), best+1, words[best].letters
	}
}

// interpolate cuts after the sentences that end without a pause, and in long parts after a comma, at their share of the time between those that have one.
func interpolate(words []spokenWord, from, to float64) {
	begin, letters := from, 0
	for i := range words {
		if words[i].cut {
			begin, letters = words[i].next, words[i].letters
			continue
		}
		if !words[i].ends && !words[i].comma {
			continue
		}
		end, until := to, words[len(words)-1].letters
		for _, later := range words[i:] {
			if later.cut {
				end, until = later.end, later.letters
				break
			}
		}
		at := begin + (end-begin)*float64(words[i].letters-letters)/float64(max(until-letters, 1))
		if !words[i].ends && ((at-begin)*frameSeconds < longPart || (end-at)*frameSeconds < longPart) {
			continue
		}
		words[i].cut, words[i].end, words[i].next = true, at, at
		begin, letters = at, words[i].letters
	}
}

// spoken measures how long a text takes to say: its letters, and digits more than those.
func spoken(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			n += 4
		case unicode.IsLetter(r):
			n++
		}
	}
	return n
}

// shortForms end in a full stop that ends no sentence.
var shortForms = map[string]bool{
	"mr.": true, "mrs.": true, "ms.": true, "dr.": true, "prof.": true, "st.": true, "vs.": true, "e.g.": true, "i.e.": true,
	"no.": true, "fig.": true, "etc.": true, "cf.": true,
}

func endsSentence(word string) bool {
	word = strings.TrimRight(word, `"')]”’`)
	if word == "" || !strings.ContainsRune(".?!", rune(word[len(word)-1])) {
		return false
	}
	return !shortForms[strings.ToLower(word)]
}

func beginsSentence(word string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `"'([“‘`))
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}
