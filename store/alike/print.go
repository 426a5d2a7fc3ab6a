// Package alike tells whether two passages say the same, and finds those that do among many. It is pure.
//
// It asks for words in common and for nearness in meaning both. Neither is enough alone: of a course's slides two thirds have another
// one over a cosine of .95 with multilingual-e5-small, and an exercise with other numbers shares its words with the one before.
package alike

import (
	"crypto/sha256"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Print is what is compared of a text.
type Print struct {
	whole     [16]byte // of the normalised text
	words     []uint32 // hashes of its different words, ascending
	length    int      // words, also those that come again
	numbers   []string // its different ones, ascending
	negations int
}

// address is what a link leads to. The same slide has it as HTML, and not as PDF.
var address = regexp.MustCompile(`(?:https?://|www\.)\S+`)

// PrintOf prepares a text. Case, signs, white space and addresses do not count, signs of arithmetic and comparison do.
func PrintOf(text string) Print {
	text = strings.ToLower(norm.NFKC.String(text))
	tokens := tokensOf(text)
	if strings.Contains(text, "://") || strings.Contains(text, "www.") {
		if without := tokensOf(address.ReplaceAllString(text, " ")); len(without) > 0 { // else it is only an address
			tokens = without
		}
	}
	var p Print
	whole := sha256.New()
	p.words = make([]uint32, 0, len(tokens))
	for _, t := range tokens {
		whole.Write([]byte(t))
		whole.Write([]byte{' '})
		if isOperator(t) {
			continue
		}
		p.words = append(p.words, hash32(t))
		if negations[t] {
			p.negations++
		}
		if strings.ContainsFunc(t, unicode.IsDigit) {
			p.numbers = append(p.numbers, strings.FieldsFunc(t, func(r rune) bool { return !unicode.IsDigit(r) })...)
		}
	}
	copy(p.whole[:], whole.Sum(nil))
	slices.Sort(p.words)
	p.length = len(p.words)
	p.words = slices.Clip(slices.Compact(p.words))
	slices.Sort(p.numbers)
	p.numbers = slices.Compact(p.numbers)
	return p
}

// Same says whether the texts are the same but for what does not count. What has no word says nothing to compare.
func (p Print) Same(other Print) bool { return len(p.words) > 0 && p.whole == other.whole }

// tokensOf cuts a text into words and operators. What is written without blanks is cut into pairs of characters: single ones are
// shared by all texts.
func tokensOf(text string) []string {
	var out []string
	word := make([]rune, 0, 32)
	dense := rune(0) // the character before, where it is written without blanks
	end := func() {
		if len(word) > 0 {
			out = append(out, string(word))
			word = word[:0]
		}
	}
	for _, r := range text {
		switch {
		case r >= firstDense && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			end()
			if dense != 0 {
				out = append(out, string([]rune{dense, r}))
			}
			dense = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			word = append(word, r)
		case (r == '\'' || r == '’' || r == 'ʼ') && len(word) > 0: // don't, typed in any way, is one word
		default:
			end()
			if isOperator(string(r)) {
				out = append(out, string(r))
			}
		}
		dense = 0
	}
	end()
	return out
}

// firstDense is the first character of a script that is written without blanks.
const firstDense = '\u0e00'

// isOperator says whether a sign changes what a formula says. The hyphen is left out: it is a dash, a bullet and a minus.
func isOperator(token string) bool { return strings.Contains("<>=≠≤≥+±×÷¬!", token) }

func hash32(s string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(s))
	return h.Sum32()
}

// negations turn a sentence around without changing much else of it.
var negations = setOf(`not no nor never none neither nothing nobody nowhere without cannot cant dont doesnt didnt isnt arent wasnt
	werent wont wouldnt shouldnt couldnt hasnt havent hadnt mustnt neednt
	nicht kein keine keinen keinem keiner keines nie niemals ohne weder nichts niemand
	ne pas jamais sans aucun aucune ni rien non no nunca sin ningún ninguna nada nem não sem
	niet geen nooit zonder inte ingen aldrig ikke ingen aldri нет не ни без`)

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
