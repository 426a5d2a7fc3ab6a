package ask

import (
	"testing"

	"ibid/store"
)

func TestFilterPasses(t *testing.T) {
	d := store.Document{Path: "slides/Week 3/Trees.pdf", Kind: store.Slides, Lang: "en", Week: 3, Tags: []string{"core"}}
	web := store.Document{Path: "web/docs.example.org/page.html", Kind: store.Web}
	tests := []struct {
		name   string
		filter Filter
		doc    store.Document
		want   bool
	}{
		{"nothing asked", Filter{}, d, true},
		{"kind", Filter{Kinds: []string{"slides", "exam"}}, d, true},
		{"other kind", Filter{Kinds: []string{"exam"}}, d, false},
		{"glob over folders", Filter{Docs: []string{"slides/*.pdf"}}, d, true},
		{"glob over the name", Filter{Docs: []string{"tree?.PDF"}}, d, true},
		{"glob that needs more", Filter{Docs: []string{"*.pdf.gz"}}, d, false},
		{"language", Filter{Langs: []string{"EN"}}, d, true},
		{"tag", Filter{Tags: []string{"extra"}}, d, false},
		{"week", Filter{Weeks: []int{2, 3}}, d, true},
		{"until week", Filter{UntilWeek: 2}, d, false},
		{"until week, none known", Filter{UntilWeek: 2}, web, true},
		{"two fields", Filter{Kinds: []string{"slides"}, Weeks: []int{4}}, d, false},
		{"domain", Filter{Domains: []string{"example.org"}}, web, true},
		{"domain that only ends alike", Filter{Domains: []string{"ample.org"}}, web, false},
		{"not until week, none known", Filter{Not: &Filter{UntilWeek: 2}}, web, true},
		{"not until week", Filter{Not: &Filter{UntilWeek: 3}}, d, false},
		{"not kind", Filter{Not: &Filter{Kinds: []string{"slides"}}}, d, false},
		{"not another kind", Filter{Not: &Filter{Kinds: []string{"exam"}}}, d, true},
		{"not either", Filter{Not: &Filter{Kinds: []string{"exam"}, Weeks: []int{3}}}, d, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.filter.passes(tt.doc); got != tt.want {
				t.Errorf("passes = %v", got)
			}
		})
	}
}

// Whatever can be found by words is not among what could not be searched.
func TestWaits(t *testing.T) {
	for _, tt := range []struct {
		name string
		doc  store.Document
		want bool
	}{
		{"new", store.Document{State: store.Waiting}, true},
		{"in hand", store.Document{State: store.Reading}, true},
		{"changed, its old version is there", store.Document{State: store.Reading, Passages: 3}, false},
		{"by words only", store.Document{State: store.KeywordReady, Passages: 3}, false},
		{"ready", store.Document{State: store.Ready, Passages: 3}, false},
		{"a copy", store.Document{State: store.Waiting, SameAs: 7}, false},
		{"failed", store.Document{State: store.Failed}, false},
	} {
		if got := waits(tt.doc); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, tt := range []struct {
		glob, path string
		want       bool
	}{
		{"*", "a/b.md", true}, {"a/*/c", "a/b/x/c", true}, {"a/?", "a/b", true}, {"a/?", "a/", false}, {"", "a", false},
		{"*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false}, {"Ü*", "übung.md", true}, {"b.md", "a/b.md", true}, {"x/b.md", "a/b.md", false},
	} {
		if got := matchGlob(tt.glob, tt.path); got != tt.want {
			t.Errorf("matchGlob(%q, %q) = %v", tt.glob, tt.path, got)
		}
	}
}
