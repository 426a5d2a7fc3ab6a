package ask

import (
	"strings"
	"unicode"

	"ibid/store"
)

const (
	nearlySame = 0.85 // share of shingles from which two passages say the same; e5's cosine cannot tell (a 'twin' is at .95)
	shingle    = 3    // words
	overlaps   = 0.5  // of the shorter of two neighbouring passages from which the later in rank adds nothing
)

// distinct keeps the best of passages that say the same and notes the others as its Also. Passages of one document that overlap
// by more than half count as one.
func distinct(results []candidate) []candidate {
	var out []candidate
	var prints []map[string]bool
next:
	for _, r := range results {
		p := shingles(r.Passage.Text)
		for i := range out {
			if out[i].Document.RowID == r.Document.RowID && out[i].Passage.Page == r.Passage.Page && overlap(out[i].Passage, r.Passage) >= overlaps {
				continue next
			}
			if same(prints[i], p) {
				out[i].Also = append(out[i].Also, r.Found)
				continue next
			}
		}
		out = append(out, r)
		prints = append(prints, p)
	}
	return out
}

// overlap is the part of the shorter passage that both share.
func overlap(a, b store.Passage) float64 {
	shared := min(a.To, b.To) - max(a.From, b.From)
	shorter := min(a.To-a.From, b.To-b.From)
	if shared <= 0 || shorter <= 0 {
		return 0
	}
	return float64(shared) / float64(shorter)
}

// same compares prints by the share of the larger that both hold.
func same(a, b map[string]bool) bool {
	small, large := a, b
	if len(small) > len(large) {
		small, large = large, small
	}
	if len(large) == 0 || float64(len(small)) < nearlySame*float64(len(large)) {
		return false
	}
	n := 0
	for s := range small {
		if large[s] {
			n++
		}
	}
	return float64(n) >= nearlySame*float64(len(large))
}

// shingles are the runs of three words of a text, without regard to case and signs; a shorter text is one shingle.
func shingles(text string) map[string]bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	out := map[string]bool{}
	if len(words) < shingle {
		out[strings.Join(words, " ")] = true
		return out
	}
	for i := 0; i+shingle <= len(words); i++ {
		out[strings.Join(words[i:i+shingle], " ")] = true
	}
	return out
}
