package extract

import (
	"strconv"
	"strings"
)

// control reads a control word or sign.
func (r *rtfReader) control() {
	r.at++
	if r.at >= len(r.src) {
		return
	}
	c := r.src[r.at]
	if c|0x20 < 'a' || c|0x20 > 'z' {
		r.at++
		r.sign(c)
		return
	}
	from := r.at
	for r.at < len(r.src) && (r.src[r.at]|0x20 >= 'a' && r.src[r.at]|0x20 <= 'z') && r.at-from < 32 {
		r.at++
	}
	word := string(r.src[from:r.at])
	digits := r.at
	if r.at < len(r.src) && r.src[r.at] == '-' {
		r.at++
	}
	for r.at < len(r.src) && r.src[r.at] >= '0' && r.src[r.at] <= '9' && r.at-digits < 11 {
		r.at++
	}
	n, err := strconv.Atoi(string(r.src[digits:r.at]))
	if err != nil {
		n = 1
	}
	given := err == nil
	if r.at < len(r.src) && r.src[r.at] == ' ' {
		r.at++
	}
	switch word {
	case "u":
		if given {
			r.unicode(n)
		}
		return
	case "bin":
		r.at = min(r.at+max(n, 0), len(r.src))
		return
	}
	r.flush()
	if r.skip > 0 {
		r.skip--
		return
	}
	r.word(word, n, given)
}

// sign reads a control that is no word.
func (r *rtfReader) sign(c byte) {
	if c == '\'' {
		if v, err := strconv.ParseUint(string(r.src[r.at:min(r.at+2, len(r.src))]), 16, 8); err == nil {
			r.at += 2
			r.byte(byte(v))
		}
		return
	}
	if r.skip > 0 && c != '*' {
		r.skip--
		return
	}
	switch c {
	case '\\', '{', '}':
		r.byte(c)
	case '*':
		r.group.starred = true
	case '~':
		r.flush()
		r.write("\u00a0")
	case '_':
		r.byte('-')
	case '\r', '\n':
		r.flush()
		r.word("par", 1, false)
	}
}

var rtfSigns = map[string]string{"tab": "\t", "line": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“",
	"rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ", "zwj": "\u200d", "zwnj": "\u200c", "nestcell": " ", "nestrow": " ",
	"softline": " ", "column": " "}

// rtfUnread are groups that hold no text of the document. Groups behind \* are not read either, unless they are known.
var rtfUnread = wordSet(`colortbl pict object header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep aftnsepc
	aftncn filetbl revtbl list listlevel leveltext levelnumbers listname listoverride rsidtbl generator template listtable listoverridetable xe tc tcn rxe bkmkstart bkmkend fldinst annotation atnid
	atnauthor atntime atnicn atnref atrfstart atrfend nonshppict shprslt sp nonesttables datafield formfield mmathPict
	objdata objclass pgptbl background panose falt fontemb fontfile private comment author operator company keywords subject doccomm`)

// rtfStarred are groups behind \* that are read all the same.
var rtfStarred = wordSet(`shpinst ud moMath shppict shptxt footnote pntext listtext nesttableprops`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}
