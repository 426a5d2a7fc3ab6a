package ask

import (
	"slices"
	"strings"
	"unicode"
)

// openers are the words with which a question leans on the one before, in the languages of the fixed sentences.
var openers = []string{
	"and ", "but ", "or ", "what about", "how about", "then ", "same ",
	"und ", "aber ", "oder ", "was ist mit", "wie ist es mit", "dann ",
	"et ", "mais ", "ou ", "alors ", "y ", "pero ", "o ", "entonces ", "那", "那么", "还有", "为什么呢",
}

// standalone rewrites a question that leans on the one before into one that can be looked up: the words of the previous
// question that it does not have itself are added behind it. A question that stands alone comes back as it is: the words of
// another matter would find that matter.
func standalone(question, previous string) string {
	question, previous = strings.TrimSpace(question), strings.TrimSpace(previous)
	if previous == "" || isCourtesy(question) || !leans(question) {
		return question
	}
	has := map[string]bool{}
	lang := guessLanguage(previous)
	for _, w := range askedWords(question, lang) {
		has[w.stem] = true
	}
	var added []string
	for _, w := range askedWords(previous, lang) {
		if !w.stop && !has[w.stem] {
			has[w.stem] = true
			added = append(added, previous[w.From:w.To])
		}
	}
	if len(added) == 0 {
		return question
	}
	return question + " (" + strings.Join(added, " ") + ")"
}

// leans says whether a question needs the one before: it opens as the second half of something, points at what was said, or
// leaves out what it is about.
func leans(question string) bool {
	lower := strings.ToLower(question)
	for _, o := range openers {
		if strings.HasPrefix(lower, o) && !strings.Contains(lower, "gemeint") { // "was ist mit X gemeint?" is whole
			return true
		}
	}
	s := saidIn(question)
	return s.points() || s.elliptic()
}

// Words that only have a sense beside another: an example of what, faster than what.
var (
	relations = set(`difference differences advantage advantages disadvantage disadvantages benefit benefits drawback drawbacks reason reasons
example examples result results meaning purpose formula definition solution alternative alternatives effect effects cause causes idea goal
detail details point proof opposite steps types kinds elaborate unterschied unterschiede vorteil vorteile nachteil nachteile grund gründe beispiel beispiele ergebnis bedeutung
zweck formel definition lösung alternative alternativen wirkung ursache idee ziel einzelheiten beweis gegenteil arten schritte andere anderen`)
	comparatives = set(`better worse best worst faster slower larger smaller bigger longer shorter higher lower easier harder stronger weaker
cheaper safer newer older important necessary true possible allowed enough besser schlechter schneller langsamer größer kleiner länger
kürzer höher niedriger leichter schwerer stärker schwächer billiger sicherer neuer älter wichtig nötig möglich erlaubt richtig wahr genug`)
	// finite are the small words that make a sentence of some: verbs, requests, and subjects.
	finite = set(`is are was were isn aren do does did don can could should would will may might must has have had mean means
explain define describe compare summarise summarize name list show tell give happens
ist sind war waren bedeutet heißt macht machen kann können muss müssen soll sollen darf dürfen hat haben gibt wird werden wurde wurden
bin habe erkläre definiere beschreibe vergleiche nenne zeige fasse
i we you people ich wir du man`)
	// links begin what is no sentence: "in Python?", "the iconic one?"
	links = set(`in on at for with without by from to of about under between after before during any
im am an auf für mit ohne bei von zu zum zur über unter zwischen nach vor während`)
	// others stand in a phrase for what it is a kind of.
	others = set("one ones other others same gleiche gleichen selbe selben andere anderen letzte letzten erste ersten")
	askers = set(`what who whom whose where when why which how was wer wen wem wo wann warum wieso weshalb welche welcher welches welchen
welchem wie wofür woran worin wozu womit`)
)

// elliptic says whether a question leaves out its subject.
func (s utterance) elliptic() bool {
	var content []string
	for _, w := range s {
		if !w.empty {
			content = append(content, w.text)
		}
	}
	sentence := slices.ContainsFunc(s, func(w said) bool { return finite[w.text] })
	switch {
	case len(s) == 0:
		return false
	case len(content) == 0:
		return true
	case !sentence && articles[s[0].text]: // "the spacing effect" is whole, "the iconic one" is one of what was said
		return slices.ContainsFunc(s, func(w said) bool { return others[w.text] }) ||
			len(content) == 1 && (relations[content[0]] || comparatives[content[0]])
	case !sentence && links[s[0].text] && !slices.ContainsFunc(s, func(w said) bool { return askers[w.text] }):
		return len(content) <= 3
	case len(content) > 1:
		return false
	case relations[content[0]] || comparatives[content[0]]:
		return true
	}
	return !sentence && len(s) > 1 // a word alone is looked up as it is
}

// utterance is the words of a question as they were said.
type utterance []said

type said struct {
	raw, text string // as written, and in lower case
	empty     bool   // says nothing by itself
	comma     bool   // one stands before it
	last      bool   // of its sentence
}

func saidIn(question string) utterance {
	lang := guessLanguage(question)
	var out utterance
	end := 0
	for _, w := range askedWords(question, lang) {
		raw := question[w.From:w.To]
		between := question[min(end, w.From):w.From] // pairs of characters overlap
		if n := len(out); n > 0 && strings.ContainsAny(between, ".?!:;") {
			out[n-1].last = true
		}
		out = append(out, said{raw: raw, text: strings.ToLower(raw), empty: w.stop, comma: strings.ContainsAny(between, ",;")})
		end = w.To
	}
	if n := len(out); n > 0 {
		out[n-1].last = true
	}
	return out
}

// isUpper says whether a word begins with a capital.
func (w said) isUpper() bool { return unicode.IsUpper(firstRune(w.raw)) }
