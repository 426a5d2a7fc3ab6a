package ask

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/store"
)

func sourcesOf(texts ...string) []source {
	var out []source
	for i, text := range texts {
		out = append(out, source{Result: Result{Found: store.Found{
			Passage:  store.Passage{RowID: int64(i + 1), Text: text},
			Document: store.Document{RowID: int64(i + 1), Title: "Lecture", Lang: "en"},
		}}})
	}
	return out
}

const (
	tuples = "Tuples are immutable. Because they cannot be modified they take less memory. Lists can be sorted in place."
	exams  = "The midterm takes 90 minutes. The final exam takes three hours and counts 40 percent. Bring a pencil."
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name, written, text string
		support             []Support
		quotes              []string
		answered            bool
	}{
		{"cited", "Tuples take less memory because they cannot be modified [1].",
			"Tuples take less memory because they cannot be modified. [1]",
			[]Support{Supported}, []string{"Tuples are immutable. Because they cannot be modified they take less memory."}, true},
		{"renumbered", "The final exam takes three hours [2]. Tuples are immutable [1].",
			"The final exam takes three hours. [1] Tuples are immutable. [2]",
			[]Support{Supported, Supported}, []string{"The final exam takes three hours and counts 40 percent.", "Tuples are immutable."}, true},
		{"points nowhere, found in code", "The final exam takes three hours [7].",
			"The final exam takes three hours. [1]",
			[]Support{Supported}, []string{"The final exam takes three hours and counts 40 percent."}, true},
		{"no tag, found in code", "The final exam takes three hours.",
			"The final exam takes three hours. [1]",
			[]Support{Supported}, []string{"The final exam takes three hours and counts 40 percent."}, true},
		{"wrong passage, put right", "The final exam takes three hours [1].",
			"The final exam takes three hours. [1]",
			[]Support{Supported}, []string{"The final exam takes three hours and counts 40 percent."}, true},
		{"the numbers of a list are no claims", "1. Tuples are immutable [1].\n2. The final exam takes three hours [2].\n   - 3) Lists can be sorted in place [1].",
			"1. Tuples are immutable. [1]\n2. The final exam takes three hours. [2]\n   - 3) Lists can be sorted in place. [1]",
			[]Support{Supported, Supported, Supported}, []string{"Tuples are immutable. Because they cannot be modified they take less memory. Lists can be sorted in place.", "The final exam takes three hours and counts 40 percent."}, true},
		{"wrong number", "The final exam counts 60 percent [2].",
			"The final exam counts 60 percent. [1]",
			[]Support{No}, []string{"The final exam takes three hours and counts 40 percent."}, false},
		{"wrong number in brackets", "The final exam takes three hours (45) [2].",
			"The final exam takes three hours (45). [1]",
			[]Support{No}, []string{"The final exam takes three hours and counts 40 percent."}, false},
		{"invented", "Whales sing loudly under water [1].",
			"Whales sing loudly under water. [1]", []Support{No}, []string{"Tuples are immutable."}, false},
		{"a true sentence, and a long one that says little", "Tuples are immutable [1]. You may also see the other ones which are not like this one and what they are.",
			"Tuples are immutable. [1] You may also see the other ones which are not like this one and what they are.",
			[]Support{Supported, No}, []string{"Tuples are immutable."}, true},
		{"a link", "Tuples are immutable [1]. [click](javascript:alert(1)) ![x](http://evil.example/very/long/path/of/words.png)",
			"Tuples are immutable. [click](javascript:alert(1)) ![x](http://evil.example/very/long/path/of/words.png) [1]",
			[]Support{Partly}, []string{"Tuples are immutable."}, true},
		{"a tag far off", "Tuples are immutable [1] [1-9999999].", "Tuples are immutable. [1]",
			[]Support{Supported}, []string{"Tuples are immutable."}, true},
		{"round brackets", "Tuples are immutable (1).", "Tuples are immutable (1). [1]",
			[]Support{Supported}, []string{"Tuples are immutable."}, true},
		{"one sentence of two", "Tuples are immutable [1]. Whales sing loudly under water.",
			"Tuples are immutable. [1] Whales sing loudly under water.",
			[]Support{Supported, No}, []string{"Tuples are immutable."}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, sentences, citations, answered := check(tt.written, sourcesOf(tuples, exams), "en", nil)
			if text != tt.text || answered != tt.answered {
				t.Errorf("got %q (answered %v), want %q", text, answered, tt.text)
			}
			for i, s := range sentences {
				if i >= len(tt.support) || s.Support != tt.support[i] {
					t.Errorf("sentence %d: %+v", i, s)
				}
			}
			for i, c := range citations {
				if i >= len(tt.quotes) || c.Quote != tt.quotes[i] || c.N != i+1 {
					t.Errorf("citation %d: %q", c.N, c.Quote)
				}
			}
			if len(citations) != len(tt.quotes) || len(sentences) != len(tt.support) {
				t.Errorf("%d citations, %d sentences", len(citations), len(sentences))
			}
		})
	}
}

