package extract

import (
	"strings"
	"testing"
	"unicode"
)

// garbledCases is text of more than forty words in several languages, and what is no language.
var garbledCases = map[string]string{
	"English": "Retrieval practice strengthens memory far more than reading the same chapter again and again, although most students believe that the opposite is true. Whoever tests themselves remembers better after one week, and the effect grows when the questions come back after longer and longer pauses between the sessions.",
	"German":  "Wer sich selbst prüft, behält nach einer Woche deutlich mehr als jemand, der dasselbe Kapitel noch einmal durchliest, obwohl die meisten Studierenden das Gegenteil glauben. Der Abstand zwischen zwei Sitzungen sollte dabei allmählich größer werden, denn das Vergessen verläuft zuerst sehr schnell und später immer langsamer als vermutet.",
	"Polish":  "Powtarzanie materiału przez samodzielne przypominanie wzmacnia pamięć znacznie bardziej niż ponowne czytanie tego samego rozdziału, chociaż większość studentów uważa inaczej. Przerwy pomiędzy kolejnymi sesjami powinny stopniowo rosnąć, ponieważ zapominanie przebiega początkowo bardzo szybko, później zaś coraz wolniej, co pokazano już dawno temu w wielu badaniach.",
	"Turkish": "Kendini sınayan öğrenciler bir hafta sonra aynı bölümü yeniden okuyanlardan çok daha fazlasını hatırlar, oysa öğrencilerin çoğu bunun tersine inanır. Oturumlar arasındaki süre giderek uzatılmalıdır, çünkü unutma başlangıçta çok hızlı ilerler, sonra yavaşlar; bu durum birçok araştırmada uzun zaman önce gösterilmiştir ve bugün hâlâ geçerlidir.",
	"blanked": strings.Repeat("XXXXXXXX XXXX XXXXX ", 30),
	"numbers": strings.Repeat("0.47 12 3.5e7 x1 y2 ", 30),
}

func TestGarbledLettersAreFound(t *testing.T) {
	for name, text := range garbledCases {
		page := sheetOf(600, 800, placedLine{20, 100, text})
		if page.findGarbled(); page.doubtful() {
			t.Errorf("%s is taken for garbled", name)
		}
		if name == "blanked" || name == "numbers" {
			continue
		}
		for how, other := range map[string]func(rune) rune{
			"the next letter": func(c rune) rune { return 'a' + (c-'a'+1)%26 },
			"from the end":    func(c rune) rune { return 'z' - (c - 'a') },
			"mixed":           func(c rune) rune { return rune("qwertzuiopasdfghjklyxcvbnm"[c-'a']) },
		} {
			wrong := sheetOf(600, 800, placedLine{20, 100, exchange(text, other)})
			if wrong.findGarbled(); !wrong.doubtful() || !wrong.wantsEyes() {
				t.Errorf("%s, %s: not found", name, how)
			}
		}
	}
}

func exchange(text string, other func(rune) rune) string {
	return strings.Map(func(c rune) rune {
		if low := unicode.ToLower(c); low >= 'a' && low <= 'z' {
			return other(low)
		}
		return c
	}, text)
}

// What is read from the picture of a garbled page takes the place of its words, unless it is as odd as they are.
func TestGarbledPageIsSeen(t *testing.T) {
	line := func(text string) []SeenLine {
		var l SeenLine
		for i, w := range strings.Fields(text) {
			l.Words = append(l.Words, SeenWord{Text: w, X0: float32(10 * i), X1: float32(10*i + 9), Y0: 0, Y1: 10, Confidence: 0.9})
		}
		return []SeenLine{l}
	}
	text := garbledCases["English"]
	wrong := exchange(text, func(c rune) rune { return 'z' - (c - 'a') })
	for name, c := range map[string]struct {
		seen string
		take bool
	}{"other words": {text, true}, "fewer words": {text[:len(text)/2], true}, "the same": {wrong, false}} {
		page := sheetOf(600, 800, placedLine{20, 100, wrong})
		page.findGarbled()
		page.see(line(c.seen), 1)
		if page.seen != c.take || page.doubtful() {
			t.Errorf("%s: taken %v, doubtful %v", name, page.seen, page.doubtful())
		}
	}
}
