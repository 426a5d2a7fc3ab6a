package extract

import "strings"

// formula writes an Office formula on one line, the way one would type it: a/b, x^2, sqrt(x).
func formula(n *node) string {
	var b strings.Builder
	for _, k := range n.kids {
		b.WriteString(formulaPart(k))
	}
	return b.String()
}

func formulaPart(n *node) string {
	part := func(name string) string {
		if c := n.child(name); c != nil {
			return formula(c)
		}
		return ""
	}
	switch n.name {
	case "t":
		return n.text
	case "r":
		return formula(n)
	case "f":
		return grouped(part("num")) + "/" + grouped(part("den"))
	case "sSup":
		return grouped(part("e")) + "^" + grouped(part("sup"))
	case "sSub":
		return grouped(part("e")) + "_" + grouped(part("sub"))
	case "sSubSup", "sPre":
		return grouped(part("e")) + "_" + grouped(part("sub")) + "^" + grouped(part("sup"))
	case "rad":
		if deg := part("deg"); deg != "" {
			return deg + "√(" + part("e") + ")"
		}
		return "√(" + part("e") + ")"
	case "nary":
		sign := "∫"
		if c := n.child("naryPr", "chr"); c != nil {
			sign = c.attr("val")
		}
		if s := part("sub"); s != "" {
			sign += "_" + grouped(s)
		}
		if s := part("sup"); s != "" {
			sign += "^" + grouped(s)
		}
		return sign + " " + part("e")
	case "d":
		return delimited(n)
	case "m":
		var rows []string
		for _, r := range n.kids {
			if r.name == "mr" {
				var cells []string
				for _, c := range r.kids {
					cells = append(cells, formula(c))
				}
				rows = append(rows, strings.Join(cells, ", "))
			}
		}
		return strings.Join(rows, "; ")
	case "limLow":
		return part("e") + "_" + grouped(part("lim")) + " "
	case "limUpp":
		return part("e") + "^" + grouped(part("lim")) + " "
	case "func":
		return part("fName") + " " + part("e")
	case "acc":
		mark := "\u0302"
		if c := n.child("accPr", "chr"); c != nil {
			mark = c.attr("val")
		}
		return part("e") + mark
	}
	if strings.HasSuffix(n.name, "Pr") {
		return ""
	}
	return formula(n)
}

func delimited(n *node) string {
	open, shut, sep := "(", ")", "|"
	if pr := n.child("dPr"); pr != nil {
		for name, at := range map[string]*string{"begChr": &open, "endChr": &shut, "sepChr": &sep} {
			if c := pr.child(name); c != nil {
				*at = c.attr("val")
			}
		}
	}
	var parts []string
	for _, k := range n.kids {
		if k.name == "e" {
			parts = append(parts, formula(k))
		}
	}
	return open + strings.Join(parts, sep) + shut
}

// grouped puts brackets around what is more than one sign or word and has none yet.
func grouped(s string) string {
	if strings.ContainsAny(s, " +-−*/=,<>≤≥^_·×") && !bracketed(s) {
		return "(" + s + ")"
	}
	return s
}

// bracketed reports whether the bracket that begins s is closed by its end.
func bracketed(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return i > 0 && i == len(s)-1
		}
	}
	return false
}
