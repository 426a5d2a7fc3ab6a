package ingest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// IgnoreFile is the name of the file at the top of a module's folder that lists what Ibid leaves out, in the manner of .gitignore:
// one pattern a line, # for comments, ! to take something back in, / at the end for folders only, / elsewhere to tie the pattern
// to the top; *, ? and [a-z] stay within a name, ** spans folders. The last pattern that fits decides.
const IgnoreFile = ".ibidignore"

// An ignore file longer than this is not one that somebody wrote.
const maxIgnoreBytes = 64 << 10

type ignoreRule struct {
	match   *regexp.Regexp
	again   bool // taken back in
	dirOnly bool
}

// ignoreRules decides which paths of a folder are left out. The zero value leaves out nothing but what never is course material.
type ignoreRules []ignoreRule

// readIgnore reads the ignore file of the folder root; without one there are no rules. What has its name and is no file is none.
func readIgnore(root string) (ignoreRules, error) {
	name := filepath.Join(root, IgnoreFile)
	info, err := os.Stat(name)
	if os.IsNotExist(err) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", IgnoreFile, err)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", IgnoreFile, err)
	}
	defer f.Close()
	return parseIgnore(io.LimitReader(f, maxIgnoreBytes))
}

func parseIgnore(r io.Reader) (ignoreRules, error) {
	var rules ignoreRules
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxIgnoreBytes+1)
	for lines.Scan() {
		if rule, ok := parseIgnoreLine(lines.Text()); ok {
			rules = append(rules, rule)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", IgnoreFile, err)
	}
	return rules, nil
}

// parseIgnoreLine reads one line; a pattern that is malformed is passed over, as a line that says nothing.
func parseIgnoreLine(line string) (ignoreRule, bool) {
	line = strings.TrimPrefix(line, "\ufeff")
	line = strings.TrimRight(line, " \t\r")
	if line == "" || strings.HasPrefix(line, "#") {
		return ignoreRule{}, false
	}
	var rule ignoreRule
	line, rule.again = strings.CutPrefix(line, "!")
	line = strings.TrimPrefix(line, `\`) // \# and \! begin a name
	line, rule.dirOnly = strings.CutSuffix(line, "/")
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return ignoreRule{}, false
	}
	pattern := globToRegexp(line)
	if !anchored {
		pattern = `(?:.*/)?` + pattern
	}
	match, err := regexp.Compile(`(?s)\A` + pattern + `\z`)
	if err != nil {
		return ignoreRule{}, false
	}
	rule.match = match
	return rule, true
}

func globToRegexp(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch rest := glob[i:]; {
		case strings.HasPrefix(rest, "**/"):
			b.WriteString(`(?:.*/)?`)
			i += 2
		case strings.HasPrefix(rest, "**"):
			b.WriteString(`.*`)
			i++
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
		case rest[0] == '?':
			b.WriteString(`[^/]`)
		case rest[0] == '[' && strings.IndexByte(rest, ']') > 1:
			end := strings.IndexByte(rest, ']')
			set := strings.ReplaceAll(rest[1:end], `\`, `\\`)
			if negated, ok := strings.CutPrefix(set, "!"); ok {
				set = "^/" + negated
			}
			b.WriteString("[" + strings.ReplaceAll(set, "[", `\[`) + "]")
			i += end
		case rest[0] == '\\' && len(rest) > 1:
			i++
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		default:
			_, size := utf8.DecodeRuneInString(rest)
			b.WriteString(regexp.QuoteMeta(rest[:size]))
			i += size - 1
		}
	}
	return b.String()
}

// ignored says whether the file or folder at the slash-separated path inside the module is left out.
// A folder that is left out takes everything in it along; the walk does not enter it.
func (rules ignoreRules) ignored(name string, dir bool) bool {
	if neverMaterial(path.Base(name), dir) {
		return true
	}
	out := false
	for _, rule := range rules {
		if (dir || !rule.dirOnly) && rule.match.MatchString(name) {
			out = !rule.again
		}
	}
	return out
}

// Names of what programs leave behind: never course material, so never listed.
var (
	litterNames = map[string]bool{
		"thumbs.db": true, "desktop.ini": true, "ehthumbs.db": true, "icon\r": true, "$recycle.bin": true, "system volume information": true,
		"lost+found": true, "__macosx": true, "node_modules": true, "__pycache__": true,
	}
	// Downloads and copies under way; when they are done the file has another name.
	litterEnds = []string{
		".part", ".partial", ".filepart", ".crdownload", ".download", ".opdownload", ".aria2", ".!qb", ".!ut", ".tmp", ".temp", ".swp", ".swo",
		".swx", "~",
	}
	// The Mac's programs write notes.docx.sb-1a2b3c4d-5e6f7g and put it in the place of notes.docx.
	safeSave = regexp.MustCompile(`\.sb-[0-9a-f]{8}-\w{6}$`)
)

// neverMaterial says whether a name belongs to a hidden file, an editor's lock or backup, or a download under way.
func neverMaterial(base string, dir bool) bool {
	if strings.HasPrefix(base, ".") {
		return true
	}
	lower := strings.ToLower(base)
	if litterNames[lower] {
		return true
	}
	if dir {
		return strings.HasSuffix(lower, ".download") || safeSave.MatchString(lower) // Safari keeps what it downloads in a folder
	}
	if strings.HasPrefix(base, "#") && strings.HasSuffix(base, "#") && len(base) > 1 || safeSave.MatchString(lower) { // Emacs saves #notes.md#
		return true
	}
	// Office writes ~$name.pptx and ~WRL0001.tmp beside an open file, LibreOffice .~lock.name#.
	if strings.HasPrefix(base, "~$") {
		return true
	}
	for _, end := range litterEnds {
		if strings.HasSuffix(lower, end) {
			return true
		}
	}
	return false
}
