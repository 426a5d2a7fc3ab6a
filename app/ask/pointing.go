package ask

// pointers are words that stand for something said before.
var pointers = set(`it its they them their theirs those these this that he she him her his instead there latter former
es sie ihn ihm ihr ihre ihren deren dessen dabei davon dafür damit dazu darin darauf daran dagegen danach daraus darüber dadurch dies diese
dieser dieses diesen diesem jene jenes jener stattdessen
il elle ils elles cela ça celui celle
eso esto ello ellos ellas
它 他 她 这 那`)

var (
	// own say whose something is: mostly of what stands before them in the same sentence.
	own = set("its their theirs his her ihr ihre ihren deren dessen")
	// joints begin a clause, in which a pronoun may mean what the clause before it is about.
	joints = set(`if when after before because while until once than and or but so although
wenn nachdem bevor weil während bis als und oder aber obwohl sobald falls damit dass`)
	// here: what a student points at without having said it.
	here = set(`course courses class lecture lectures material notes module unit slide slides semester term week year exam chapter script
kurs kurses modul moduls vorlesung veranstaltung folie folien semester semesters woche jahr klausur kapitel skript lehrveranstaltung`)
	being    = set("is was be are were isn wasn will would ist war sei wäre")
	thatNext = set("that if when to whether how dass wenn ob zu was wie")
	thatPrev = set("mean means true so such say says know sure case possible fact than all is")
	// expletives are the verbs with which "es" stands for nothing.
	expletives = set("gibt gab geht ging kommt kam handelt")
)

// points says whether a question points at something that it does not say itself.
func (s utterance) points() bool {
	content := 0 // words of its own before the one that is looked at
	joined := false
	for i, w := range s {
		if !w.empty {
			content++
			if !pointers[w.text] {
				continue
			}
		}
		if content > 0 && (joints[w.text] || w.comma || s[i-1].last) {
			joined = true
		}
		if s.pointsAt(i, content, joined) {
			return true
		}
		if s.oneAt(i) && !(content > 1 && joined) {
			return true
		}
	}
	return false
}

// pointsAt says whether the word at i stands for something outside the question, given how many words of its own stand before it,
// and whether these are another clause.
func (s utterance) pointsAt(i, content int, joined bool) bool {
	w := s[i]
	if !pointers[w.text] {
		return w.text == "das" && i > 0 && !w.comma && (w.last || s[i+1].empty && !s[i+1].isUpper() && s[i+1].text != "nicht" || s.nounless(i+1))
	}
	if content > 0 && (joined || own[w.text]) {
		return false
	}
	var before, after said
	if i > 0 {
		before = s[i-1]
	}
	if i+1 < len(s) {
		after = s[i+1]
	}
	switch w.text {
	case "this", "these", "dieser", "diese", "dieses", "diesem", "diesen":
		return !here[after.text]
	case "that":
		if i == 0 || w.last {
			return !thatPrev[before.text] || w.last
		}
		return before.empty && !thatPrev[before.text] || before.text == "is" && after.empty
	case "there":
		return !being[before.text] && !being[after.text]
	case "instead":
		return after.text != "of"
	case "it", "es":
		if after.comma || content > 1 && !w.last {
			return false
		}
		if before.text == "means" || after.text == "mean" || before.text == "bedeutet" || before.text == "heißt" || being[before.text] ||
			after.text == "matter" || after.text == "take" {
			return !s.goesOn(i + 1)
		}
		return !expletives[before.text] && !expletives[after.text] || len(s) < 4
	case "sie", "ihr", "ihre", "ihren", "ihnen":
		return i == 0 || !w.isUpper() // "Sie" is the one who is asked
	case "her", "his":
		return true
	case "dazu", "dafür", "darauf", "daran", "davon", "darin", "damit", "dadurch", "dabei", "danach", "darüber":
		return !after.comma && !(w.text == "damit" && w.comma)
	}
	return true
}

// nounless says whether a German question has no noun from there on, by its spelling: there is nothing for an article.
func (s utterance) nounless(from int) bool {
	spelled := false // with capitals
	for i, w := range s {
		if w.isUpper() && i >= from {
			return false
		}
		spelled = spelled || w.isUpper()
	}
	return spelled
}

// oneAt says whether the word at i stands for a noun that was left out: the other one, the second, both.
func (s utterance) oneAt(i int) bool {
	ends := s[i].last || being[s[i+1].text] || finite[s[i+1].text]
	switch s[i].text {
	case "one", "ones":
		return i > 0 && ends
	case "both", "beide", "beides":
		return ends
	case "other", "others", "andere", "anderen":
		return i > 0 && (links[s[i-1].text] || s[i-1].text == "the") && s[i-1].text != "a"
	}
	return false
}

// goesOn says whether a clause follows that says what an empty "it" stands for.
func (s utterance) goesOn(from int) bool {
	for _, w := range s[min(from, len(s)):] {
		if thatNext[w.text] || w.comma {
			return true
		}
	}
	return false
}
