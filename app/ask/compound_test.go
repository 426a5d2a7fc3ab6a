package ask_test

import (
	"strings"
	"testing"

	"ibid/app/ask"
	"ibid/store"
	"ibid/store/storetest"
)

// TestAWordAndItsNounAreFoundTogether: the passage that has the noun of a word stands before one that only shares the rest.
func TestAWordAndItsNounAreFoundTogether(t *testing.T) {
	s := storetest.Open(t)
	storetest.Document(t, s, storetest.Module(t, s, "KI"), store.Document{Path: "nn04.md", Title: "NN", Lang: "de"},
		"Ein Modell lernt aus Daten, in denen es Muster sucht, und hat seine Parameter.",
		"Zeichen der Überanpassung sind geringe Kosten im Training und hohe im Test, die ein Modell verrät.",
		"Der Gradient zeigt in die Richtung des steilsten Anstiegs."+strings.Repeat(" Er ist ein Vektor aus den Ableitungen nach den Gewichten.", 12)+
			" Ein Modell folgt ihm bergab.")
	e := &ask.Engine{Store: s}
	found, err := e.Search(t.Context(), ask.Query{Question: "Woran erkenne ich, dass mein Modell überangepasst ist?"})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Results) == 0 || !strings.HasPrefix(found.Results[0].Passage.Text, "Zeichen der Überanpassung") {
		t.Errorf("results %+v", found.Results)
	}
}
