package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const bulletSigns = "•◦▪▫‣⁃●○■□◆◇❖❑❒◻◼➢➤➔►▶▷▸▹✓✔✗✦★☞·∙⋅–—-*»›"

// dashes are those among them that also stand inside of sentences, formulas and code.
const dashes = "-–—*·∙⋅»›"

// bulletSign reports whether a word is nothing but the sign of a list item.
func bulletSign(s string) bool {
	c, n := utf8.DecodeRuneInString(s)
	return n == len(s) && n > 0 && strings.ContainsRune(bulletSigns, c)
}

// bulleted reports whether a line begins with a sign that only a list has: a dash or an asterisk may also begin a line of code.
func (r *row) bulleted() bool {
	tokens := r.tokens()
	return len(tokens) > 1 && bulletSign(tokens[0].text) && !strings.Contains(dashes, tokens[0].text)
}

// itemNumber reports whether a word counts a list item: "1." "2)" "(a)" "iv." "1.2.".
func itemNumber(s string) bool {
	end := strings.TrimRight(s, ".)")
	if len(end) == len(s) || len(end) > 5 {
		return false
	}
	end = strings.TrimPrefix(end, "(")
	if end == "" || len(end) > 4 {
		return false
	}
	if strings.Trim(end, "0123456789.") == "" {
		return len(end) <= 2 || strings.Contains(end, ".")
	}
	if utf8.RuneCountInString(end) == 1 {
		c, _ := utf8.DecodeRuneInString(end)
		return unicode.IsLetter(c) && strings.HasSuffix(s, ")")
	}
	return strings.Trim(end, "ivx") == ""
}

// item reports whether a line begins an item of a list, and how many tokens are a mere sign.
func (r *row) item() (skip int, ok bool) {
	tokens := r.tokens()
	if len(tokens) < 2 {
		return 0, false
	}
	switch first := tokens[0].text; {
	case first == ".": // the browser lost its number
		return 1, true
	case bulletSign(first):
		if strings.Contains(dashes, first) && tokens[1].x0-tokens[0].x1 < 0.15*r.size {
			return 0, false
		}
		return 1, true
	case itemNumber(first):
		return 0, true
	}
	return 0, false
}
