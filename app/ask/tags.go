package ask

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The ways in which models point at passages. Large ones write [1]; small ones write nearly everything else.
const (
	numbers = `\d{1,9}(?:\s*(?:,|;|&|-|–|—|\band\b|\bund\b|\bet\b|\by\b|、|，)\s*(?:` + noun + `\s*)?[#^]?\d{1,9})*`
	noun    = `(?i:sources?|passages?|documents?|docs?|refs?\.?|references?|citations?|excerpts?|quellen?|abschnitte?|passagen?|extraits?|fuentes?|pasajes?|来源|资料|段落|文献)\.?:?`
	rest    = `(?:\s*[,:†|][^\]\[】\n]{0,60})?` // ", page 3", "†source"
)

// bracketed takes longer to compile than the rest of the program to start, so that is left to the first answer.
var bracketed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\\?\[{1,2}\s*(?:` + noun + `\s*)?[#^]?(` + numbers + `)` + rest + `\s*\\?\]{1,2}|` +
		`[【〔［]\s*(?:` + noun + `\s*)?[#^]?(` + numbers + `)` + `(?:\s*[,:†|][^】〕］\n]{0,60})?` + `\s*[】〕］]|` +
		`[(（]\s*(?:(?i:see|siehe|vgl\.|cf\.|voir)\s+)?` + noun + `\s*[#^]?(` + numbers + `)` + `(?:\s*[,:][^()（）\n]{0,60})?` + `\s*[)）])(?:\([^()\s]{0,200}\))?`)
})

var (
	caret     = regexp.MustCompile(`^\^\[?(\d{1,2})\]?(?:$|[^\w^+*/])`)
	number    = regexp.MustCompile(`\d{1,9}`)
	rangeSign = regexp.MustCompile(`^\s*(?:-|–|—)\s*$`)
)

const tagOpeners = "[【〔［(（^\\"

// longestTag is how many bytes of a stream may have to be held back until it is clear whether they are a tag.
const longestTag = 120

// A piece of an answer is text, or a tag that points at passages.
type piece struct {
	text string
	refs []int // what the tag says, before it is known which passages exist; nil for text
}

// pieces takes a text apart. Code between back quotes holds no tags: a[1] there is an index.
func pieces(text string) []piece {
	r := reader{}
	return r.pieces(text, len(text))
}

// A reader takes a text apart that comes bit by bit.
type reader struct {
	at   int    // bytes that were read
	code string // the run of back quotes that at stands inside of; "" for none
}

// pieces takes the text apart from where the reader stands up to a byte. What stands around that is only looked at.
func (r *reader) pieces(text string, to int) []piece {
	var out []piece
	from, code, i := r.at, r.code, r.at
	for i < to {
		if n := len(text[i:]) - len(strings.TrimLeft(text[i:], "`")); n > 0 {
			code = fence(code, text[i:i+n])
			i += n
			continue
		}
		if code == "" {
			if refs, n := tagAt(text, i); n > 0 {
				if i > from {
					out = append(out, piece{text: text[from:i]})
				}
				out = append(out, piece{text: text[i : i+n], refs: refs})
				i += n
				from = i
				continue
			}
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		if code == "`" && text[i] == '\n' {
			code = "" // a lone back quote opens nothing beyond its line
		}
		i += n
	}
	if from < i {
		out = append(out, piece{text: text[from:i]})
	}
	r.at, r.code = i, code
	return out
}

// fence says inside which run of back quotes the text is after another run.
func fence(open, run string) string {
	switch open {
	case "":
		return run
	case run:
		return ""
	}
	return open
}

// tagAt reads a tag at byte i: what it refers to, and its length, or 0.
func tagAt(text string, i int) ([]int, int) {
	if !strings.ContainsRune(tagOpeners, firstRune(text[i:])) {
		return nil, 0
	}
	if text[i] == '^' {
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if i == 0 || !strings.ContainsRune(".,;:!?”\"»", before) && !unicode.IsSpace(before) {
			return nil, 0 // an exponent
		}
		if m := caret.FindStringSubmatchIndex(text[i:]); m != nil {
			n, _ := strconv.Atoi(text[i+m[2] : i+m[3]])
			end := m[3]
			if strings.HasPrefix(text[i:], "^[") && strings.HasPrefix(text[i+end:], "]") {
				end++
			}
			return []int{n}, end
		}
		return nil, 0
	}
	m := bracketed().FindStringSubmatchIndex(text[i:])
	if m == nil || text[i] == '[' && isIndex(text, i, i+m[1]) {
		return nil, 0
	}
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 {
			return expand(text[i+m[g] : i+m[g+1]]), m[1]
		}
	}
	return nil, 0
}

