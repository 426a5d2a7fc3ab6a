package ask_test

import (
	"slices"
	"strings"
	"testing"

	"ibid/app/ask"
	"ibid/store"
	"ibid/store/storetest"
)

const enzymes = `An enzyme lowers the activation energy of a reaction without being used up itself. Its active site fits one substrate, like a lock
	that takes a single key. Heat and acid change the shape of the protein, so the reaction becomes slower or stops entirely; inhibitors
	block the site, either for a while or for good.`

// twice is a library in which two modules say the same in several places. The copies of the first are noted.
func twice(t *testing.T) *store.Store {
	t.Helper()
	s := storetest.Open(t)
	passages := map[string]store.Passage{}
	bio, chem := storetest.Module(t, s, "Biology"), storetest.Module(t, s, "Chemistry")
	for _, d := range []struct {
		module     store.Module
		path, text string
	}{
		{bio, "slides.pptx", enzymes},
		{bio, "slides.pdf", strings.Replace(enzymes, "either for a while", "for a while", 1)},
		{bio, "numbers.pdf", enzymes + " At 40 degrees."},
		{bio, "more numbers.pdf", enzymes + " At 50 degrees."},
		{chem, "handout.docx", enzymes},
	} {
		doc := storetest.Document(t, s, d.module, store.Document{Path: d.path}, d.text)
		passages[d.path] = storetest.Passages(t, s, doc)[0]
	}
	storetest.EmbedAll(t, s, dim)
	err := s.PutCopies(t.Context(), []store.Copy{
		{Passage: passages["slides.pptx"].RowID},
		{Passage: passages["slides.pdf"].RowID, Original: passages["slides.pptx"].RowID, Level: store.NearlySame},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// places names what was found, each result with its other places; which of them comes first is for the ranking.
func places(results []ask.Result) (out []string) {
	for _, r := range results {
		place := []string{r.Document.Path}
		for _, a := range r.Also {
			place = append(place, a.Document.Path)
		}
		slices.Sort(place)
		out = append(out, strings.Join(place, " + "))
	}
	slices.Sort(out)
	return out
}

// What is said in several places is one result that names them all, of what is looked through and of nothing else. Other numbers make
// another result.
func TestOneResultForWhatIsSaidTwice(t *testing.T) {
	s := twice(t)
	e := &ask.Engine{Store: s, Embedder: wordEmbedder{}}
	for name, c := range map[string]struct {
		filter ask.Filter
		want   []string
	}{
		"one module":   {ask.Filter{Modules: []string{"biology"}}, []string{"more numbers.pdf", "numbers.pdf", "slides.pdf + slides.pptx"}},
		"the other":    {ask.Filter{Modules: []string{"chemistry"}}, []string{"handout.docx"}},
		"one document": {ask.Filter{Docs: []string{"slides.pdf"}}, []string{"slides.pdf"}},
		"all":          {ask.Filter{}, []string{"handout.docx + slides.pdf + slides.pptx", "more numbers.pdf", "numbers.pdf"}},
	} {
		found, err := e.Search(t.Context(), ask.Query{Question: "What does an enzyme do?", Filter: c.filter})
		if err != nil {
			t.Fatal(err)
		}
		got := places(found.Results)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A copy that the search did not find is named all the same.
func TestCopyThatWasNotFoundIsNamed(t *testing.T) {
	s := twice(t)
	bio := storetest.Module(t, s, "Botany")
	first := storetest.Document(t, s, bio, store.Document{Path: "a.pdf"}, "Photosynthesis takes place in chloroplasts.")
	second := storetest.Document(t, s, bio, store.Document{Path: "b.pdf"}, "Nothing that the question asks for.")
	err := s.PutCopies(t.Context(), []store.Copy{{
		Passage: storetest.Passages(t, s, second)[0].RowID, Original: storetest.Passages(t, s, first)[0].RowID, Level: store.NearlySame,
	}})
	if err != nil {
		t.Fatal(err)
	}
	e := &ask.Engine{Store: s}
	found, err := e.Search(t.Context(), ask.Query{Question: "photosynthesis", Filter: ask.Filter{Modules: []string{"botany"}}})
	if err != nil || len(found.Results) != 1 || len(found.Results[0].Also) != 1 || found.Results[0].Also[0].Document.Path != "b.pdf" {
		t.Errorf("%q, %v", places(found.Results), err)
	}
}
