package ask

import (
	"strings"
	"unicode"
)

// courtesies are what is said and asks nothing; around are the words that go with them.
var (
	courtesies = set(`hi hello hey hiya thanks thank thx cheers bye goodbye ok okay yes no please cool great good nice
hallo moin servus danke dankeschön tschüss bitte ja nein guten gut super prima
bonjour salut merci oui non hola gracias buenos días sí ciao grazie olá obrigado hoi dank
你好 谢谢 привет спасибо`)
	around = set(`you very much so a lot for your the help that was there again all there everyone ibid morning evening afternoon day night
dir dich dein deine euch vielen sehr schön für die hilfe das war zusammen und and alle morgen tag abend nacht`)
	// hollow are the small words of a question that are names of nothing, unless homonym.go says so: "if", "for" or "not" may be.
	hollow = set(`what who whom whose where when why which how is are was were do does did can could should would will may i me my you your
it its he she they them this that these those there the a an more now again so just really about mean means tell say explain give please
was wer wen wem wo wann warum wieso weshalb welche welcher welches wie wozu ist sind war waren macht machen kann können soll ich mir mein du
dir es er sie das dies diese dieser dieses der die den dem ein eine mehr jetzt nochmal so mal denn sage sag erkläre erklär bitte bedeutet heißt
quoi qui pourquoi comment où quand est ce que qué quién por cómo dónde cuándo es`)
)

// isCourtesy says whether a text only greets or thanks.
func isCourtesy(text string) bool {
	said := saidIn(text)
	polite := false
	for _, w := range said {
		polite = polite || courtesies[w.text]
		if !courtesies[w.text] && !around[w.text] {
			return false
		}
	}
	return polite
}

// asksNothing says whether there is nothing in a question to look for: no word that could be the name of anything.
func asksNothing(question string) bool {
	if isCourtesy(question) {
		return true
	}
	signs := func(r rune) bool { // "%>%", or a word in quotation marks
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r) && !strings.ContainsRune(".,;:!?…'’¿¡-？！。，", r)
	}
	if strings.ContainsFunc(question, signs) {
		return false
	}
	s := saidIn(question)
	for i, w := range s {
		polite := courtesies[w.text] && (i == 0 || w.last || w.comma) && (i == 0 || !articles[s[i-1].text])
		if !polite && !(w.empty && (hollow[w.text] || isHan(firstRune(w.raw)))) {
			return false
		}
	}
	return true
}
