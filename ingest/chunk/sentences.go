package chunk

import (
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// shortSentence is most likely a number or an initial that looks like the end of a sentence.
const shortSentence = 20

// sentences are the offsets at which the sentences of s begin, by the Unicode rules, corrected for abbreviations.
func (p *splitter) sentences(s string) []int {
	at := []int{0}
	it := sentences.FromString(s)
	for it.Next() {
		from := it.Start()
		if from-at[len(at)-1] >= shortSentence && len(s)-from >= shortSentence && !abbreviated(s[at[len(at)-1]:from], p.lang) {
			at = append(at, from)
		}
	}
	return at
}

// abbreviated reports whether s ends with an abbreviation.
func abbreviated(s, lang string) bool {
	s = strings.TrimRightFunc(s, unicode.IsSpace)
	if !strings.HasSuffix(s, ".") {
		return false
	}
	last := s[strings.LastIndexFunc(s, unicode.IsSpace)+1:]
	last = strings.ToLower(strings.TrimLeft(last, "([{\"'„“"))
	for l, list := range abbreviations {
		if (l == lang || l == "" || lang == "") && slices.Contains(list, last) {
			return true
		}
	}
	return false
}

// abbreviations that are followed by a capital letter; those under "" hold everywhere.
var abbreviations = map[string][]string{
	"":   strings.Fields("dr. prof. st. vs. fig. vol. ed. eds. pp. p. ch. sec. eq. eqs. no. cf. e.g. i.e. al."),
	"en": strings.Fields("mr. mrs. ms. jr. sr. approx. resp."),
	"de": strings.Fields("z.b. b. bzw. vgl. abb. tab. kap. nr. s. d.h. h. u.a. a. ggf. ca. bspw. usw. evtl. inkl. sog. hr. fr. str. def. gl. bsp."),
	"fr": strings.Fields("m. mme. mlle. art. chap. env."),
	"es": strings.Fields("sr. sra. srta. ud. uds. art. cap. pág."),
	"it": strings.Fields("sig. dott. art. cap. pag."),
}
