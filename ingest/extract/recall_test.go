package extract

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestRecall compares the words that are read with those that pandoc and docling found in the same files: of 95 in 100 files at
// least 98 in 100 words. It looks at words only, since the others write marks of their own between them, and not at formulas, of which
// each makes TeX in its own way.
func TestRecall(t *testing.T) {
	root := filepath.Join(sharedFolder(t), "corpora", "parsers")
	r := NewReader(Options{})
	for _, c := range []struct{ folder, end string }{{"epub", "epub"}, {"legacy-office", "odt"}, {"legacy-office", "rtf"}} {
		t.Run(c.end, func(t *testing.T) {
			files, good := 0, 0
			err := filepath.WalkDir(filepath.Join(root, c.folder), func(path string, d fs.DirEntry, err error) error {
				if err != nil || ext(path) != c.end {
					return err
				}
				truth := truthOf(path)
				if len(truth) == 0 {
					return nil
				}
				text, err := r.Read(t.Context(), path)
				files++
				share, missing := recall(truth, text)
				if share >= 0.98 {
					good++
					return nil
				}
				t.Logf("%s: %.3f, without %.200q, error %v", path, share, missing, err)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if t.Logf("%d of %d files", good, files); files == 0 || good*100 < files*95 {
				t.Errorf("only %d of %d files", good, files)
			}
		})
	}
}

// truthOf is the words of a file as another program read them; none when the corpora have no such reading.
func truthOf(path string) []string {
	dir, base := filepath.Split(path)
	plain := strings.TrimSuffix(base, filepath.Ext(base))
	for _, name := range []string{filepath.Join(dir, plain+".native"), filepath.Join(dir, "..", "native", plain+".native")} {
		if raw, err := os.ReadFile(name); err == nil {
			return nativeWords(string(raw))
		}
	}
	raw, err := os.ReadFile(path + ".md")
	if err != nil {
		return nil
	}
	return strings.Fields(onlyWords(someMark.ReplaceAllString(commentMark.ReplaceAllString(string(raw), ""), "")))
}

var (
	commentMark = regexp.MustCompile(`(?s)<!--.*?-->|\]\([^()]*\)`)
	nativeMeta  = regexp.MustCompile(`(?s)Meta\s*\{\s*unMeta.*?\n  \[|^.*?\n  \[`)
	// What stands in strings: words and code; the rest is formulas, addresses and names of styles.
	nativeText = regexp.MustCompile(`(?s)\b(Str|Space|SoftBreak|LineBreak|Para|Plain|Header|Cell|(?:Code|CodeBlock)\s*\((?:[^()"]|"(?:[^"\\]|\\.)*")*\))(?:\s+"((?:[^"\\]|\\.)*)")?`)
	// What is said of pictures: pandoc makes it up where a file says nothing.
	nativeAlt  = regexp.MustCompile(`Image\s*\(\s*"[^"]*"\s*,\s*\[[^\]]*\]\s*,\s*\[[^\]]*\]\s*\)\s*\[[^\[\]]*\]`)
	nativeSign = regexp.MustCompile(`\\(\d+|&|.)`)
)

// nativeWords are the words of a document as pandoc shows it.
func nativeWords(s string) []string {
	if at := nativeMeta.FindStringIndex(s); at != nil && strings.Contains(s[:at[1]], "Meta") {
		s = s[at[1]:]
	}
	var b strings.Builder
	s = nativeAlt.ReplaceAllString(s, "")
	for _, m := range nativeText.FindAllStringSubmatch(s, -1) {
		if m[2] == "" {
			b.WriteByte(' ')
			continue
		}
		b.WriteString(nativeSign.ReplaceAllStringFunc(m[2], func(e string) string {
			if n, err := strconv.Atoi(e[1:]); err == nil {
				return string(rune(n))
			}
			return map[string]string{"&": "", "n": "\n", "t": " "}[e[1:]]
		}))
	}
	return strings.Fields(onlyWords(b.String()))
}

// recall is the share of the words that the text has, and those that it has not.
func recall(words []string, text Text) (float64, []string) {
	have := map[string]int{}
	for _, p := range text.Pages {
		for _, w := range strings.Fields(onlyWords(p.Text)) {
			have[w]++
		}
	}
	var missing []string
	for _, w := range words {
		if have[w]--; have[w] < 0 {
			missing = append(missing, w)
		}
	}
	return 1 - float64(len(missing))/float64(len(words)), missing
}
