package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/store"
)

// adornment says whether a line is one sign over and over, as it stands under titles and between parts.
func adornment(line string) bool {
	if len(line) < 2 || !strings.ContainsRune("=-`:'\"~^_*+#<>.!$%&(),/;?@[\\]{|}", rune(line[0])) {
		return false
	}
	return strings.Trim(line, line[:1]) == ""
}

// rstTitle is the title that lines begin with, the signs under it and over it, and how many lines it takes; 0 = there is none.
func rstTitle(lines []string) (text, style string, n int) {
	switch {
	case len(lines) > 2 && adornment(lines[0]) && lines[2] == lines[0] && strings.TrimSpace(lines[1]) != "" && !rstSimple.MatchString(lines[0]):
		return lines[1], lines[0][:1] + lines[0][:1], 3
	case len(lines) > 1 && adornment(lines[1]) && !adornment(lines[0]) && (len(lines[1]) >= 4 || len(lines[1]) >= utf8.RuneCountInString(lines[0])):
		return lines[0], lines[1][:1], 2
	}
	return "", "", 0
}

func (r *rstReader) title(text, style string) {
	level := slices.Index(r.styles, style)
	if level < 0 {
		level = len(r.styles)
		r.styles = append(r.styles, style)
	}
	r.w.add(store.Heading, min(level+1, 6), rstInline(text))
}

// under is how many lines are blank or indented, but for blank ones at the end.
func under(lines []string) int {
	n := 0
	for i, l := range lines {
		if l == "" {
			continue
		}
		if l[0] != ' ' {
			break
		}
		n = i + 1
	}
	return n
}

func untilBlank(lines []string) int {
	if n := slices.Index(lines, ""); n > 0 {
		return n
	}
	return len(lines)
}

var (
	rstCode   = regexp.MustCompile("``(.+?)``")
	rstMaths  = regexp.MustCompile(":math:`([^`]+)`")
	rstRole   = regexp.MustCompile("(?::[a-zA-Z][\\w:+.-]*:)`([^`]+)`|`([^`]+)`(?::[a-zA-Z][\\w:+.-]*:|_{0,2})")
	rstStrong = regexp.MustCompile(`\*\*(\S|\S.*?\S)\*\*`)
	rstEm     = regexp.MustCompile(`(^|[\s('"\[{<-])\*([^\s*]|[^\s*][^*]*[^\s*])\*`)
	rstTarget = regexp.MustCompile(`^((?s:.*?))\s*<[^<>]*>$`)
	rstRef    = regexp.MustCompile(`(\w)_{1,2}([\s.,;:!?)'"\]}>/-]|$)`)
	rstNote   = regexp.MustCompile(`\[([#*\w.-]+)\]_`)
	rstSubst  = regexp.MustCompile(`\|(\S|\S[^|\n]*\S)\|_{0,2}`)
)

// rstInline takes the marks out of running text. Code and maths go through untouched.
func rstInline(s string) string {
	var kept []string
	keep := func(text string) string {
		kept = append(kept, text)
		return "\x00" + string(rune(0xe000+len(kept)-1)) + "\x00"
	}
	const most = 0x1800 // of the private characters that stand for what is kept
	hide := func(re *regexp.Regexp, with func(string) string) {
		s = re.ReplaceAllStringFunc(s, func(m string) string {
			if len(kept) >= most {
				return m
			}
			return keep(with(re.FindStringSubmatch(m)[1]))
		})
	}
	s = strings.ReplaceAll(s, "\x00", "")
	hide(rstCode, func(c string) string { return c })
	hide(rstMaths, func(c string) string { return "$" + c + "$" })
	s = rstRole.ReplaceAllStringFunc(s, func(m string) string {
		parts := rstRole.FindStringSubmatch(m)
		text := strings.TrimLeft(parts[1]+parts[2], "~!")
		if t := rstTarget.FindStringSubmatch(text); t != nil && strings.TrimSpace(t[1]) != "" {
			text = t[1]
		}
		return text
	})
	s = rstStrong.ReplaceAllString(s, "$1")
	s = rstEm.ReplaceAllString(s, "$1$2")
	s = rstNote.ReplaceAllString(s, "[$1]")
	s = rstSubst.ReplaceAllString(s, "$1")
	s = rstRef.ReplaceAllString(s, "$1$2")
	s = strings.ReplaceAll(strings.ReplaceAll(s, `\ `, ""), `\`, "")
	for i, text := range kept {
		s = strings.Replace(s, "\x00"+string(rune(0xe000+i))+"\x00", text, 1)
	}
	return s
}
