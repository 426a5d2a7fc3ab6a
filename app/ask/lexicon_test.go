package ask_test

import (
	"context"
	"testing"

	"ibid/app/ask"
	"ibid/store"
	"ibid/store/storetest"
)

// pieceEmbedder has a vocabulary in which every word is whole, but for those that are named.
type pieceEmbedder struct {
	wordEmbedder
	rare map[string]bool
}

func (e pieceEmbedder) Pieces(_ context.Context, text string) int {
	if e.rare[text] {
		return 3
	}
	return 1
}

func TestARareWordThatIsNowhereMeansThatTheMaterialDoesNotAnswer(t *testing.T) {
	s := storetest.Open(t)
	storetest.Document(t, s, storetest.Module(t, s, "Biology"), store.Document{Path: "cells.pdf", Title: "Cells", Lang: "en"},
		"An enzyme lowers the activation energy of a reaction without being used up.",
		"The mitochondrion makes the energy of the cell. It has two membranes.")
	storetest.EmbedAll(t, s, dim)
	e := &ask.Engine{Store: s}
	search := func(embedder ask.Embedder, question string) ask.Found {
		t.Helper()
		e.Embedder = embedder
		found, err := e.Search(t.Context(), ask.Query{Question: question})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	everyday := pieceEmbedder{}
	rare := pieceEmbedder{rare: map[string]bool{"hormone": true, "enzyme": true, "enzmye": true}}

	const asked = "How does an enzyme lower the activation energy of a hormone reaction?"
	common, strange := search(everyday, asked), search(rare, asked)
	if !common.Enough {
		t.Errorf("a word of everyday language that is missing makes the answer too unsure: %.2f", common.Confidence)
	}
	if strange.Confidence > common.Confidence-0.05 {
		t.Errorf("a rare word that is missing leaves the answer as sure as %.2f, not below %.2f", strange.Confidence, common.Confidence)
	}
	if found := search(rare, "Which hormone makes energy?"); found.Enough {
		t.Errorf("a rare word that is half of a question and missing: enough, %.2f", found.Confidence)
	}
	for _, question := range []string{
		"How does an enzyme lower the activation energy of a reaction?", // rare, but there
		"How does an enzmye lower the activation energy of a reaction?", // rare, but a slip
	} {
		if found := search(rare, question); !found.Enough {
			t.Errorf("%s: not enough, %.2f", question, found.Confidence)
		}
	}
}
