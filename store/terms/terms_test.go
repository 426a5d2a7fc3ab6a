package terms_test

import (
	"strings"
	"testing"

	"ibid/store/terms"
)

func TestIndex(t *testing.T) {
	tests := map[string]struct{ lang, text, want string }{
		"empty":              {"en", " \t\n", ""},
		"English stems":      {"en", "Memories are consolidated during sleep.", "memori are consolid dure sleep"},
		"no rules":           {"", "Memories are Running", "memories are running"},
		"unknown language":   {"xx", "Memories", "memories"},
		"German":             {"de", "Die Größen der Häuser, größte Übungen", "die gross der haus grosst ubung"},
		"French":             {"fr", "L'eau d'une mémoire, aujourd'hui", "eau une memoir aujourd hui"},
		"Spanish":            {"es", "¿Qué canciones estudió?", "que cancion estud"},
		"Russian":            {"ru", "Памяти и книги", "памят и книг"},
		"Arabic":             {"ar", "والمكتبة الكتابُ", "مكتب كتاب"},
		"Greek, final sigma": {"", "Λόγος ΛΌΓΟΣ", "λογοσ λογοσ"},
		"Hindi keeps vowels": {"", "हिन्दी", "हिन्दी"},
		"Turkish":            {"", "İstanbul ışık", "istanbul isik"},
		"strokes":            {"", "Øre Æsir Łódź", "ore aesir lodz"},
		"Chinese":            {"zh", "机器学习。深", "机器 器学 学习 深"},
		"Japanese and Latin": {"ja", "データbase", "デー ータ base"},
		"Korean":             {"ko", "기계학습", "기계 계학 학습"},
		"Thai":               {"th", "กขค", "กข ขค"},
		"dunder":             {"en", "__init__", "__init__ init"},
		"snake":              {"en", "set num_ctx=4096", "set num_ctx num ctx 4096"},
		"camel":              {"en", "getElementById PyTorch iPhone LaTeX", "getelementbyid get element by id pytorch py torch iphon latex"},
		"dotted":             {"en", "os.path.join(x). Next", "os.path.join os path join x next"},
		"signs":              {"en", "C++ and C#, F#; x++y a# b## 5#", "c++ c and c# c f# f x y a# a b# b 5# 5"},
		"blank to fill in":   {"en", "name: ____", "name"},
		"numbers":            {"en", "3.14 3,14 1,000 2nd 192.168.0.1", "3.14 3.14 3 14 1.000 1 000 2nd 192.168.0.1"},
		"maths letters":      {"en", "𝐴𝑥 ﬁnal ½", "ax final 1 2"},
		"soft hyphen":        {"en", "infor\u00admation", "inform"},
		"apostrophes":        {"en", "the student's, don’t, O'Reilly, rock'n'roll", "the student don reilli rock roll"},
		"only an elision":    {"fr", "l'a", "la"},
		"combining":          {"", "cafe\u0301", "cafe"},
		"not UTF-8":          {"en", "one\xff\xfetwo", "one two"},
		"quotes and NUL":     {"en", "\"a\"\x00'b' OR NEAR(", "a b or near"},
		"emoji":              {"en", "😀 ok", "ok"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := terms.New(test.lang).Index(test.text); got != test.want {
				t.Errorf("Index(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

func TestIndexClipsLongWords(t *testing.T) {
	got := terms.New("en").Index(strings.Repeat("é", 500) + " " + strings.Repeat("x", 500))
	for _, term := range strings.Fields(got) {
		if len(term) > 64 {
			t.Errorf("a term of %d bytes", len(term))
		}
	}
}

func TestQuery(t *testing.T) {
	tests := map[string]struct {
		question  string
		languages []string
		want      string
	}{
		"nothing":                   {"?!", []string{"en"}, ""},
		"stop words go":             {"What is the role of sleep?", []string{"en"}, `"role" OR "sleep"`},
		"only stop words stay":      {"to be or not to be", []string{"en"}, `"to" OR "be" OR "or" OR "not"`},
		"German stop words":         {"Was ist die Rolle des Schlafs?", []string{"de"}, `"roll" OR "schlaf"`},
		"die is English here":       {"how do stars die", []string{"en"}, `"star" OR "die"`},
		"the form of each language": {"sleeping memories", []string{"en", "de", ""}, `"sleep" OR "sleeping" OR "memori" OR "memories"`},
		"abbreviations":             {"what does WHO say about vitamin A", []string{"en"}, `"who" OR "say" OR "vitamin" OR "a"`},
		"all in capitals":           {"WHAT IS SLEEP", []string{"en"}, `"sleep"`},
		"names":                     {"what does __init__ do in C++?", []string{"en"}, `"__init__" OR "init" OR "c++" OR "c"`},
		"Chinese":                   {"什么是学习", []string{"zh"}, `"什么" OR "么是" OR "是学" OR "学习"`},
		"one character":             {"山", []string{"zh"}, `"山" *`},
		"FTS5 syntax":               {`"sleep" AND (NOT title:x* ^ NEAR/2) -- '`, nil, `"sleep" OR "title" OR "x" OR "near" OR "2"`},
		"repeated":                  {"sleep sleeps slept", []string{"en"}, `"sleep" OR "slept"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := terms.Query(test.question, test.languages, nil); got != test.want {
				t.Errorf("Query(%q) = %s, want %s", test.question, got, test.want)
			}
		})
	}
}

func TestQueryIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(" w")
		b.WriteString(strings.Repeat("x", i%50))
		b.WriteRune(rune('a' + i%26))
	}
	if n := strings.Count(terms.Query(b.String(), []string{"en", "de"}, nil), " OR "); n > 64 {
		t.Errorf("%d terms", n+1)
	}
}
