package extract

import "strings"

// word does what a control word says; n is its number, 1 where it has none.
func (r *rtfReader) word(word string, n int, given bool) {
	g := &r.group
	if g.starred {
		g.starred = false
		if !rtfStarred[word] {
			g.place = rtfSkipped
			return
		}
	}
	if r.destination(word) || g.place == rtfSkipped {
		return
	}
	on := !given || n != 0
	switch word {
	case "ansicpg":
		if n > 0 {
			r.page = n
		}
	case "mac":
		r.page = 10000
	case "pc":
		r.page = 437
	case "pca":
		r.page = 850
	case "uc":
		g.unicode = min(max(n, 0), 10)
	case "f":
		if r.font = n; g.place != rtfFonts {
			g.font = n
		}
	case "fcharset":
		f := r.fonts[r.font]
		f.page, f.signs = rtfCharsets[n], n == 2
		r.fonts[r.font] = f
	case "s":
		if r.style.id = n; g.place != rtfStyles {
			g.style = n
		}
	case "sbasedon":
		r.style.based = n
	case "outlinelevel":
		if g.place == rtfStyles {
			r.style.level = n + 1
		} else if n >= 0 && n < 9 {
			g.level = n + 1
		} else {
			g.level = 0
		}
	case "b":
		g.bold = on
	case "v":
		g.hidden = on
	case "deleted":
		g.deleted = on
	case "plain":
		g.bold, g.hidden, g.deleted, g.font = false, false, false, -1
	case "pard":
		g.style, g.level, g.list, g.depth, g.inTable = 0, -1, false, 0, false
	case "ls":
		g.list = n != 0
	case "ilvl":
		g.depth = min(max(n, 0), 8)
	case "intbl":
		g.inTable = on
	case "upr": // the same twice: in a code page, then in Unicode
		g.place = rtfSkipped
	default:
		r.layout(word)
	}
}

// layout reads signs and the ends of paragraphs, cells and rows.
func (r *rtfReader) layout(word string) {
	if s, ok := rtfSigns[word]; ok {
		r.write(s)
		return
	}
	if r.group.place != rtfBody {
		return
	}
	switch word {
	case "par", "sect", "page":
		r.paragraphEnds()
	case "cell":
		r.cellEnds()
	case "row":
		r.rowEnds()
	}
}

// destination says whether word begins a group of its own kind.
func (r *rtfReader) destination(word string) bool {
	g := &r.group
	switch word {
	case "fonttbl":
		g.place = rtfFonts
	case "stylesheet":
		g.place = rtfStyles
	case "info":
		g.place = rtfInfo
	case "title":
		if g.place == rtfInfo {
			g.place = rtfTitle
		}
	case "ud", "result": // to be read where the group around them would be, if it were read
		if n := len(r.stack); n > 1 {
			g.place = r.stack[n-2].place
		}
	case "listtext", "pntext":
		if g.place == rtfBody {
			g.place = rtfMark
		}
	case "footnote", "shptxt", "dptxbxtext":
		if g.place == rtfBody && !g.note {
			r.noteBegins()
		}
	default:
		if !rtfUnread[word] && !(strings.HasPrefix(word, "m") && strings.HasSuffix(word, "Pr")) {
			return false
		}
		g.place = rtfSkipped
	}
	return true
}
