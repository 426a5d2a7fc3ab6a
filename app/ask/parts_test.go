package ask

import (
	"slices"
	"testing"

	"ibid/store"
)

func candidatesOf(lang string, texts ...string) (all []candidate, words [][]word) {
	for _, text := range texts {
		f := store.Found{Document: store.Document{Lang: lang}, Passage: store.Passage{Text: text}}
		all = append(all, candidate{Result: Result{Found: f}})
		words = append(words, wordsOf(text, lang))
	}
	return all, words
}

func TestPartsOfWordsMeetWhereWordsDoNot(t *testing.T) {
	tests := []struct{ name, question, right, wrong string }{
		{"in a compound", "Wie wird die Genauigkeit berechnet?",
			"Die Treffergenauigkeit ist der Anteil der richtigen Vorhersagen.", "Der Gradient ist ein Vektor aus partiellen Ableitungen."},
		{"of a compound", "Was ist ein Zufallsversuch?",
			"Ein Zufallsexperiment hat mehrere Ausgänge.", "Ein Vektorraum hat mehrere Basen."},
		{"a participle and its noun", "Woran sehe ich, dass das Modell überangepasst ist?",
			"Zeichen der Überanpassung sind hohe Testkosten.", "Zeichen der Konvergenz sind kleine Schritte."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			q := newQuestion(test.question, test.question)
			all, words := candidatesOf("de", test.wrong, test.right, test.wrong+" Mehr dazu später.")
			if got := q.partScores(all, words); len(got) != 3 || got[1] != 1 || got[0] >= 0.5 || got[2] >= 0.5 {
				t.Errorf("scores %v", got)
			}
		})
	}
}

func TestPartsCountInTheHeadingAndTheRareOnesMost(t *testing.T) {
	q := newQuestion("Wie heißt das Verfahren der Kantenkonsistenz?", "Wie heißt das Verfahren der Kantenkonsistenz?")
	all, words := candidatesOf("de", "Das Verfahren ist einfach.", "Das Verfahren ist schnell.", "Es nimmt Werte weg.")
	all[2].Passage.Heading = "Konsistenz von Kanten"
	if got := q.partScores(all, words); len(got) != 3 || got[2] != 1 {
		t.Errorf("scores %v", got)
	}
}

func TestPartsSayNothing(t *testing.T) {
	tests := []struct{ name, question, lang string }{
		{"in English", "How is the accuracy of the model computed?", "en"},
		{"where all are alike", "Was ist ein Chloroplast?", "de"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			q := newQuestion(test.question, test.question)
			all, words := candidatesOf(test.lang, "accuracy", "model", "vector")
			if test.lang == "de" {
				all, words = candidatesOf("de", "Das Rad ist rund.", "Der Ball ist rot.")
			}
			if got := q.partScores(all, words); got != nil {
				t.Errorf("scores %v", got)
			}
			if got := q.partScores(nil, nil); got != nil {
				t.Errorf("scores of nothing %v", got)
			}
		})
	}
}

func TestPartsOf(t *testing.T) {
	for word, want := range map[string][]string{
		"ki": {"ki"}, "baum": {"baum"}, "baume": {"baume"}, "graphen": {"graph", "raphe", "aphen"},
	} {
		if got := slices.Collect(partsOf(word)); !slices.Equal(got, want) {
			t.Errorf("%s: %v", word, got)
		}
	}
}
