package extract

import "testing"

func TestLegible(t *testing.T) {
	for _, c := range []struct {
		in     rune
		symbol bool
		want   string
	}{
		{'a', false, "a"}, {'ß', false, "ß"}, {'ﬃ', false, "ffi"}, {'𝐴', false, "A"}, {'𝛼', false, "α"}, {'ℝ', false, "R"}, {'Ω', false, "Ω"},
		{'\u00ad', false, "-"}, {'‐', false, "-"}, {'–', false, "–"}, {0xf0b7, false, "•"}, {0xf061, true, "α"}, {0xf061, false, "a"},
		{0xe001, false, ""}, {0x07, false, ""}, {0x200b, false, ""}, {0xfffe, false, ""}, {'½', false, "½"}, {'²', false, "²"}, {'語', false, "語"},
		{'ﻻ', false, "لا"},
	} {
		if got := legible(c.in, c.symbol); got != c.want {
			t.Errorf("legible(%U, %v) = %q, want %q", c.in, c.symbol, got, c.want)
		}
	}
}

func TestCompose(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "fu¨r": "für", "Gr¨oße": "Größe", "caf´e": "café", "na¨ıve": "naïve", "u\u0308ber": "über", "a´": "á", "x´": "x´", "gar¸con": "garçon", "garc¸on": "garçon",
	} {
		if got := compose(in); got != want {
			t.Errorf("compose(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestMend(t *testing.T) {
	for _, c := range []struct {
		in   string
		mono bool
		want string
	}{
		{"\ufffdrst", false, "first"}, {"\ufffdexible", false, "flexible"}, {"modi\ufffded", false, "modified"}, {"re\ufffdect", false, "reflect"}, {"nyc\ufffdights13", false, "nycflights13"},
		{"a\ufffd", false, "a"}, {"\ufffd", false, ""}, {"readr\ufffdread_csv", true, "readr read_csv"}, {"plain", false, "plain"}, {"\ufffd\ufffd\ufffdab", false, "ab"},
	} {
		if got := mend(c.in, c.mono); got != c.want {
			t.Errorf("mend(%q, %v) = %q, want %q", c.in, c.mono, got, c.want)
		}
	}
}

func TestDivided(t *testing.T) {
	for _, c := range []struct {
		end, next string
		divided   bool
		compound  bool
	}{
		{"inter-", "national", true, false}, {"well-", "known", false, true}, {"state-of-the-", "art", false, true}, {"Vor-", "und", false, false},
		{"Markov-", "Kette", false, true}, {"GPT-", "4", false, true}, {"1990-", "1995", false, false}, {"-", "and", false, false}, {"word", "next", false, false},
	} {
		if got := divided(c.end, c.next); got != c.divided {
			t.Errorf("divided(%q, %q) = %v", c.end, c.next, got)
		}
		if got := divided(c.end, c.next) || compound(c.end, c.next); got != (c.divided || c.compound) {
			t.Errorf("compound(%q, %q) = %v", c.end, c.next, got)
		}
	}
}

func TestItemNumber(t *testing.T) {
	for in, want := range map[string]bool{"1.": true, "12)": true, "(a)": true, "iv.": true, "1.2.": true, "(2004)": false, "a.": false, "etc.": false, ")": false, "word": false, "": false} {
		if got := itemNumber(in); got != want {
			t.Errorf("itemNumber(%q) = %v", in, got)
		}
	}
}

func TestSensibleTitle(t *testing.T) {
	for in, want := range map[string]bool{
		"Memory and Learning": true, "Microsoft PowerPoint - deck.pptx": false, "paper.dvi": false, "Untitled": false, "": false, "12": false, "C:/x/y": false, "L'apprentissage": true, "機械学習": true,
	} {
		if got := sensibleTitle(in); got != want {
			t.Errorf("sensibleTitle(%q) = %v", in, got)
		}
	}
}
