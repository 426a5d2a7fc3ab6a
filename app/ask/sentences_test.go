package ask

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestUnits(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"sentences", "One is first. Two is next! Is three?", []string{"One is first.", "Two is next!", "Is three?"}},
		{"abbreviations", "Fruit, e.g. Apples, is good. Dr. Smith agrees.", []string{"Fruit, e.g. Apples, is good.", "Dr. Smith agrees."}},
		{"German", "Das gilt z. B. Montags. Siehe Abb. 3 dort.", []string{"Das gilt z. B. Montags.", "Siehe Abb. 3 dort."}},
		{"ordinals", "Die Klausur ist am 12. Februar. Es sind 12. Danach ist Pause.", []string{"Die Klausur ist am 12. Februar.", "Es sind 12.", "Danach ist Pause."}},
		{"Chinese", "天空是蓝色的。水是湿的！对吗？", []string{"天空是蓝色的。", "水是湿的！", "对吗？"}},
		{"address", "See ibid:///open?module=x&page=2 there. Or a!b?", []string{"See ibid:///open?module=x&page=2 there.", "Or a!b?"}},
		{"Chinese in quotes", "他说：“天空是蓝色的。”Water is wet。对吗?对。", []string{"他说：“天空是蓝色的。”", "Water is wet。", "对吗?", "对。"}},
		{"rows", "Name | Share\nHomework | 40 %\nExam | 60 %", []string{"Name | Share", "Homework | 40 %", "Exam | 60 %"}},
		{"list", "Causes:\nHeat\nDust", []string{"Causes:", "Heat", "Dust"}},
		{"wrapped line", "A sentence that goes\non in the next line. Next.", []string{"A sentence that goes\non in the next line.", "Next."}},
		{"code", "x = f(1)\ny = g(x)\nprint(y)", []string{"x = f(1)", "y = g(x)", "print(y)"}},
		{"empty", " \n\n ", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, u := range unitsOf(tt.in) {
				got = append(got, tt.in[u.From:u.To])
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUnitsOfSpeech(t *testing.T) {
	text := strings.Repeat("so what we do here is we take the thing and put it there and then\n", 8)
	for _, u := range unitsOf(text) {
		if n := countWords(text[u.From:u.To]); n > longUnit {
			t.Errorf("a unit has %d words", n)
		}
	}
}

func FuzzUnits(f *testing.F) {
	for _, s := range []string{"A. B.", "a | b\nc", "一二三。四五", "e.g. x", strings.Repeat("word ", 200), strings.Repeat("字，", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip()
		}
		end := 0
		for _, u := range unitsOf(s) {
			if u.From < end || u.To <= u.From || u.To > len(s) {
				t.Fatalf("unit %v after %d in %q", u, end, s)
			}
			if !utf8.ValidString(s[u.From:u.To]) {
				t.Fatalf("unit %v cuts a character of %q", u, s)
			}
			end = u.To
		}
		newQuotable(s, "en").stretches(func(x stretch) {
			if x.From < 0 || x.To > len(s) || x.From >= x.To || !utf8.ValidString(s[x.From:x.To]) {
				t.Fatalf("stretch %v of %q", x.Span, s)
			}
		})
	})
}