// A model that runs wild hits a true sentence by chance; that does not make an answer of the rest.
func TestCheckRefusesBabble(t *testing.T) {
	babble := strings.Repeat("Dolphins jump over burning hoops at the topic of the topic, ", 8) + "again."
	for written, want := range map[string]bool{
		"Tuples are immutable [1]. They are liked by many people.": true,
		"Tuples are immutable [1]. " + babble:                      false,
		"Tuples are immutable [1].\n" + babble + " [1]":            false,
	} {
		if text, _, _, answered := check(written, sourcesOf(tuples, exams), "en", nil); answered != want {
			t.Errorf("answered is %v: %q", answered, text)
		}
	}
}

func TestQuoteComesFromANeighbourThatSaysMore(t *testing.T) {
	s := sourcesOf("And so we come to the next thing that we do.", exams)
	s[0].after = []neighbour{s[1].Found}
	_, _, citations, _ := check("The final exam takes three hours [1].", s[:1], "en", nil)
	if len(citations) != 1 || citations[0].Passage.RowID != 2 || !strings.HasPrefix(citations[0].Quote, "The final exam") {
		t.Errorf("citations %+v", citations)
	}
}

// A quote has at most three sentences, however many a sentence of the answer draws on, and stands in its passage as it is.
func TestQuoteHasAtMostThreeSentences(t *testing.T) {
	text := "Alpha waves. Beta rhythms. Gamma bursts. Delta sleep. Theta states."
	_, _, citations, _ := check("Alpha waves, beta rhythms, gamma bursts, delta sleep and theta states [1].", sourcesOf(text), "en", nil)
	if len(citations) != 1 {
		t.Fatalf("citations %+v", citations)
	}
	quote := citations[0].Quote
	if n := strings.Count(quote, "."); n > 3 || !strings.Contains(text, quote) {
		t.Errorf("%d sentences are quoted: %q", n, quote)
	}
}

// A row of a table, which nothing cuts, is quoted to its beginning when it is longer than a quote may be.
func TestQuoteHasAtMostNinetyWords(t *testing.T) {
	row := "The final exam | " + strings.Repeat("counts for much | ", 60) + "three hours"
	_, _, citations, _ := check("The final exam counts for much [1].", sourcesOf(row), "en", nil)
	if len(citations) != 1 {
		t.Fatalf("citations %+v", citations)
	}
	if quote := citations[0].Quote; countWords(quote) > quoteWords || countWords(quote) < quoteLeast || !strings.Contains(row, quote) {
		t.Errorf("%d words are quoted: %q", countWords(quote), quote)
	}
}

func TestDeclined(t *testing.T) {
	for text, want := range map[string]bool{
		"Your material does not seem to answer this question.":    true,
		"Dein Material scheint diese Frage nicht zu beantworten.": true,
		"The passages do not mention dropout.":                    true,
		"I'm sorry, but the passages don’t contain that.":         true,
		"":                          true,
		"A tuple is immutable [1].": false,
		"The exam takes 90 minutes [1]. The passages do not mention the room, but.": false,
	} {
		if got := declined(text); got != want {
			t.Errorf("declined(%q) = %v", text, got)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("Tuples are immutable [1]. The exam [2, 9] takes 90 minutes.", tuples, exams)
	f.Add("- a [1]\n- b【2】\n\n```\nx[1]\n```", "a | b\n1 | 2", "天空是蓝色的。")
	f.Fuzz(func(t *testing.T, written, one, two string) {
		if !utf8.ValidString(written) || !utf8.ValidString(one) || !utf8.ValidString(two) {
			t.Skip()
		}
		text, sentences, citations, _ := check(written, sourcesOf(one, two), "en", nil)
		for _, m := range bare.FindAllStringSubmatch(text, -1) {
			ok := false
			for _, c := range citations {
				ok = ok || m[1] == string(rune('0'+c.N))
			}
			if !ok {
				t.Fatalf("%q: [%s] has no citation", text, m[1])
			}
		}
		for _, s := range sentences {
			for _, n := range s.Citations {
				if n < 1 || n > len(citations) {
					t.Fatalf("sentence %q cites %d of %d", s.Text, n, len(citations))
				}
			}
		}
		for i, c := range citations {
			if c.N != i+1 || !strings.Contains(c.Passage.Text, c.Quote) || c.Passage.Text[c.At[0].From:c.At[0].To] != c.Quote {
				t.Fatalf("citation %+v", c)
			}
		}
	})
}

func TestWhatMarksALineIsNoClaim(t *testing.T) {
	for _, line := range []string{"# A head", "- 7. A head", "> > A head", "12) A head", "* ### A head"} {
		if got := claims("Before.\n" + line); len(got) != 2 || got[1].text != "A head" || got[0].text+got[1].lead+got[1].text != "Before.\n"+line {
			t.Errorf("%q: %+v", line, got)
		}
	}
	for _, line := range []string{"1.5 grams is a dose", "-1 is negative", "#hashtag of it"} {
		if got := claims(line); len(got) != 1 || got[0].text != line {
			t.Errorf("%q: %+v", line, got)
		}
	}
}
