package extract

import (
	"regexp"
	"strconv"
	"strings"

	"ibid/store"
)

var (
	texCodeEnv  = regexp.MustCompile(`^(?:[vBL]?[vV]erbatim\*?|lstlisting|minted|alltt|sagesilent|sageblock|pycode|Rcode|semiverbatim|algorithmic)$`)
	texMathEnv  = regexp.MustCompile(`^(?:equation|align|alignat|gather|multline|eqnarray|displaymath|math|flalign|dmath|IEEEeqnarray|subequations)\*?$`)
	texDropEnv  = regexp.MustCompile(`^(?:comment|tikzpicture|pspicture|picture|pgfpicture|filecontents\*?|CCSXML|axis)$`)
	texListEnv  = regexp.MustCompile(`^(?:itemize|compactitem|description|compactdesc|enumerate|compactenum|inparaenum|questions|parts|choices|tasks)\*?$`)
	texTableEnv = regexp.MustCompile(`^(?:tabular[xy]?|longtable|tabu|longtabu|tabularray|tblr|supertabular|xtabular|array)\*?$`)
	texTitled   = regexp.MustCompile(`^(?:theorem|lemma|proposition|corollary|definition|remark|example|exercise|problem|solution|proof|claim|conjecture|axiom|fact|observation|assumption|hypothesis|question|answer|satz|beweis|beispiel|bemerkung|aufgabe|lösung|thm|lem|prop|cor|defn|rem|ex)\*?$`)
	// texArguments are environments with arguments that are no text.
	texArguments = map[string]int{"multicols": 1, "minipage": 1, "column": 1, "thebibliography": 1, "wrapfigure": 2, "wraptable": 2, "adjustbox": 1,
		"adjustwidth": 2, "list": 2, "spacing": 1, "varwidth": 1, "overlayarea": 2, "otherlanguage": 1}
)

// begin reads the begin of an environment, and code, maths and drawings to their end.
func (t *texReader) begin(end int) {
	from := t.at - len(`\begin`)
	name := strings.TrimSpace(t.group())
	plain := strings.TrimSuffix(name, "*")
	switch {
	case texCodeEnv.MatchString(name), texMathEnv.MatchString(name), texDropEnv.MatchString(name):
		t.flush()
		t.whole(name, from, end)
	case texListEnv.MatchString(name):
		t.flush()
		t.skip('[', ']')
		if len(t.lists) < 100 {
			t.lists = append(t.lists, texList{ordered: strings.Contains(name, "enum") || name == "questions" || name == "parts"})
		}
	case texTableEnv.MatchString(name):
		t.flush()
		t.tables++
		t.skip('[', ']')
		t.group()
		if plain == "tabularx" || plain == "tabulary" || name == "tabular*" {
			t.group()
		}
	case name == "frame":
		t.flush()
		t.skip('<', '>')
		t.skip('[', ']')
		if t.peek() == '{' {
			t.w.add(store.Heading, 2, t.inner(t.group()))
		}
	case name == "block" || name == "alertblock" || name == "exampleblock":
		t.flush()
		t.skip('<', '>')
		t.w.add(store.Heading, 3, t.inner(t.group()))
	case texTitled.MatchString(strings.ToLower(name)):
		t.flush()
		word := strings.ToUpper(plain[:1]) + plain[1:]
		if s, stop, ok := t.enclosed('[', ']'); ok {
			t.at = stop
			word += " (" + t.inner(s) + ")"
		}
		t.line.WriteString(word + ". ")
	default:
		t.flush()
		t.skip('<', '>')
		t.skip('[', ']')
		for range texArguments[plain] {
			t.group()
			t.skip('[', ']')
		}
	}
}

// whole reads an environment to its end that is not made of text; from is where it begins.
func (t *texReader) whole(name string, from, end int) {
	shut := `\end{` + name + "}"
	n := -1
	if t.has(shut) {
		n = strings.Index(t.src[t.at:end], shut)
	}
	if n < 0 {
		return
	}
	stop := t.at + n
	switch {
	case texMathEnv.MatchString(name):
		t.w.addLines(store.Paragraph, 0, t.src[from:stop+len(shut)])
	case texCodeEnv.MatchString(name):
		t.skip('[', ']')
		if name == "minted" || name == "algorithmic" {
			t.group()
		}
		t.w.addLines(store.CodeLine, 0, t.src[min(t.at, stop):stop])
	}
	t.at = stop + len(shut)
}

// end reads the end of an environment.
func (t *texReader) end() {
	name := strings.TrimSpace(t.group())
	if texTableEnv.MatchString(name) && t.tables > 0 {
		t.cell()
		t.row()
		t.tables--
		return
	}
	t.flush()
	if texListEnv.MatchString(name) && len(t.lists) > 0 {
		t.lists = t.lists[:len(t.lists)-1]
	}
	t.mark = ""
}

// itemBegins ends the item before and sets the mark of the next.
func (t *texReader) itemBegins() {
	t.flush()
	t.mark = ""
	if s, end, ok := t.enclosed('[', ']'); ok {
		t.at = end
		t.mark = t.inner(s) + " "
	} else if n := len(t.lists); n > 0 && t.lists[n-1].ordered {
		t.lists[n-1].count++
		t.mark = strconv.Itoa(t.lists[n-1].count) + ". "
	}
}

func (t *texReader) cell() {
	t.cells = append(t.cells, t.line.String())
	t.line.Reset()
}

func (t *texReader) row() {
	t.w.addRow(t.cells)
	t.cells = nil
}
