package ingest

import (
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"

	"ibid/ingest/extract"
	"ibid/store"
)

// The language is guessed in stretches of the text, since the library's measure of certainty only holds for a few sentences, and
// each stretch that is certain votes. More text does not change the outcome, less than the minimum makes it a lottery.
const (
	langSampleBytes  = 4000
	langStretchBytes = 400
	langMinLetters   = 80
)

// courseLanguages are the languages that are told apart. The library knows many more, and takes program code for the rarest.
var courseLanguages = whatlanggo.Options{Whitelist: map[whatlanggo.Lang]bool{
	whatlanggo.Eng: true, whatlanggo.Deu: true, whatlanggo.Fra: true, whatlanggo.Spa: true, whatlanggo.Por: true, whatlanggo.Ita: true,
	whatlanggo.Nld: true, whatlanggo.Swe: true, whatlanggo.Dan: true, whatlanggo.Nob: true, whatlanggo.Fin: true, whatlanggo.Pol: true,
	whatlanggo.Ces: true, whatlanggo.Hun: true, whatlanggo.Ron: true, whatlanggo.Hrv: true, whatlanggo.Tur: true, whatlanggo.Vie: true,
	whatlanggo.Ind: true, whatlanggo.Rus: true, whatlanggo.Ukr: true, whatlanggo.Bul: true, whatlanggo.Srp: true, whatlanggo.Ell: true,
	whatlanggo.Arb: true, whatlanggo.Pes: true, whatlanggo.Heb: true, whatlanggo.Hin: true, whatlanggo.Ben: true, whatlanggo.Tha: true,
	whatlanggo.Cmn: true, whatlanggo.Jpn: true, whatlanggo.Kor: true, whatlanggo.Slv: true, whatlanggo.Lit: true,
	whatlanggo.Lav: true, whatlanggo.Est: true, whatlanggo.Urd: true, whatlanggo.Tam: true, whatlanggo.Tel: true,
}}

// languageOf guesses the language of a text from samples of its beginning, middle and end (the first pages of a hand-out are
// often English whatever follows); "" when the guess would not be reliable.
func languageOf(pages []store.Page) string {
	sample := sampleText(pages, langSampleBytes)
	if lettersIn(sample) < langMinLetters {
		return ""
	}
	votes := make(map[string]int)
	all, best := 0, ""
	for sample != "" {
		cut := wholeRune(sample, langStretchBytes)
		stretch := sample[:cut]
		sample = sample[cut:]
		if lettersIn(stretch) < langMinLetters/2 {
			continue
		}
		info := whatlanggo.DetectWithOptions(stretch, courseLanguages)
		if !info.IsReliable() {
			continue
		}
		lang := info.Lang.Iso6391()
		votes[lang]++
		all++
		if votes[lang] > votes[best] {
			best = lang
		}
	}
	if votes[best]*2 <= all {
		return ""
	}
	return best
}

// lettersIn counts letters; an ideograph says as much as a short word.
func lettersIn(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r):
		case r > 0x2e80:
			n += 5
		default:
			n++
		}
	}
	return n
}

// sampleText takes about n bytes of prose in three parts from the pages.
func sampleText(pages []store.Page, n int) string {
	var b strings.Builder
	for _, at := range []int{0, len(pages) / 2, len(pages) - 1} {
		part := 0
		for i := max(at, 0); i < len(pages) && part < n/3; i++ {
			text := pages[i].Text
			if len(pages) == 1 {
				text = text[wholeRune(text, len(text)*b.Len()/(n+1)):]
			}
			text = text[:wholeRune(text, n/3-part)]
			part += len(text)
			b.WriteString(text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// wholeRune moves a byte offset back to the start of a character; an offset past the end is the end.
func wholeRune(s string, at int) int {
	if at >= len(s) {
		return len(s)
	}
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	return max(at, 0)
}

// Titles that programs put into files without anybody having written them.
var (
	emptyTitle   = regexp.MustCompile(`(?i)^(untitled|unbenannt|sans titre|document\d*|dokument\d*|presentation\d*|präsentation\d*|powerpoint[ -]?(presentation|präsentation|slides?)|slide( number)? ?\d*|folie ?\d*|microsoft word.*|title|titel|no title|index|home|page \d+|layout \d+|[\w.-]+\.(dvi|tex|docx?|pptx?|pdf|indd|qxd|rtf|odt|html?))$`)
	programTitle = regexp.MustCompile(`(?i)^microsoft (office )?(powerpoint|word) - `)
	blanks       = regexp.MustCompile(`\s+`)
	officeEnd    = regexp.MustCompile(`(?i)\.(docx?|pptx?|pdf|rtf|odt)$`)
)

const maxTitleBytes = 200

// movedTo is a document at another path: its title, where the name of the file is all there is, its kind and its week.
func movedTo(d store.Document, pages []store.Page, path string) store.Document {
	t := extract.Text{Format: d.Format, Unit: d.Unit, Pages: pages}
	named := d.Title == titleOf(d, t)
	d.Path = path
	if named {
		d.Title = titleOf(d, t)
	}
	d.Kind, d.Week = kindOf(d, t), weekOf(path)
	return d
}

// titleOf gives a document the title its content has, or one made of its file name; a web page without one is called by its address.
func titleOf(doc store.Document, t extract.Text) string {
	title := cleanTitle(t.Title)
	switch {
	case utf8.RuneCountInString(title) >= 2 && !emptyTitle.MatchString(title):
		return title
	case doc.Snapshot != "":
		return cleanTitle(doc.Path)
	}
	return fileTitle(doc.Path)
}

func cleanTitle(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	s = strings.TrimSpace(blanks.ReplaceAllString(s, " "))
	if cut := programTitle.FindString(s); cut != "" {
		s = officeEnd.ReplaceAllString(s[len(cut):], "")
	}
	if len(s) > maxTitleBytes {
		s = strings.TrimSpace(s[:wholeRune(s, maxTitleBytes)]) + "…"
	}
	return s
}

// fileTitle is the name of the file without its extension, with blanks where the name has substitutes for them.
func fileTitle(docPath string) string {
	base := path.Base(docPath)
	name := strings.TrimSuffix(base, path.Ext(base))
	if name == "" {
		name = base
	}
	name = strings.ReplaceAll(name, "_", " ")
	if !strings.Contains(name, " ") {
		name = strings.ReplaceAll(name, "+", " ")
		if strings.Count(name, "-") > 1 {
			name = strings.ReplaceAll(name, "-", " ")
		}
	}
	if name = cleanTitle(name); name == "" {
		return cleanTitle(base)
	}
	return name
}
