package extract

import (
	"regexp"
	"strings"

	"ibid/store"
)

// maxTexGroup is the longest argument of a command that is taken whole, such as the text of a footnote.
const maxTexGroup = 20_000

var (
	texSections = map[string]int{"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5,
		"frametitle": 2, "framesubtitle": 3}
	// texSilent set type, define or draw: neither they nor their arguments are read.
	texSilent = regexp.MustCompile(`^(?:label|input|include|subfile|usepackage|RequirePackage|documentclass|bibliographystyle|bibliography|addbibresource|printbibliography|[vh]space|vskip|hskip|includegraphics|(?:this)?pagestyle|set(?:length|counter|beamer\w*|mainfont|main\w*|list)|addto(?:counter|length)|(?:re)?newcommand|providecommand|DeclareMathOperator|newtheorem|theoremstyle|hypersetup|graphicspath|definecolor|color|colorlet|tikzset|usetikzlibrary|tikz|lstset|index|nocite|fontsize|selectlanguage|pgfplotsset|cline|cmidrule|rule|markboth|markright|addcontentsline|[hv]phantom|phantom|(?:re)?newenvironment|newcounter|refstepcounter|stepcounter|usetheme|usecolortheme|usefonttheme|lstdefinestyle|lstinputlisting|inputminted|newif|titlegraphic|institute|logo|thanks|geometry|captionsetup|crefname|arraystretch|tableofcontents|newpage|clearpage|AtBeginSection|date)$`)
	// texLead are commands of which the first arguments are no text.
	texLead = map[string]int{"textcolor": 1, "colorbox": 1, "href": 1, "parbox": 1, "raisebox": 1, "multicolumn": 2, "multirow": 2, "resizebox": 2,
		"scalebox": 1, "foreignlanguage": 1, "hyperlink": 1, "hypertarget": 1, "rotatebox": 1, "fcolorbox": 2, "adjustbox": 1}
	texSigns = map[string]string{"ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
		"i": "i", "j": "j", "ldots": "…", "dots": "…", "textellipsis": "…", "S": "§", "P": "¶", "copyright": "©", "pounds": "£", "euro": "€", "LaTeX": "LaTeX", "TeX": "TeX",
		"textbackslash": `\`, "textgreater": ">", "textless": "<", "textasciitilde": "~", "textasciicircum": "^", "textbar": "|", "textunderscore": "_",
		"og": "« ", "fg": " »", "glqq": "„", "grqq": "“", "textendash": "–", "textemdash": "—", "textdegree": "°", "textbullet": "•", "quad": " ", "qquad": " ",
		"space": " ", "xspace": " ", "textregistered": "®", "texttrademark": "™", "textmu": "µ", "textquotedblleft": "“", "textquotedblright": "”"}
	texAccents = map[string]string{"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", `"`: "\u0308",
		"r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331"}
	texCite = regexp.MustCompile(`^[a-zA-Z]*[cC]ite[a-z]*$`)
	texRef  = regexp.MustCompile(`^(?:[a-zA-Z]*ref|url|path|nolinkurl|ac[ls]?[fp]?|gls|Gls|texorpdfstring)$`)
)

// command reads what a backslash begins.
func (t *texReader) command(end int) {
	name := t.name()
	if accent := texAccents[name]; accent != "" && t.accent(accent) {
		return
	}
	if len(name) == 1 && strings.ContainsAny(name, `()[]\&%$#_{} ,;:!/-@~'"*|`+"\n") {
		t.punctuation(name)
		return
	}
	if sign, ok := texSigns[name]; ok {
		t.line.WriteString(sign)
		t.blanks()
		return
	}
	if t.peek() == '*' {
		t.at++
	}
	level, isSection := texSections[name]
	switch {
	case isSection:
		t.skip('[', ']')
		t.skip('<', '>')
		if t.chapters && name != "part" && name != "chapter" {
			level++
		}
		text := t.inner(t.group())
		t.flush()
		t.w.add(store.Heading, level, text)
	case name == "begin":
		t.begin(end)
	case name == "end":
		t.end()
	case name == "item":
		t.itemBegins()
	case name == "title":
		t.skip('[', ']')
		t.title = fold(t.inner(t.group()))
	case name == "maketitle" || name == "titlepage":
		t.flush()
		t.w.add(store.Heading, 1, t.title)
	case name == "footnote" || name == "footnotetext" || name == "caption" || name == "author":
		t.skip('[', ']')
		t.later = append(t.later, t.inner(t.group()))
	case name == "verb" || name == "lstinline" || name == "mintinline":
		t.verb(name)
	case name == "def" || name == "gdef" || name == "let":
		if n := strings.IndexAny(t.src[t.at:], "{\n"); n >= 0 {
			t.at += n
			t.group()
		}
	case name == "par" || name == "bigskip" || name == "medskip" || name == "smallskip":
		t.flush()
	case name == "newline" || name == "linebreak" || name == "tabularnewline":
		t.punctuation(`\`)
	case name == "bibitem":
		t.flush()
		t.skip('[', ']')
		t.line.WriteString("[" + t.group() + "] ")
	case texCite.MatchString(name):
		t.skip('[', ']')
		t.skip('[', ']')
		t.line.WriteString("[" + t.group() + "]")
	case name == "hyperref":
		t.skip('[', ']')
	case texRef.MatchString(name):
		t.skip('[', ']')
		t.line.WriteString(t.group())
	case texSilent.MatchString(name):
		for t.skip('[', ']') || t.peek() == '{' && t.group() != "" || t.skip('{', '}') {
			continue
		}
		t.line.WriteByte(' ')
	default:
		t.skip('<', '>')
		t.skip('[', ']')
		for range texLead[name] {
			t.group()
			t.skip('[', ']')
		}
	}
}

// punctuation reads a command that is one sign.
func (t *texReader) punctuation(name string) {
	switch name {
	case "(":
		t.maths(`\(`, `\)`, false)
	case "[":
		t.maths(`\[`, `\]`, true)
	case `\`:
		if t.peek() == '*' {
			t.at++
		}
		t.skip('[', ']')
		if t.tables > 0 {
			t.cell()
			t.row()
		} else {
			t.line.WriteByte('\n')
		}
	case "&", "%", "$", "#", "_", "{", "}":
		t.line.WriteString(name)
	case " ", ",", ";", ":", "~", "\n":
		t.line.WriteByte(' ')
	}
}

// accent puts an accent on the letter that follows, with or without braces.
func (t *texReader) accent(accent string) bool {
	rest := strings.TrimLeft(t.src[t.at:min(t.at+12, len(t.src))], " {\\")
	if rest == "" || rest[0] < 'A' || rest[0] > 'z' {
		return false
	}
	t.at = strings.Index(t.src[t.at:], rest[:1]) + t.at + 1
	if t.peek() == '}' {
		t.at++
	}
	t.line.WriteString(rest[:1] + accent)
	return true
}
