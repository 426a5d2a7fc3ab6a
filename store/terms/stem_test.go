package terms_test

import (
	"testing"

	"ibid/store/terms"
)

// Forms of one word have to meet in one term, and different words have to stay apart.
func TestStemsMeet(t *testing.T) {
	for lang, groups := range map[string][][]string{
		"en": {{"memory", "memories"}, {"consolidate", "consolidation", "consolidated", "consolidating"}, {"neuron", "neurons"}},
		"de": {
			{"Haus", "Häuser", "Hauses", "Häusern"}, {"Übung", "Übungen"}, {"Speicher", "Speichers", "Speichern"},
			{"schnell", "schnelle", "schneller", "schnelles"}, {"Straße", "Strassen"}, {"Zelle", "Zellen"}, {"Gedächtnis", "Gedächtnisse"},
		},
		"fr": {{"mémoire", "memoire", "mémoires"}, {"cheval", "chevaux"}},
		"es": {{"canción", "canciones", "cancion"}},
		"ru": {{"книга", "книги", "книгу", "книгой"}},
		"ar": {{"كتاب", "الكتاب", "والكتاب", "بالكتاب"}},
		"":   {{"café", "CAFE", "cafe\u0301"}},
	} {
		a := terms.New(lang)
		owner := map[string]int{}
		for i, group := range groups {
			first := a.Index(group[0])
			for _, form := range group[1:] {
				if got := a.Index(form); got != first {
					t.Errorf("%s: %s is %q, %s is %q", lang, group[0], first, form, got)
				}
			}
			if other, ok := owner[first]; ok {
				t.Errorf("%s: %v and %v meet in %q", lang, groups[other], group, first)
			}
			owner[first] = i
		}
	}
}
