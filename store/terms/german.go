package terms

import "strings"

// german takes off the endings of German nouns and adjectives by the rules of Jacques Savoy's light stemmer (UniNE): case,
// number and comparison, not what makes a new word. Two rules are added: the genitive of words in -er (Speichers), and
// -nis with its plural -nisse.
func german(word string) string {
	runes := []rune(fold(word))
	stem := germanComparison(germanInflection(runes))
	if ends(stem, "niss") {
		stem = stem[:len(stem)-1]
	}
	return string(stem)
}

func germanInflection(w []rune) []rune {
	n := len(w)
	switch {
	case n > 5 && (ends(w, "ern") || ends(w, "ers")):
		return w[:n-3]
	case n > 4 && w[n-2] == 'e' && strings.ContainsRune("mnrs", w[n-1]):
		return w[:n-2]
	case n > 3 && w[n-1] == 'e':
		return w[:n-1]
	case n > 3 && w[n-1] == 's' && beforeGermanS(w[n-2]):
		return w[:n-1]
	}
	return w
}

func germanComparison(w []rune) []rune {
	n := len(w)
	switch {
	case n > 5 && ends(w, "est"):
		return w[:n-3]
	case n > 4 && (ends(w, "er") || ends(w, "en")):
		return w[:n-2]
	case n > 4 && ends(w, "st") && beforeGermanS(w[n-3]):
		return w[:n-2]
	}
	return w
}

// beforeGermanS reports whether an s after r can be an ending.
func beforeGermanS(r rune) bool { return strings.ContainsRune("bdfghklmnt", r) }

func ends(w []rune, suffix string) bool {
	return len(w) >= len(suffix) && string(w[len(w)-len(suffix):]) == suffix
}
