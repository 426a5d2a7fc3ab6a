package ask

import "regexp"

// addresses are what a sentence points to but does not say: the target of a link or a picture, and bare addresses.
var addresses = regexp.MustCompile(`\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?\b(?:https?|ftp|file|javascript|data):[^\s<>)\]]*>?`)

// trailing is a number in round brackets at the end of a sentence, which is how some models cite. No model gets more than 20 passages:
// a larger one is something that the sentence says.
var trailing = regexp.MustCompile(`\s*\((?:[1-9]|1\d|20)\)([.!?。]*\s*)$`)

// spoken is a sentence without what it does not say in words: where links lead to, and numbers that only point at something.
func spoken(sentence string) string {
	return trailing.ReplaceAllString(addresses.ReplaceAllString(sentence, " "), "$1")
}

// contentWords counts the words of a sentence that say something.
func contentWords(words []word) int {
	n := 0
	for _, w := range words {
		if !w.stop {
			n++
		}
	}
	return n
}