// isIndex says whether the bracket at from belongs to code, such as data[1] = 2, x_i[0] or f(x)[1].
func isIndex(text string, from, to int) bool {
	head := text[:from]
	start := strings.LastIndexFunc(head, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.'
	}) + 1
	name := head[start:]
	if strings.ContainsAny(name, "_") || utf8.RuneCountInString(name) == 1 && !isHan(firstRune(name)) && !unicode.IsDigit(firstRune(name)) {
		return true
	}
	after := strings.TrimLeft(text[to:], " ")
	return name != "" && !strings.HasSuffix(name, ".") && (strings.HasPrefix(after, "=") || strings.HasPrefix(text[to:], "("))
}

// expand reads "1, 2", "1-3" and "1 and 2".
func expand(s string) []int {
	var out []int
	end := 0
	for _, m := range number.FindAllStringIndex(s, -1) {
		n, _ := strconv.Atoi(s[m[0]:m[1]])
		// A range of more passages than there ever are is none, such as that of two years.
		if len(out) > 0 && n < out[0]+20 && rangeSign.MatchString(s[end:m[0]]) {
			for k := out[len(out)-1] + 1; k < n; k++ {
				out = append(out, k)
			}
		}
		out = append(out, n)
		end = m[1]
	}
	return out
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// A numbering gives passages the numbers under which the answer cites them: 1 for the first that is cited, and so on.
type numbering struct {
	passages int   // how many were given to the model
	order    []int // number of the passage in the prompt, by number in the answer - 1
}

// of returns the number in the answer of what the model called n; 0 when there is no such passage.
func (b *numbering) of(n int) int {
	if n < 1 || n > b.passages {
		return 0
	}
	for i, o := range b.order {
		if o == n {
			return i + 1
		}
	}
	b.order = append(b.order, n)
	return len(b.order)
}

// resolve writes the tags of a text as [n] by the numbering and leaves out those that point nowhere. Brackets that would read
// as a citation but are none, such as an index in code, are kept apart by an invisible word joiner.
func (b *numbering) resolve(text string) string {
	var out strings.Builder
	b.put(&out, pieces(text))
	return out.String()
}

func (b *numbering) put(out *strings.Builder, parts []piece) {
	for _, p := range parts {
		if p.refs == nil {
			if strings.IndexAny(p.text, ".,;) ") == 0 {
				trimBlank(out) // that a tag left behind
			}
			out.WriteString(shield(p.text))
			continue
		}
		seen := map[int]bool{}
		for _, r := range p.refs {
			if n := b.of(r); n > 0 && !seen[n] {
				seen[n] = true
				out.WriteString("[" + strconv.Itoa(n) + "]")
			}
		}
	}
}

// startsSentenceEnd says whether a stop follows at once, so that a blank before it is what a removed tag left.
func startsSentenceEnd(s string) bool {
	return strings.IndexAny(s, ".,;") == 0
}

// trimBlank takes back the blanks at the end of what was written.
func trimBlank(b *strings.Builder) {
	s := b.String()
	if t := strings.TrimRight(s, " "); len(t) < len(s) {
		b.Reset()
		b.WriteString(t)
	}
}

var bare = regexp.MustCompile(`\[(\d+)\]`)

// shield keeps "[3]" in quoted words from reading as a citation.
func shield(s string) string { return bare.ReplaceAllString(s, "[\u2060$1]") }
