package terms

import (
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// stemmer cuts a word in lower case, accents kept, to its stem.
type stemmer func(word string) string

var stemmers = map[string]stemmer{
	"en": snowball(english.Stem),
	"de": german,
	"fr": snowball(french.Stem),
	"es": snowball(spanish.Stem),
	"ru": snowball(russian.Stem),
	"sv": snowball(swedish.Stem),
	"no": snowball(norwegian.Stem),
	"nb": snowball(norwegian.Stem),
	"nn": snowball(norwegian.Stem),
	"hu": snowball(hungarian.Stem),
	"ar": arabic,
}

func snowball(stem func(word string, stemStopWords bool) string) stemmer {
	return func(word string) string {
		if stemmed := stem(word, true); stemmed != "" {
			return stemmed
		}
		return word
	}
}
