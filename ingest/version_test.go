package ingest

import (
	"slices"
	"strings"
	"testing"

	"ibid/store"
)

func (c *course) passages(path string) map[string]store.Passage {
	c.t.Helper()
	list, err := c.store.PassagesOf(c.t.Context(), c.document(path).RowID)
	if err != nil {
		c.t.Fatal(err)
	}
	byText := make(map[string]store.Passage)
	for _, p := range list {
		if _, twice := byText[p.Text]; !twice {
			byText[p.Text] = p
		}
	}
	return byText
}

func pages(texts ...string) string { return strings.Join(texts, "\f") + "\n%%EOF" }

// Of a file that changed only what is new is embedded, wherever the other pages stand now, and what did not change keeps its name.
func TestUnchangedPagesAreNotEmbeddedAgain(t *testing.T) {
	for name, test := range map[string]struct {
		after []string
		fresh []string // what is embedded
	}{
		"a page changed":        {[]string{"Axon.", "Dendrites branch.", "Soma."}, []string{"Dendrites branch."}},
		"a page before":         {[]string{"Title.", "Axon.", "Dendrite.", "Soma."}, []string{"Title."}},
		"a page between":        {[]string{"Axon.", "Synapse.", "Dendrite.", "Soma."}, []string{"Synapse."}},
		"a page went":           {[]string{"Axon.", "Soma."}, nil},
		"another order":         {[]string{"Soma.", "Dendrite.", "Axon."}, nil},
		"a page twice":          {[]string{"Axon.", "Axon.", "Dendrite.", "Soma."}, nil},
		"nothing but the bytes": {[]string{"Axon.", "Dendrite.", "Soma. "}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourse(t)
			c.in.times.quiet = 0
			c.write("a.pdf", pages("Axon.", "Dendrite.", "Soma."))
			c.turn()
			before := c.passages("a.pdf")
			if got := c.embed.take(); len(got) != 3 {
				t.Fatalf("embedded at first: %q", got)
			}
			c.write("a.pdf", pages(test.after...))
			c.touch("a.pdf")
			c.turn()
			var fresh []string
			for _, text := range c.embed.take() {
				fresh = append(fresh, text[strings.LastIndex(text, "\n")+1:])
			}
			if !slices.Equal(fresh, test.fresh) {
				t.Errorf("embedded %q, want %q", fresh, test.fresh)
			}
			if opened := c.reader.take(); len(opened) != 2 {
				t.Errorf("the new version was not read: %q", opened)
			}
			after := c.passages("a.pdf")
			for text, p := range before {
				if now, ok := after[text]; ok && (now.ID != p.ID || now.RowID != p.RowID) {
					t.Errorf("%q has another name", text)
				}
			}
			if d := c.document("a.pdf"); d.State != store.Ready || d.Pages != len(test.after) {
				t.Errorf("%+v", d)
			}
		})
	}
}

// A PDF that is cut short may give some of its pages. It does not take the place of one that gave more.
func TestAVersionThatIsNotWhole(t *testing.T) {
	full := pages("Axon.", "Dendrite.", "Soma.")
	for name, test := range map[string]struct {
		before, after string
		want          store.State
		found         int // of "soma"
	}{
		"cut short":                   {full, "Axon.\fDendrite.", store.Failed, 1},
		"shorter, but whole":          {full, pages("Axon.", "Dendrite."), store.Ready, 0},
		"without an end, but no less": {full, "Axon.\fDendrite.\fSoma changed.", store.Ready, 1},
		"the first one":               {"", "Axon.\fSoma.", store.Ready, 1},
		"much behind the end":         {full, pages("Axon.") + strings.Repeat("\n", 2000), store.Ready, 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourse(t)
			c.in.times.quiet = 0
			if test.before != "" {
				c.write("a.pdf", test.before)
				c.turn()
			}
			c.write("a.pdf", test.after)
			if test.before != "" {
				c.touch("a.pdf")
			}
			c.turn()
			if d := c.document("a.pdf"); d.State != test.want || test.want == store.Failed && d.Problem.Code != "damaged" {
				t.Errorf("it is %s (%s)", d.State, d.Problem.Code)
			}
			if n := c.hits("soma"); n != test.found {
				t.Errorf("%d passages are found, want %d", n, test.found)
			}
			if test.want != store.Failed {
				return
			}
			c.write("a.pdf", full)
			c.touch("a.pdf")
			c.touch("a.pdf")
			c.turn()
			if d := c.document("a.pdf"); d.State != store.Ready || d.Problem.Code != "" {
				t.Errorf("when it is whole again it is %s (%s)", d.State, d.Problem.Code)
			}
		})
	}
}
