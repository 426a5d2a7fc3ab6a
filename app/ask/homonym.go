package ask

import (
	"strings"
	"unicode/utf8"
)

var (
	// homonyms are small words that are the names of things as well: the mean of numbers, a will, Freud's Ich and Es.
	homonyms = set("mean means may might will can must good super great cool do it i me us who ich es")
	// before a thing stands one of these, and before "mean" a verb never does.
	articles   = set("the a an das der die dem den des ein eine einem einen eines el la le un une")
	beforeMean = set("explain define describe calculate compute compare about of and or between vs versus called than from")
)

// askedWords are the words of a question as wordsOf gives them, but that a small word which is a name where it stands is none that
// says nothing.
func askedWords(question, lang string) []word {
	words := wordsOf(question, lang)
	loud := question == strings.ToUpper(question)
	title := true // Every Word With a Capital Says Nothing About Any
	for i, w := range words {
		title = title && (i == 0 || raw(question, w) != strings.ToLower(raw(question, w)))
	}
	for i, w := range words {
		if !w.stop {
			continue
		}
		is := raw(question, w)
		lower := strings.ToLower(is)
		switch {
		case isHan(firstRune(is)) || lower == is && !homonyms[lower]:
			continue
		case !loud && is == strings.ToUpper(is) && is != "I" && (i > 0 || utf8.RuneCountInString(is) > 1): // WHO, IT
			words[i].stop = false
		case !homonyms[lower]:
			continue
		case len(words) == 1:
			words[i].stop = false
		case i > 0:
			before := strings.ToLower(raw(question, words[i-1]))
			capital := !title && is != lower && is != "I" && startsNothing(question[:w.From])
			words[i].stop = !(capital || articles[before] || lower == "mean" && beforeMean[before])
		}
	}
	return words
}

func raw(text string, w word) string { return text[w.From:w.To] }

// startsNothing says whether a word behind this text stands within a sentence.
func startsNothing(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " "))
	return !strings.ContainsRune(".!?:\n•“\"„(", last)
}
