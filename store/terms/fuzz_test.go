package terms_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ibid/store/terms"
)

var seeds = []string{
	"What is memory?", `"a" OR b* NEAR(c d, 2) -col:x ^y {z}`, "C++ F# __init__ num_ctx os.path 3.14 3,14 l'eau don't", "机器学习 データbase 기계",
	"\x00\xff\xfe\xed\xa0\x80", "'''`’’", "a'", "_._,_", "ÅÄÖ ﬀ ﷺ ½ \u0345 \u200d", strings.Repeat("ab_", 200), "İIıi ẞß Σσς",
}

// FuzzIndex holds the promise to the tokenizer: nothing but letters, digits, marks and Extra, separated by one blank.
func FuzzIndex(f *testing.F) {
	for _, seed := range seeds {
		for _, lang := range []string{"", "en", "de", "ar"} {
			f.Add(seed, lang)
		}
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		got := terms.New(lang).Index(text)
		if got != strings.Join(strings.Fields(got), " ") || !utf8.ValidString(got) {
			t.Fatalf("Index(%q) = %q", text, got)
		}
		for _, term := range strings.Fields(got) {
			if len(term) > 64 {
				t.Fatalf("Index(%q): a term of %d bytes", text, len(term))
			}
			for _, r := range term {
				if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune(terms.Extra, r) {
					t.Fatalf("Index(%q): %q in %q", text, r, term)
				}
			}
		}
		if again := terms.New(lang).Index(text); again != got {
			t.Fatalf("Index(%q) = %q and then %q", text, got, again)
		}
	})
}

var grammar = regexp.MustCompile(`^("[^" ]+"( \*)?( OR "[^" ]+"( \*)?)*)?$`)

// FuzzQuery: no question is a syntax error, and what a text is indexed under finds it.
func FuzzQuery(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed, "en")
	}
	f.Fuzz(func(t *testing.T, question, lang string) {
		query := terms.Query(question, []string{lang, "de"}, index{"gewicht", "kant", "kernel", "прямое"})
		if !grammar.MatchString(query) {
			t.Fatalf("Query(%q) = %s", question, query)
		}
		indexed := terms.New(lang).Index(question)
		if (query == "") != (indexed == "") {
			t.Fatalf("Query(%q) = %s, indexed as %q", question, query, indexed)
		}
	})
}

func BenchmarkIndex(b *testing.B) {
	text := strings.Repeat("The hippocampus consolidates memories during slow-wave sleep, as num_ctx and 3.14 show. ", 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		terms.New("en").Index(text)
	}
}
