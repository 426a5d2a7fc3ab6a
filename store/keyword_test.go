package store_test

import (
	"slices"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

// found runs a search and returns the texts it finds, best first.
func found(t *testing.T, s *store.Store, hits []store.Hit) []string {
	t.Helper()
	rows := make([]int64, len(hits))
	for i, hit := range hits {
		rows[i] = hit.Passage
		if i > 0 && hit.Score > hits[i-1].Score {
			t.Errorf("hit %d is better than the one before it", i)
		}
	}
	all, err := s.PassagesByRow(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, row := range rows {
		texts = append(texts, all[row].Passage.Text)
	}
	return texts
}

func keyword(t *testing.T, s *store.Store, q store.KeywordQuery) []string {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 10
	}
	hits, err := s.Keyword(t.Context(), q)
	if err != nil {
		t.Fatalf("%q: %v", q.Text, err)
	}
	return found(t, s, hits)
}

func TestKeyword(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "All")
	storetest.Document(t, s, m, store.Document{Path: "a.pdf", Title: "Bed"}, "Memories are consolidated during sleep.", "Use num_ctx in C++ and __init__.", "Vitamin A")
	storetest.Document(t, s, m, store.Document{Path: "b.pdf", Title: "Deutsch", Lang: "de"}, "Die Häuser der Stadt", "Memory heißt Speicher")
	storetest.Document(t, s, m, store.Document{Path: "x.pdf", Lang: "zh"}, "机器学习很有用", "山水")
	storetest.Document(t, s, m, store.Document{Path: "y.pdf", Lang: "xx"}, "plain words running")
	for question, want := range map[string][]string{
		"How is a memory consolidated?":    {"Memories are consolidated during sleep.", "Memory heißt Speicher"},
		"SLEEPING":                         {"Memories are consolidated during sleep."},
		"Was ist ein Haus?":                {"Die Häuser der Stadt"},
		"hauser":                           {"Die Häuser der Stadt"},
		"什么是学习":                            {"机器学习很有用"},
		"山":                                {"山水"},
		"__init__":                         {"Use num_ctx in C++ and __init__."},
		"num":                              {"Use num_ctx in C++ and __init__."},
		"what is c++":                      {"Use num_ctx in C++ and __init__."},
		"running":                          {"plain words running"},
		"what does vitamin A do":           {"Vitamin A"},
		"nothing of that sort":             nil,
		"":                                 nil,
		"?!* \" ( ) OR \x00 ^":             nil,
		`") OR title:bed --`:               {"Memories are consolidated during sleep.", "Use num_ctx in C++ and __init__.", "Vitamin A"}, // by the title
		"NEAR(plain words, 3) AND NOT {a}": {"plain words running"},
	} {
		got := keyword(t, s, store.KeywordQuery{Text: question})
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", question, got, want)
		}
	}
}

func TestKeywordWeights(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "All")
	storetest.Document(t, s, m, store.Document{Path: "sleep.pdf", Title: "Sleep"}, "alpha beta gamma delta")
	storetest.Document(t, s, m, store.Document{Path: "other.pdf", Title: "Other"}, "alpha sleep gamma delta", "epsilon zeta", "eta theta", "iota kappa")
	for want, weights := range map[string][3]float64{"alpha beta gamma delta": {5, 1, 1}, "alpha sleep gamma delta": {0.1, 1, 5}} {
		if got := keyword(t, s, store.KeywordQuery{Text: "sleep", Weights: weights}); len(got) != 2 || got[0] != want {
			t.Errorf("%v: %q", weights, got)
		}
	}
}

func TestKeywordScope(t *testing.T) {
	s := storetest.Open(t)
	one, two := storetest.Module(t, s, "One"), storetest.Module(t, s, "Two")
	a := storetest.Document(t, s, one, store.Document{Path: "a.pdf"}, "sleep one a")
	b := storetest.Document(t, s, one, store.Document{Path: "b.pdf"}, "sleep one b")
	c := storetest.Document(t, s, two, store.Document{Path: "c.pdf"}, "sleep two c")
	check := func(name string, modules, documents []int64, want ...string) {
		t.Helper()
		got := keyword(t, s, store.KeywordQuery{Text: "sleep", Modules: modules, Documents: documents})
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	check("all", nil, nil, "sleep one a", "sleep one b", "sleep two c")
	check("one module", []int64{two.RowID}, nil, "sleep two c")
	check("documents", nil, []int64{a.RowID, c.RowID}, "sleep one a", "sleep two c")
	check("a document of another module", []int64{two.RowID}, []int64{b.RowID})
	check("no module", []int64{}, nil)
	check("no document", nil, []int64{})
	if err := s.ScheduleRemoval(t.Context(), one.RowID, 1); err != nil {
		t.Fatal(err)
	}
	check("one is about to go", nil, nil, "sleep two c")
	check("one is about to go and asked for", []int64{one.RowID}, nil)
	check("a document of it", nil, []int64{a.RowID})
	if err := s.ScheduleRemoval(t.Context(), one.RowID, 0); err != nil {
		t.Fatal(err)
	}
	check("taken back", nil, nil, "sleep one a", "sleep one b", "sleep two c")
}

// FuzzKeyword: whatever a student types, SQLite takes it.
func FuzzKeyword(f *testing.F) {
	s := storetest.Open(f)
	m := storetest.Module(f, s, "All")
	storetest.Document(f, s, m, store.Document{Path: "a.pdf"}, "Memories are consolidated during sleep.")
	storetest.Document(f, s, m, store.Document{Path: "b.pdf", Lang: "de"}, "Die Häuser der Stadt")
	for _, seed := range []string{"sleep", `"`, `a" OR b*`, "NEAR(a b)", "-title:x ^y {z}", "\x00", "山", "C++ __init__", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, question string) {
		if _, err := s.Keyword(t.Context(), store.KeywordQuery{Text: question, Limit: 5}); err != nil {
			t.Fatalf("%q: %v", question, err)
		}
	})
}

// A word with a slip finds what it was meant for, and a compound what its parts say, in the modules that are searched.
func TestKeywordStandsInForUnknownWords(t *testing.T) {
	s := storetest.Open(t)
	m, other := storetest.Module(t, s, "German"), storetest.Module(t, s, "Other")
	storetest.Document(t, s, m, store.Document{Path: "a.pdf", Lang: "de"}, "Das Gewicht einer Kante", "Die Heuristik ist zulässig")
	storetest.Document(t, s, other, store.Document{Path: "b.pdf", Lang: "de"}, "Die Heuristik der anderen")
	for question, want := range map[string]string{
		"Heurstik":       "Die Heuristik ist zulässig",
		"zuläsig":        "Die Heuristik ist zulässig",
		"Kantengewichte": "Das Gewicht einer Kante",
	} {
		if got := keyword(t, s, store.KeywordQuery{Modules: []int64{m.RowID}, Text: question}); !slices.Equal(got, []string{want}) {
			t.Errorf("%s found %q", question, got)
		}
	}
}
