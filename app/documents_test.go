package app

import "testing"

// A file with the same bytes as another is listed with the one that was read in its place.
func TestCopiesAreNamed(t *testing.T) {
	a := open(t, Options{})
	files := map[string]string{"a.md": memoryCourse["spacing.md"], "b/a.md": memoryCourse["spacing.md"], "c.md": memoryCourse["forgetting.md"]}
	m := add(t, a, course(t, files), "Memory")
	docs, err := a.Documents(m.Module)
	if err != nil || len(docs) != 3 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	copies := 0
	for _, d := range docs {
		if d.SameAs != "" {
			copies++
		}
		if d.SameAs != "" && (d.Doc == "c.md" || d.SameAs == d.Doc || files[d.SameAs] != files[d.Doc]) {
			t.Errorf("%s is the same as %q", d.Doc, d.SameAs)
		}
	}
	if copies != 1 {
		t.Errorf("%d documents are copies, want 1", copies)
	}
}
