package extract

import (
	"archive/zip"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRecall compares the words that are read with those that pandoc and docling found in the same files: of 95 in 100 files at
// least 98 in 100 words. It looks at words only, since the others write marks of their own between them, and not at formulas, of which
// each makes TeX in its own way.
func TestRecall(t *testing.T) {
	r := NewReader(Options{})
	for _, c := range []struct{ folder, end string }{
		{"docx", "docx"}, {"pptx", "pptx"}, {"html", "html"}, {"epub", "epub"}, {"legacy-office", "odt"}, {"legacy-office", "rtf"},
	} {
		t.Run(c.end, func(t *testing.T) {
			files, good := 0, 0
			for _, path := range publicFiles(t, "parsers/"+c.folder, func(path string) bool { return ext(path) == c.end }) {
				truth := withoutForeign(t, path, truthOf(path))
				if len(truth) == 0 {
					continue
				}
				text, err := r.Read(t.Context(), path)
				files++
				share, missing := recall(truth, text)
				if share >= 0.98 {
					good++
					continue
				}
				t.Logf("%s: %.3f, without %.200q, error %v", path, share, missing, err)
			}
			enough(t, "have 0.98 of the words", good, files, 95)
		})
	}
}

// truthOf is the words of a file as another program read them, or as they were given to it to write; none when the corpora do not say.
func truthOf(path string) []string {
	dir, base := filepath.Split(path)
	plain := strings.TrimSuffix(base, filepath.Ext(base))
	for _, name := range []string{filepath.Join(dir, plain+".native"), filepath.Join(dir, "..", "native", plain+".native"),
		filepath.Join(dir, "..", plain+".native"), filepath.Join(dir, "input.native")} {
		if raw, err := os.ReadFile(name); err == nil {
			return nativeWords(string(raw))
		}
	}
	for _, name := range []string{path + ".md", filepath.Join(dir, "..", "groundtruth", base+".md")} {
		if raw, err := os.ReadFile(name); err == nil {
			plain := commentMark.ReplaceAllString(linkLine.ReplaceAllString(string(raw), ""), "")
			if ext(base) == "html" {
				plain = menuLine.ReplaceAllString(plain, "")
			}
			plain = html.UnescapeString(mathMark.ReplaceAllString(plain, " "))
			return strings.Fields(onlyWords(someMark.ReplaceAllString(plain, "")))
		}
	}
	return nil
}

var (
	commentMark = regexp.MustCompile(`(?s)<!--.*?-->|\]\((?:[^()]|\([^()]*\))*\)`)
	linkLine    = regexp.MustCompile(`(?m)^\s*-\s*(?:\[[^\]]*\]\([^\n]*\)\s*)+$`) // navigation
	menuLine    = regexp.MustCompile(`(?m)^[\s-]*(?:[^\s|#-]\S*\s*){1,4}$`)       // as well: of a page the main text is read
	mathMark    = regexp.MustCompile(`\$\$[^$]+\$\$|\$[^$\n]+\$`)
	// What stands in strings: words and code; the rest is formulas, addresses and names of styles.
	nativeText = regexp.MustCompile(`(?s)\b(Str|Space|SoftBreak|LineBreak|Para|Plain|Header|Cell|(?:Code|CodeBlock)\s*\((?:[^()"]|"(?:[^"\\]|\\.)*")*\))(?:\s+"((?:[^"\\]|\\.)*)")?`)
	// What is said of pictures: pandoc makes it up where a file says nothing.
	nativeAlt  = regexp.MustCompile(`Image\s*\(\s*"[^"]*"\s*,\s*\[[^\]]*\]\s*,\s*\[[^\]]*\]\s*\)\s*\[[^\[\]]*\]`)
	nativeSign = regexp.MustCompile(`\\(\d+|&|.)`)
)

// nativeWords are the words of a document as pandoc shows it.
func nativeWords(s string) []string {
	if at := strings.Index(s, "Meta"); at >= 0 && at < 30 {
		s = s[at+bracketEnd(s[at:], '{', '}'):] // what is said about the document
	}
	for _, mark := range []string{`"comment-start"]`, `"comment-end"]`, `"deletion"]`} {
		for at := strings.Index(s, mark); at >= 0; at = strings.Index(s, mark) {
			end := at + len(mark) + strings.IndexByte(s[at+len(mark):], ')')
			s = s[:at] + " Space " + s[end+bracketEnd(s[end:], '[', ']'):] // not of the text in its last state
		}
	}
	var b strings.Builder
	s = nativeAlt.ReplaceAllString(s, "")
	for _, m := range nativeText.FindAllStringSubmatch(s, -1) {
		block := strings.HasPrefix(m[1], "CodeBlock")
		if m[2] == "" || block {
			b.WriteByte(' ')
		}
		b.WriteString(nativeSign.ReplaceAllStringFunc(m[2], func(e string) string {
			if n, err := strconv.Atoi(e[1:]); err == nil {
				return string(rune(n))
			}
			return map[string]string{"&": "", "n": "\n", "t": " "}[e[1:]]
		}))
		if block {
			b.WriteByte(' ')
		}
	}
	return strings.Fields(onlyWords(b.String()))
}

// bracketEnd is how far the first bracket of s goes with all that is in it; strings are looked over.
func bracketEnd(s string, open, shut byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// withoutForeign leaves out the words that stand nowhere in a file of Office: what was given to the program that wrote it and did not
// arrive, what another reader adds, and comments.
func withoutForeign(t *testing.T, path string, words []string) []string {
	z, err := zip.OpenReader(path)
	if err != nil || ext(path) == "epub" {
		return words
	}
	defer z.Close()
	have := map[string]bool{}
	for _, f := range z.File {
		if raw, err := readEntry(f, maxPart); err == nil && ext(f.Name) == "xml" && !strings.Contains(strings.ToLower(f.Name), "comment") {
			plain := html.UnescapeString(string(raw))
			for _, between := range []string{"", " "} {
				for _, w := range strings.Fields(onlyWords(xmlTag.ReplaceAllString(plain, between))) {
					have[w] = true
				}
			}
		}
	}
	return slices.DeleteFunc(words, func(w string) bool { return !have[w] })
}

var xmlTag = regexp.MustCompile(`<[^<>]*>`)

// recall is the share of the words that the text has, and those that it has not. Words that the other program cut into pieces count
// when the text has the whole.
func recall(words []string, text Text) (float64, []string) {
	have := wordsOf(text)
	var missing []string
	for i := 0; i < len(words); {
		if have[words[i]] > 0 {
			have[words[i]]--
			i++
			continue
		}
		n := pieces(words[i:], have)
		if n == 0 {
			missing = append(missing, words[i])
		}
		i += max(n, 1)
	}
	return 1 - float64(len(missing))/float64(len(words)), missing
}

// pieces is how many words make one that is there when they are put together; 0 = none do.
func pieces(words []string, have map[string]int) int {
	whole := ""
	for n := range min(len(words), 12) {
		if whole += words[n]; n > 0 && have[whole] > 0 {
			have[whole]--
			return n + 1
		}
	}
	return 0
}
