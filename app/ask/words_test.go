package ask

import (
	"testing"
	"unicode/utf8"
)

func TestStemsMeet(t *testing.T) {
	for _, same := range [][]string{
		{"list", "lists", "Lists"}, {"run", "running", "runs"}, {"store", "stored", "storing", "stores"}, {"query", "queries"},
		{"Prüfung", "Prüfungen", "prufung"}, {"naïve", "naive"}, {"1,000", "1000", "1.000"}, {"3,5", "3.5"},
		{"Größe", "GRÖSSE"}, {"ﬁnd", "find", "finds"}, {"C++", "c++"}, {"𝐴bc", "Abc"},
	} {
		want := wordsOf(same[0], "en")[0].stem
		for _, s := range same[1:] {
			if got := wordsOf(s, "en")[0].stem; got != want {
				t.Errorf("%q gives %q, %q gives %q", same[0], want, s, got)
			}
		}
	}
}

func TestStemsStayApart(t *testing.T) {
	for _, apart := range [][2]string{{"B", "B+"}, {"tuple", "table"}, {"42", "43"}, {"3.5", "35"}, {"star", "start"}, {"self", "set"}} {
		a, b := wordsOf(apart[0], "en")[0].stem, wordsOf(apart[1], "en")[0].stem
		if a == b {
			t.Errorf("%q and %q both give %q", apart[0], apart[1], a)
		}
	}
}

func TestGuessLanguage(t *testing.T) {
	for q, want := range map[string]string{
		"What is the guardian pattern?":         "en",
		"Wie läuft die Turnier-Selektion ab?":   "de",
		"Was bedeutet Kantenkonsistenz?":        "de",
		"Entropie 4-seitiger Würfel":            "de",
		"Qu'est-ce que la règle de la chaîne ?": "fr",
		"¿Qué es la entropía?":                  "es",
		"什么是神经网络?":                              "zh",
		"regex":                                 "",
	} {
		if got := guessLanguage(q); got != want {
			t.Errorf("%q: %q, want %q", q, got, want)
		}
	}
}

func TestSlip(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"list", "list", 0}, {"lits", "list", 1}, {"retrun", "return", 1}, {"query", "querry", 1}, {"abc", "xyz", 3}, {"zuläsig", "zulässig", 1}} {
		if got := slip(tt.a, tt.b, 2); got != tt.want {
			t.Errorf("slip(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("C++ is 1,000.5 times 天空 naïve", "en")
	f.Fuzz(func(t *testing.T, s, lang string) {
		if !utf8.ValidString(s) {
			t.Skip()
		}
		from := -1
		for _, w := range wordsOf(s, lang) {
			if w.From <= from || w.To <= w.From || w.To > len(s) || !utf8.ValidString(s[w.From:w.To]) {
				t.Fatalf("word %v after %d of %q", w.Span, from, s)
			}
			from = w.From
		}
	})
}
