package terms

import (
	"embed"
	"path"
	"strings"
	"sync"
)

// stopFiles are lists of words that nearly every text of a language has, question words among them; blanks separate.
//
//go:embed stopwords/*.txt
var stopFiles embed.FS

// stopOrder decides between languages that have the same number of stop words in a question.
var stopOrder = []string{"en", "de", "fr", "es", "it", "pt", "nl", "sv", "ru"}

// stopLists are the sets of stopOrder.
var stopLists = sync.OnceValue(func() map[string]map[string]bool {
	lists := map[string]map[string]bool{}
	for _, lang := range stopOrder {
		set := map[string]bool{}
		// The files are part of the program; without one, no word of its language is left out.
		text, _ := stopFiles.ReadFile(path.Join("stopwords", lang+".txt"))
		for _, w := range strings.Fields(string(text)) {
			set[w] = true
		}
		lists[lang] = set
	}
	return lists
})

// stopWordsOf returns the list of the language that has most of the words on it; nil when none has any.
func stopWordsOf(words []word) map[string]bool {
	var best map[string]bool
	most := 0
	for _, lang := range stopOrder {
		list, n := stopLists()[lang], 0
		for _, w := range words {
			if len(w.parts) == 1 && list[lower(w.parts[0])] {
				n++
			}
		}
		if n > most {
			best, most = list, n
		}
	}
	return best
}
