package ask

import (
	"strings"
	"unicode"
)

// openers are the words with which a question leans on the one before, in the languages of the fixed sentences.
var openers = []string{
	"and ", "but ", "or ", "what about", "how about", "what if", "why not", "also ", "then ", "so ", "same ",
	"und ", "aber ", "oder ", "was ist mit", "wie ist es", "und wenn", "auch ", "dann ",
	"et ", "mais ", "ou ", "alors ", "y ", "pero ", "o ", "entonces ", "那", "那么", "还有", "为什么呢",
}

// pointers are words that stand for something said before.
var pointers = map[string]bool{
	"it": true, "its": true, "they": true, "them": true, "their": true, "those": true, "these": true, "this": true, "that": true,
	"he": true, "she": true, "him": true, "her": true, "instead": true, "there": true, "latter": true, "former": true,
	"es": true, "sie": true, "ihn": true, "ihm": true, "ihr": true, "deren": true, "dessen": true, "dabei": true, "davon": true,
	"dafür": true, "damit": true, "dazu": true, "darin": true, "diese": true, "dieser": true, "dieses": true, "jene": true,
	"il": true, "elle": true, "ils": true, "elles": true, "cela": true, "ça": true, "celui": true, "celle": true,
	"eso": true, "esto": true, "ello": true, "ellos": true, "ellas": true,
	"它": true, "他": true, "她": true, "这": true, "那": true,
}

// fewWords: a question with fewer words of its own than this has hardly a subject.
const fewWords = 2

// standalone rewrites a question that leans on the one before into one that can be looked up: the words of the previous
// question that it does not have itself are added behind it. A question that stands alone comes back as it is.
func standalone(question, previous string) string {
	question, previous = strings.TrimSpace(question), strings.TrimSpace(previous)
	if previous == "" || !leans(question) {
		return question
	}
	has := map[string]bool{}
	lang := guessLanguage(previous)
	for _, w := range wordsOf(question, lang) {
		has[w.stem] = true
	}
	var added []string
	for _, w := range wordsOf(previous, lang) {
		if !w.stop && !has[w.stem] {
			has[w.stem] = true
			added = append(added, previous[w.From:w.To])
		}
	}
	if len(added) == 0 {
		return question
	}
	return question + " (" + strings.Join(added, " ") + ")"
}

func leans(question string) bool {
	lower := strings.ToLower(question)
	for _, o := range openers {
		if strings.HasPrefix(lower, o) {
			return true
		}
	}
	content := 0
	for _, w := range wordsOf(question, guessLanguage(question)) {
		if pointers[strings.ToLower(question[w.From:w.To])] {
			return true
		}
		if !w.stop {
			content++
		}
	}
	return content < fewWords && strings.IndexFunc(question, unicode.IsLetter) >= 0
}
