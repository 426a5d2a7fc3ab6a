package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"

	"ibid/build/e5"
)

// converters turn a file of an archive into an asset, by the part that the asset plays in the program.
var converters = map[string]func(data []byte) ([]byte, error){
	"embedder":     func(data []byte) ([]byte, error) { return convertE5(data, (*e5.Weights).Model) },
	"tokenizer":    func(data []byte) ([]byte, error) { return convertE5(data, (*e5.Weights).Tokens) },
	"speech-words": speechWords,
}

func convertE5(data []byte, part func(*e5.Weights) ([]byte, error)) ([]byte, error) {
	weights, err := e5.ReadWeights(data)
	if err != nil {
		return nil, err
	}
	return part(weights)
}

// speechWords takes the vocabulary out of the script that carries it as one long literal: pieces of words in the order of
// their numbers, one a line.
func speechWords(script []byte) ([]byte, error) {
	_, rest, found := bytes.Cut(script, []byte(`const llama_vocab_base64 = "`))
	literal, _, closed := bytes.Cut(rest, []byte(`"`))
	if !found || !closed {
		return nil, errors.New("the script has no vocabulary")
	}
	words := make([]byte, base64.StdEncoding.DecodedLen(len(literal)))
	n, err := base64.StdEncoding.Decode(words, literal)
	if err != nil {
		return nil, fmt.Errorf("the vocabulary: %w", err)
	}
	return words[:n], nil
}
