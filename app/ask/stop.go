package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// stopWords say nothing by themselves; folded, as questions use them.
var stopWords = map[string]map[string]bool{
	"en": set(`a about above after again against all also although always am an and another any anyone anything are aren around as at be because
been before being below between both but by call called can cannot come could did didn do does doesn doing don done down during each either else
ever every exactly explain few for from further gave get gets getting give given gives go goes going gone got had happen happens has hasn have haven
having he her here hers herself him himself his how however i if in inside instead into is isn it its itself just kind know let like ll look make makes
many may me mean means meant might more most much must my myself need no nor not now of off on once one ones only or other our ours ourselves out over
own per please put quite rather re really s same say says see shall she should shouldn since so some someone something such take tell than that the
their theirs them themselves then there these they thing things this those though through to too under until up upon us use used uses using
ve very want was wasn way we well were weren what when where whether which while who whom whose why will with within without won would wouldn yet
you your yours yourself`),
	"de": set(`ab aber als also am an andere anderen auch auf aus bei beim bekomme bekommt bedeutet bin bis bist da dabei dadurch dafur dagegen daher damit
danach dann daran darauf daraus darf darin darum das dass davon dazu dein deine dem den denn der deren des dessen dich die dies diese diesem diesen
dieser dieses dir doch dort du durch ein eine einem einen einer eines einfach er erklare es etwas euch eure fur gab geben gegen gehort genau gibt hab habe
haben hat hatte hier hin ich ihm ihn ihnen ihr ihre im in ins ist ja jede jedem jeden jeder jedes kann kannst kein keine keinen konnen konnte lauft lauter
mache machen man manche mehr mein meine meinen mich mir mit mochte muss mussen nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinen selbst sich
sie sind so solche soll sollen sollte sollten sondern sonst statt um und uns unter viel viele vom von vor wann war waren warum was weil welche welchem welchen
welcher welches wem wen wenn wer werde werden wie wieder wieso wieviel will wir wird wo woran worin wurde wurden zu zum zur zwar zwischen`),
	"fr": set(`a afin ai alors apres au aucun aussi autre aux avant avec avoir c ce cela ces cet cette ceux chaque ci comme comment d dans de depuis des donc
dont du elle elles en encore entre est et etait etre eu fait font il ils j je l la le les leur leurs lors lui m ma mais me meme mes moi mon n ne ni non nos notre nous
on ont ou par parce pas peu peut plus plutot pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur t ta te tes toi
ton tous tout toute toutes tres tu un une vers vos votre vous y`),
	"es": set(`a al algo algun alguna ante antes aquel aqui asi aun aunque bien cada como con contra cual cuales cuando cuanto de del desde donde dos e el ella
ellas ellos en entre era es esa ese eso esta este esto estos fue ha hace hacer hasta hay la las le les lo los mas me mi mientras mismo mucho muy nada ni no nos o otra
otro para pero poco por porque puede pues que quien se segun ser si sin sobre son su sus tambien tan te tiene todo todos tu un una uno unos y ya yo`),
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// isStop says whether a folded word is empty in a language. A language without a list is read as English.
func isStop(folded, lang string) bool {
	if words, ok := stopWords[lang]; ok {
		return words[folded]
	}
	return stopWords["en"][folded]
}

// emptyHan are the characters that only build sentences.
const emptyHan = "的了是吗呢在有和与或及也都就而被把这那其之么什怎哪谁吧我你他她它们请个为何以对"

func isEmptyPair(s string) bool {
	for _, r := range s {
		if !strings.ContainsRune(emptyHan, r) {
			return false
		}
	}
	return true
}

// guessLanguage tells the language of a question by its script, its small words and its accents; "" when nothing tells. A few
// words are too little for statistics of letters.
func guessLanguage(text string) string {
	counts := map[string]int{}
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			return "ja"
		case unicode.Is(unicode.Han, r):
			counts["zh"]++
		case unicode.Is(unicode.Cyrillic, r):
			counts["ru"]++
		case strings.ContainsRune("äöüßÄÖÜ", r):
			counts["de"] += 2
		case strings.ContainsRune("ñ¿¡áíóú", r):
			counts["es"] += 2
		case strings.ContainsRune("àâçèêëîïôûœ", r):
			counts["fr"] += 2
		}
	}
	for w := range strings.FieldsFuncSeq(fold(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if utf8.RuneCountInString(w) < 2 {
			continue
		}
		for lang, words := range stopWords {
			if words[w] {
				counts[lang]++
			}
		}
	}
	best := ""
	for _, lang := range []string{"en", "de", "fr", "es", "zh", "ru"} { // the first of equals
		if counts[lang] > counts[best] {
			best = lang
		}
	}
	return best
}
