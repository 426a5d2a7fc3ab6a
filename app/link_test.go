package app

import (
	"testing"

	"ibid/store"
)

// Every address that Ibid gives leads back to its own passage, also where a place has several.
func TestLinksLeadBack(t *testing.T) {
	for name, c := range map[string]struct {
		unit     store.Unit
		passages []store.Passage
	}{
		"touching in a recording": {store.UnitTime, []store.Passage{{ID: "a", Start: 0, End: 60}, {ID: "b", Start: 60, End: 120}, {ID: "c", Start: 110, End: 150}}},
		"one heading":             {store.UnitHeading, []store.Passage{{ID: "a", Heading: "A & B"}, {ID: "b", Heading: "A & B"}}},
		"no heading":              {store.UnitHeading, []store.Passage{{ID: "a"}, {ID: "b"}, {ID: "c"}}},
		"pages":                   {store.UnitPage, []store.Passage{{ID: "a", Page: 1}, {ID: "b", Page: 2}}},
	} {
		for _, p := range c.passages {
			f := store.Found{Passage: p, Document: store.Document{Path: "a #?%\n.md", Unit: c.unit}, Module: store.Module{ID: "m"}}
			target, isLink, err := parseLink(placeOf(f, nil).URL)
			if err != nil || !isLink {
				t.Fatal(isLink, err)
			}
			if got, ok := target.find(c.passages); !ok || got.ID != p.ID || target.doc != f.Document.Path {
				t.Errorf("%s: %s leads to %q in %q, want %q", name, placeOf(f, nil).URL, got.ID, target.doc, p.ID)
			}
		}
	}
	steps := []store.Passage{{ID: "a", Page: 2}, {ID: "b", Page: 5, First: 3}, {ID: "c", Page: 6}}
	for page, want := range map[int]string{1: "", 2: "a", 3: "b", 4: "b", 5: "b", 6: "c"} {
		if got, _ := (target{page: page, seconds: -1}).find(steps); got.ID != want {
			t.Errorf("page %d leads to %q, want %q", page, got.ID, want)
		}
	}
	gone := target{heading: "B", passage: "gone", seconds: -1}
	if got, ok := gone.find([]store.Passage{{ID: "a", Heading: "A"}, {ID: "b", Heading: "B"}}); !ok || got.ID != "b" {
		t.Errorf("a passage that has gone leads to %q, want its heading", got.ID)
	}
}

// What is no address of a place is said to be none, and what is none at all is left to others.
func TestLinksThatLeadNowhere(t *testing.T) {
	for link, want := range map[string]bool{
		"ibid:///open?module=m&doc=a.pdf&page=3": true,
		"ibid:///open?module=m&doc=a.vtt&t=1.5":  true,
		"ibid:///open?module=m&page=0":           false,
		"ibid:///open?module=m&slide=-1":         false,
		"ibid:///open?module=m&page=x":           false,
		"ibid:///open?module=m&t=-1":             false,
		"ibid:///open?module=m&t=soon":           false,
		"ibid:///close?module=m":                 false,
		"ibid:%zz":                               false,
	} {
		if _, isLink, err := parseLink(link); !isLink || (err == nil) != want {
			t.Errorf("%s: an address of Ibid is %v, error %v", link, isLink, err)
		}
	}
	if _, isLink, err := parseLink("q7f3aa"); isLink || err != nil {
		t.Errorf("the id of a passage is taken for an address: %v", err)
	}
}

// Only addresses of the web reach the browser: a model's answer could name others.
func TestOnlyWebAddressesAreOpened(t *testing.T) {
	a := open(t, Options{})
	for address, want := range map[string]bool{
		"https://example.org/a?b#c": true, "http://localhost:3000": true,
		"file:///etc/passwd": false, "javascript:alert(1)": false, "data:text/html,x": false, "ibid:///open": false, "mailto:a@b": false,
		"ftp://example.org": false, "https:": false, "https:///x": false, "/etc/passwd": false, "": false,
	} {
		if err := a.OpenURL(address); (err == nil) != want {
			t.Errorf("%q: %v", address, err)
		}
	}
}
