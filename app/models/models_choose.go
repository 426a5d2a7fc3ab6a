package models

import "strings"

// comfortable is the size of the largest model that reads a prompt of two
// thousand tokens in about a minute on a laptop without a graphics card:
// three to four thousand million weights in four bits.
const comfortable = 3500 << 20

// otherTrades are words in the names of models that were not made to answer
// questions.
var otherTrades = []string{"code", "math", "guard", "ocr", "rerank", "-base", "-text"}

// Choose picks the model that writes answers when the student named none: the
// largest of those here that are comfortable, else the smallest. Models that
// run elsewhere are never picked: that is for the student to say.
func Choose(list []Model) (Model, bool) {
	var best Model
	found := false
	for _, m := range list {
		if m.Remote || m.Embeds || hasOtherTrade(m.Name) {
			continue
		}
		if !found || better(m, best) {
			best, found = m, true
		}
	}
	return best, found
}

func better(a, b Model) bool {
	fitsA, fitsB := a.Size <= comfortable, b.Size <= comfortable
	if fitsA != fitsB {
		return fitsA
	}
	if a.Size != b.Size {
		return (a.Size > b.Size) == fitsA
	}
	return a.Name < b.Name
}

func hasOtherTrade(name string) bool {
	name = strings.ToLower(name)
	for _, word := range otherTrades {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
