package models

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// readWords reads a vocabulary: pieces of words in the order of their numbers, one a line.
func readWords(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the words of the speech model: %w", err)
	}
	return strings.Split(string(data), "\n"), nil
}

// textOf joins pieces of words; ▁ stands for a blank, <0x41> for a byte. Marks that the vocabulary does not have say nothing.
func textOf(words []string, tokens []int) string {
	var b strings.Builder
	for _, t := range tokens {
		if t <= tokenEnd || t >= len(words) {
			continue
		}
		word := words[t]
		if hex, ok := strings.CutPrefix(word, "<0x"); ok {
			if value, err := strconv.ParseUint(strings.TrimSuffix(hex, ">"), 16, 8); err == nil {
				b.WriteByte(byte(value))
				continue
			}
		}
		b.WriteString(strings.ReplaceAll(word, "\u2581", " "))
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(b.String(), "")), " ")
}

// withoutCircles cuts what a model repeats when it has lost the thread: a run of tokens that comes a fourth time in a row.
func withoutCircles(tokens []int) []int {
	const rounds, widest = 4, 24
	for at := range tokens {
		for width := 1; width <= widest && at+width*rounds <= len(tokens); width++ {
			if circle(tokens[at:], width, rounds) {
				return tokens[:at+width]
			}
		}
	}
	return tokens
}

func circle(tokens []int, width, rounds int) bool {
	for i := width; i < width*rounds; i++ {
		if tokens[i] != tokens[i-width] {
			return false
		}
	}
	return true
}
