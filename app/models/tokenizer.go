package models

import (
	"math"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// meta stands for a blank in the vocabulary: every word starts with it.
const meta = '▁'

// keepTilde is the one character that NFKC would change and the model knows as it is.
const keepTilde = '\uFF5E'

// tokenizer cuts a text into the pieces of the embedder's vocabulary: the cut whose pieces are likeliest together (Unigram,
// found by Viterbi), word by word. It is read-only once made and safe for use from several goroutines.
type tokenizer struct {
	pieces  trie
	scores  []float32
	unknown int32
	start   int32
	end     int32
	pad     int32
	odd     float64       // score of a character that no piece covers: below every piece
	other   map[rune]rune // what NFKC does not do: dropped characters (0) and unusual blanks (' ')
}

// encode gives the tokens of a text between the start and end marks, cut to limit tokens in all (0: not cut).
func (t *tokenizer) encode(text string, limit int) []int32 {
	room := math.MaxInt
	if limit > 0 {
		room = limit - 2
	}
	ids := []int32{t.start}
	t.words(t.normal(text), func(word []byte) bool {
		ids = t.cut(ids, word)
		return len(ids)-1 < room
	})
	if len(ids)-1 > room {
		ids = ids[:room+1]
	}
	return append(ids, t.end)
}

// normal gives the text as the model was taught to read it: NFKC, control characters dropped, one blank between words.
func (t *tokenizer) normal(text string) []byte {
	clean := make([]byte, 0, len(text)+len(text)/8)
	plain := true
	for _, r := range text {
		if to, ok := t.other[r]; ok {
			if to == 0 {
				continue
			}
			r = to
		}
		plain = plain && r < utf8.RuneSelf
		clean = utf8.AppendRune(clean, r)
	}
	if plain {
		return clean
	}
	out := make([]byte, 0, len(clean)+16)
	for from := 0; from < len(clean); {
		to := nextTilde(clean[from:])
		out = append(out, norm.NFKC.Bytes(clean[from:from+to])...) // Append would look back at the kept character
		from += to
		if from < len(clean) {
			out = utf8.AppendRune(out, keepTilde)
			from += utf8.RuneLen(keepTilde)
		}
	}
	return out
}

// nextTilde finds the next kept character, or the end.
func nextTilde(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == keepTilde {
			return i
		}
		i += n
	}
	return len(text)
}

// words calls f with each word, its meta mark in front, until f returns false. A run of blanks counts as one, also at the
// end of the text, where it makes a word of the mark alone.
func (t *tokenizer) words(text []byte, f func(word []byte) bool) {
	var word []byte
	blank := false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == ' ' && blank:
		case r == ' ' || r == meta:
			if len(word) > 0 && !f(word) {
				return
			}
			word = utf8.AppendRune(word[:0], meta)
		default:
			if i == 0 {
				word = utf8.AppendRune(word, meta)
			}
			word = append(word, text[i:i+n]...)
		}
		blank = r == ' '
		i += n
	}
	if len(word) > 0 {
		f(word)
	}
}

// step is the best way found to reach a place in a word: the piece that ends there and where it starts.
type step struct {
	score float64
	from  int32
	piece int32 // -1: not reached yet
}

// cut appends the likeliest pieces of a word.
func (t *tokenizer) cut(ids []int32, word []byte) []int32 {
	var few [64]step
	best := few[:0]
	for range len(word) + 1 {
		best = append(best, step{piece: -1})
	}
	for at := 0; at < len(word); {
		_, width := utf8.DecodeRune(word[at:])
		sofar, single := best[at].score, false
		t.pieces.prefixes(word[at:], func(length int, piece int32) {
			best[at+length].offer(sofar+float64(t.scores[piece]), at, piece)
			single = single || length == width
		})
		if !single {
			best[at+width].offer(sofar+t.odd, at, t.unknown)
		}
		at += width
	}
	return t.walk(ids, best)
}

func (s *step) offer(score float64, from int, piece int32) {
	if s.piece < 0 || score > s.score {
		*s = step{score: score, from: int32(from), piece: piece}
	}
}

// walk appends the pieces of the best way from its end; unknown neighbours count as one.
func (t *tokenizer) walk(ids []int32, best []step) []int32 {
	first := len(ids)
	for at := int32(len(best) - 1); at > 0; at = best[at].from {
		p := best[at].piece
		if p == t.unknown && len(ids) > first && ids[len(ids)-1] == p {
			continue
		}
		ids = append(ids, p)
	}
	for i, j := first, len(ids)-1; i < j; i, j = i+1, j-1 {
		ids[i], ids[j] = ids[j], ids[i]
	}
	return ids
}
