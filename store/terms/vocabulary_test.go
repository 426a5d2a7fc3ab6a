package terms_test

import (
	"slices"
	"strings"
	"testing"

	"ibid/store/terms"
)

// index is a vocabulary of a few terms, in order.
type index []string

func (in index) Has(term string) bool { return slices.Contains(in, term) }

func (in index) Between(from, to string) []string {
	var out []string
	for _, term := range in {
		if term >= from && term < to {
			out = append(out, term)
		}
	}
	return out
}

func TestQueryForWordsThatTheIndexMayNotHave(t *testing.T) {
	tests := map[string]struct {
		question string
		lang     string
		in       index
		want     string
	}{
		"a known word":              {"kernel", "en", index{"kernel", "kernels"}, `"kernel"`},
		"letters swapped":           {"kenrel", "en", index{"kernel"}, `"kenrel" OR "kernel"`},
		"a letter too many":         {"kerrnel", "en", index{"kernel"}, `"kerrnel" OR "kernel"`},
		"a letter left out":         {"kernl", "en", index{"kernel"}, `"kernl" OR "kernel"`},
		"another letter":            {"kermel", "en", index{"kernel"}, `"kermel" OR "kernel"`},
		"two slips":                 {"kenrle", "en", index{"kernel"}, `"kenrl"`},
		"another first letter":      {"sernel", "en", index{"kernel"}, `"sernel"`},
		"too short":                 {"lits", "en", index{"list"}, `"lit"`},
		"with digits":               {"resnet50", "en", index{"resnet5", "resnet51"}, `"resnet50"`},
		"not ASCII":                 {"прмяое", "", index{"прямое"}, `"прмяое" OR "прямое"`},
		"compound":                  {"Kantengewicht", "de", index{"gewicht", "kant"}, `"kantengewicht" OR "kant" OR "gewicht"`},
		"compound with an s":        {"Prüfungstermine", "de", index{"prufung", "termin"}, `"prufungstermin" OR "prufung" OR "termin"`},
		"known compound":            {"Suchbaum", "de", index{"baum", "such", "suchbaum"}, `"suchbaum" OR "such" OR "baum"`},
		"the last part is unknown":  {"Kantengewicht", "de", index{"kant"}, `"kantengewicht"`},
		"the first part is unknown": {"Kantengewicht", "de", index{"gewicht"}, `"kantengewicht"`},
		"no compounds in English":   {"edgeweight", "en", index{"edg", "weight"}, `"edgeweight"`},
		"nothing is known":          {"Größe", "de", nil, `"gross"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := terms.Query(test.question, []string{test.lang}, test.in); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	// What is known in one language of the documents is no slip in another.
	if got := terms.Query("memory", []string{"de", "en"}, index{"memori"}); strings.Count(got, `"memori"`) != 1 || strings.Count(got, " OR ") != 1 {
		t.Errorf("got %s", got)
	}
}
