package store_test

import (
	"slices"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

// What the student left out stays left out, whatever a scan says of its path.
func TestScanLeavesTheExcludedAlone(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	m := storetest.Module(t, s, "One")
	d := storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "Neurons fire.")
	if err := s.ExcludeDocument(ctx, d.RowID); err != nil {
		t.Fatal(err)
	}
	seen := store.Seen{Path: "a.pdf", Size: 99, ModTime: 99}
	for name, scan := range map[string]store.Scan{
		"changed": {Changed: []store.SeenAgain{{Seen: seen, Document: d.RowID}}},
		"refused": {Refused: []store.Refused{{Seen: seen, State: store.Failed, Why: store.Failure{Code: "folder_denied"}}}},
		"added":   {Added: []store.Seen{seen}},
		"back":    {Back: []int64{d.RowID}},
	} {
		if result, err := s.ApplyScan(ctx, m, scan, 2); err != nil || result.Waiting != 0 || len(result.Touched) != 0 {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
		if got := storetest.Reload(t, s, m, "a.pdf"); got.State != store.Excluded || got.Problem.Code != "" {
			t.Errorf("%s: the document is %s, %+v", name, got.State, got.Problem)
		}
	}
}

// A drive that is taken out changes nothing about what was skipped, and what was read is as it was when the drive is back.
func TestMissingAndBack(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	m := storetest.Module(t, s, "One")
	read := storetest.Document(t, s, m, store.Document{Path: "a.pdf"}, "Neurons fire.")
	unread := storetest.Listed(t, s, m, "b.pdf")
	why := store.Failure{Code: "unsupported", Detail: "zip"}
	if _, err := s.ApplyScan(ctx, m, store.Scan{Refused: []store.Refused{{Seen: store.Seen{Path: "c.zip"}, State: store.Skipped, Why: why}}}, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.MarkMissing(ctx, m, 2); err != nil {
		t.Fatal(err)
	}
	states := func(want ...store.State) {
		t.Helper()
		for i, path := range []string{"a.pdf", "b.pdf", "c.zip"} {
			if got := storetest.Reload(t, s, m, path).State; got != want[i] {
				t.Errorf("%s is %s, want %s", path, got, want[i])
			}
		}
	}
	states(store.Missing, store.Missing, store.Skipped)
	if hits, err := s.Keyword(ctx, store.KeywordQuery{Text: "neurons", Limit: 5}); err != nil || len(hits) != 1 {
		t.Errorf("found %d times while the drive is out, %v", len(hits), err)
	}
	if _, err := s.ApplyScan(ctx, m, store.Scan{Back: []int64{read.RowID, unread.RowID}}, 3); err != nil {
		t.Fatal(err)
	}
	states(store.KeywordReady, store.Waiting, store.Skipped)
	if got := storetest.Reload(t, s, m, "c.zip").Problem; got != why {
		t.Errorf("the reason is %+v, was %+v", got, why)
	}
}

// A scan that was asked for while one was under way is still asked for when that one ends.
func TestScanThatIsAskedForMeanwhile(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	row := storetest.Module(t, s, "One").RowID
	scan := func(started int64, meanwhile func() error) int64 {
		m, err := s.ModuleByRow(ctx, row)
		if err == nil {
			err = meanwhile()
		}
		if err == nil {
			_, err = s.ApplyScan(ctx, m, store.Scan{}, started)
		}
		if err == nil {
			m, err = s.ModuleByRow(ctx, row)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m.ScannedAt
	}
	quiet := func() error { return nil }
	if got := scan(5, quiet); got != 5 {
		t.Errorf("scanned at %d, want 5", got)
	}
	if got := scan(6, func() error { return s.SetScanned(ctx, row, 0) }); got != 0 {
		t.Errorf("scanned at %d: the scan that was asked for is forgotten", got)
	}
	if got := scan(7, quiet); got != 7 {
		t.Errorf("scanned at %d, want 7", got)
	}
}

// A version that cannot be read leaves the earlier one in the index with its hash: by that a way back is noticed.
func TestFailureKeepsTheHashOfWhatWasRead(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	m := storetest.Module(t, s, "One")
	d := storetest.Document(t, s, m, store.Document{Path: "a.pdf", SHA256: "01d"}, "Neurons fire.")
	scan := store.Scan{
		Changed: []store.SeenAgain{{Seen: store.Seen{Path: "a.pdf", Size: 99, ModTime: 99}, Document: d.RowID}},
		Added:   []store.Seen{{Path: "b.pdf", Size: 100}},
	}
	if _, err := s.ApplyScan(ctx, m, scan, 2); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		job, ok, err := s.NextWaiting(ctx, 0, true)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		job.SHA256 = "2e3"
		if err := s.Fail(ctx, job.Document, store.Failed, store.Failure{Code: "damaged"}); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"a.pdf": "01d", "b.pdf": "2e3"} {
		if got := storetest.Reload(t, s, m, path); got.SHA256 != want || got.State != store.Failed {
			t.Errorf("%s: hash %s, want %s; %s", path, got.SHA256, want, got.State)
		}
	}
}

// A document that goes takes over the path of a copy that still has its bytes, not of one that has changed.
func TestCopyThatChangedDoesNotInherit(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	m := storetest.Module(t, s, "One")
	first := storetest.Document(t, s, m, store.Document{Path: "a.pdf", SHA256: "5e"}, "Neurons fire.")
	for _, path := range []string{"b.pdf", "c.pdf"} {
		storetest.Listed(t, s, m, path)
		job, ok, err := s.NextWaiting(ctx, 0, true)
		if err != nil || !ok || job.Path != path {
			t.Fatal(job.Path, ok, err)
		}
		job.SHA256 = "5e"
		if err := s.NoteCopy(ctx, job.Document, first.RowID); err != nil {
			t.Fatal(err)
		}
	}
	b, c := storetest.Reload(t, s, m, "b.pdf"), storetest.Reload(t, s, m, "c.pdf")
	if b.SameAs != first.RowID || c.SameAs != first.RowID {
		t.Fatalf("copies of %d and %d", b.SameAs, c.SameAs)
	}
	scan := store.Scan{
		Changed: []store.SeenAgain{{Seen: store.Seen{Path: "b.pdf", Size: 99, ModTime: 99}, Document: b.RowID}},
		Gone:    []int64{first.RowID},
	}
	result, err := s.ApplyScan(ctx, m, scan, 2)
	if err != nil || result.Removed != 1 || !slices.Contains(result.Touched, first.RowID) {
		t.Fatalf("%+v, %v", result, err)
	}
	if got := storetest.Reload(t, s, m, "c.pdf"); got.RowID != first.RowID || got.Passages != 1 {
		t.Errorf("at the path of the copy stands %+v", got)
	}
	if got := storetest.Reload(t, s, m, "b.pdf"); got.RowID != b.RowID || got.State != store.Waiting {
		t.Errorf("the copy that changed is %+v", got)
	}
}

// A document at whose reading the program ended is still read alone, and not for ever, after the drive was away.
func TestBackAfterACrash(t *testing.T) {
	s, ctx := storetest.Open(t), t.Context()
	m := storetest.Module(t, s, "One")
	const maxTries = 3
	storetest.Listed(t, s, m, "bomb.pdf")
	for deaths := 1; deaths <= 2*maxTries; deaths++ {
		if _, ok, err := s.NextWaiting(ctx, 0, true); err != nil || !ok {
			t.Fatalf("after %d deaths nothing waits: %v", deaths-1, err)
		}
		if err := s.RecoverReading(ctx, maxTries); err != nil {
			t.Fatal(err)
		}
		if d := storetest.Reload(t, s, m, "bomb.pdf"); d.Problem.Code != store.Interrupted || (d.State == store.Failed) != (deaths >= maxTries) {
			t.Fatalf("after %d deaths it is %s, %+v", deaths, d.State, d.Problem)
		}
		if err := s.MarkMissing(ctx, m, 2); err != nil {
			t.Fatal(err)
		}
		d := storetest.Reload(t, s, m, "bomb.pdf")
		if _, err := s.ApplyScan(ctx, m, store.Scan{Back: []int64{d.RowID}}, 3); err != nil {
			t.Fatal(err)
		}
		if back := storetest.Reload(t, s, m, "bomb.pdf"); back.State != store.Waiting || back.Problem.Code != store.Interrupted {
			t.Fatalf("back after %d deaths it is %s, %+v", deaths, back.State, back.Problem)
		}
	}
}
