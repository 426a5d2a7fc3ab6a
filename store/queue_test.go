package store_test

import (
	"errors"
	"slices"
	"testing"

	"ibid/store"
	"ibid/store/storetest"
)

// queueCourse is a store with a module and documents that wait.
func queueCourse(t *testing.T, paths ...string) (*store.Store, store.Module) {
	t.Helper()
	st, err := store.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	m, err := st.CreateModule(t.Context(), "Course", "/course")
	if err != nil {
		t.Fatal(err)
	}
	var scan store.Scan
	for i, p := range paths {
		scan.Added = append(scan.Added, store.Seen{Path: p, Size: int64(i + 1), ModTime: 1})
	}
	if _, err := st.ApplyScan(t.Context(), m, scan, 1); err != nil {
		t.Fatal(err)
	}
	return st, m
}

func claim(t *testing.T, st *store.Store, want string) store.Job {
	t.Helper()
	job, ok, err := st.NextWaiting(t.Context(), 0, true)
	if err != nil {
		t.Fatal(err)
	}
	if ok != (want != "") || job.Path != want {
		t.Fatalf("claimed %q, want %q", job.Path, want)
	}
	return job
}

func TestQueueOrder(t *testing.T) {
	st, m := queueCourse(t, "a", "b", "c")
	a := claim(t, st, "a")
	if a.State != store.Reading || a.Tries != 1 || a.Dir != "/course" {
		t.Errorf("claimed %+v", a)
	}
	b := claim(t, st, "b")
	if err := st.TryAgain(t.Context(), a.RowID, store.Failure{Code: "x"}, 0); err != nil {
		t.Fatal(err)
	}
	if err := st.Release(t.Context(), b.RowID, 0); err != nil {
		t.Fatal(err)
	}
	if b := claim(t, st, "b"); b.Tries != 1 {
		t.Errorf("a release counted as try %d", b.Tries)
	}
	claim(t, st, "c")
	if a := claim(t, st, "a"); a.Tries != 2 {
		t.Errorf("a failure did not count: try %d", a.Tries)
	}
	claim(t, st, "")
	if err := st.SetPaused(t.Context(), m.RowID, true); err != nil {
		t.Fatal(err)
	}
}

// The module that the student looks at comes first, but not so that a file that fails keeps the others waiting.
func TestQueueOrderOfModules(t *testing.T) {
	st, _ := queueCourse(t, "a", "b")
	m, err := st.CreateModule(t.Context(), "Other", "/other")
	if err != nil {
		t.Fatal(err)
	}
	scan := store.Scan{Added: []store.Seen{{Path: "x", Size: 98}, {Path: "y", Size: 99}}}
	if _, err := st.ApplyScan(t.Context(), m, scan, 1); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"x", "y", "a", "b", "x"} {
		job, ok, err := st.NextWaiting(t.Context(), m.RowID, true)
		if err != nil || !ok || job.Path != want {
			t.Fatalf("document %d is %q, %v; want %q", i, job.Path, err, want)
		}
		if i == 0 {
			if err := st.TryAgain(t.Context(), job.RowID, store.Failure{Code: "x"}, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestQueueLeavesModulesAlone(t *testing.T) {
	for name, set := range map[string]func(st *store.Store, m store.Module) error{
		"paused": func(st *store.Store, m store.Module) error { return st.SetPaused(t.Context(), m.RowID, true) },
		"missing": func(st *store.Store, m store.Module) error {
			a := storetest.Reload(t, st, m, "a")
			return errors.Join(st.ExcludeDocument(t.Context(), a.RowID), st.MarkMissing(t.Context(), m, 1), st.IncludeDocument(t.Context(), a.RowID))
		},
		"removing": func(st *store.Store, m store.Module) error { return st.ScheduleRemoval(t.Context(), m.RowID, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			st, m := queueCourse(t, "a")
			if err := set(st, m); err != nil {
				t.Fatal(err)
			}
			claim(t, st, "")
			if q, err := st.Queue(t.Context(), true); err != nil || q.Open {
				t.Errorf("queue %+v, %v", q, err)
			}
		})
	}
}

func TestQueueWaitsForItsTime(t *testing.T) {
	st, _ := queueCourse(t, "a")
	a := claim(t, st, "a")
	const later = 1 << 50
	if err := st.TryAgain(t.Context(), a.RowID, store.Failure{Code: "x"}, later); err != nil {
		t.Fatal(err)
	}
	claim(t, st, "")
	if q, err := st.Queue(t.Context(), true); err != nil || q.Open || q.NextAt != later {
		t.Errorf("queue %+v, %v", q, err)
	}
}

func TestInterruptedDocumentsAreReadAlone(t *testing.T) {
	st, _ := queueCourse(t, "a", "b", "c")
	claim(t, st, "a")
	claim(t, st, "b")
	if err := st.RecoverReading(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	c := claim(t, st, "c")
	claim(t, st, "") // a and b wait until c is done
	if err := st.Fail(t.Context(), c.Document, store.Failed, store.Failure{Code: "damaged"}); err != nil {
		t.Fatal(err)
	}
	a := claim(t, st, "a")
	claim(t, st, "") // and then for each other
	if err := st.Unchanged(t.Context(), a.Document); err != nil {
		t.Fatal(err)
	}
	claim(t, st, "b")
	for range 2 {
		if err := st.RecoverReading(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		if _, _, err := st.NextWaiting(t.Context(), 0, true); err != nil {
			t.Fatal(err)
		}
	}
	b, err := st.DocumentByPath(t.Context(), c.ModuleID, "b")
	if err != nil || b.State != store.Failed || b.Problem.Code != store.Interrupted {
		t.Errorf("b, in hand at three deaths: %+v, %v", b, err)
	}
}

// What was taken from a worker meanwhile is not brought back by it.
func TestExcludedWhileRead(t *testing.T) {
	st, m := queueCourse(t, "a")
	a := claim(t, st, "a")
	if err := st.ExcludeDocument(t.Context(), a.RowID); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"Release":      st.Release(t.Context(), a.RowID, 0),
		"TryAgain":     st.TryAgain(t.Context(), a.RowID, store.Failure{}, 0),
		"Fail":         st.Fail(t.Context(), a.Document, store.Failed, store.Failure{}),
		"Unchanged":    st.Unchanged(t.Context(), a.Document),
		"NoteCopy":     st.NoteCopy(t.Context(), a.Document, a.RowID),
		"WriteContent": st.WriteContent(t.Context(), a.Document, nil, nil),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s of an excluded document: %v, want ErrNotFound", name, err)
		}
	}
	if err := st.IncludeDocument(t.Context(), a.RowID); err != nil {
		t.Fatal(err)
	}
	a = claim(t, st, "a")
	if err := st.Fail(t.Context(), a.Document, store.Failed, store.Failure{Code: "damaged"}); err != nil {
		t.Fatal(err)
	}
	if n, err := st.RetryFailed(t.Context(), m.RowID, "elsewhere"); n != 0 || err != nil {
		t.Errorf("retried %d, %v", n, err)
	}
	if n, err := st.RetryFailed(t.Context(), m.RowID, ""); n != 1 || err != nil {
		t.Errorf("retried %d, %v", n, err)
	}
	if a := claim(t, st, "a"); a.Tries != 1 || a.Problem != (store.Failure{}) {
		t.Errorf("retried as %+v", a)
	}
}

// One file is tried again by its path, and leaves the others as they are.
func TestRetryOneFile(t *testing.T) {
	st, m := queueCourse(t, "a", "b")
	for _, path := range []string{"a", "b"} {
		if err := st.Fail(t.Context(), claim(t, st, path).Document, store.Failed, store.Failure{Code: "damaged"}); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := st.RetryFailed(t.Context(), m.RowID, "b"); n != 1 || err != nil {
		t.Errorf("retried %d, %v", n, err)
	}
	claim(t, st, "b")
	if d := storetest.Reload(t, st, m, "a"); d.State != store.Failed || d.Problem.Code != "damaged" {
		t.Errorf("the other one is %s, %+v", d.State, d.Problem)
	}
}

func TestApplyScanLeavesWhatIsInHand(t *testing.T) {
	st, m := queueCourse(t, "a", "b")
	a := claim(t, st, "a")
	b, err := st.DocumentByPath(t.Context(), m.RowID, "b")
	if err != nil {
		t.Fatal(err)
	}
	changed := func(d store.Document) store.SeenAgain {
		return store.SeenAgain{Seen: store.Seen{Path: d.Path, Size: 99, ModTime: 99}, Document: d.RowID}
	}
	result, err := st.ApplyScan(t.Context(), m, store.Scan{Changed: []store.SeenAgain{changed(a.Document), changed(b)}}, 2)
	if err != nil || result.Busy != 1 || result.Waiting != 1 || !slices.Equal(result.Touched, []int64{b.RowID}) {
		t.Errorf("result %+v, %v", result, err)
	}
	if d, err := st.Document(t.Context(), a.RowID); err != nil || d.State != store.Reading {
		t.Errorf("a is %s, %v", d.State, err)
	}
	if _, err := st.ApplyScan(t.Context(), store.Module{RowID: 77}, store.Scan{}, 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a scan of no module: %v", err)
	}
}

// Other readers try again what those before failed on or did not know, once; what says nothing about a reader stays as it is.
func TestRetryWith(t *testing.T) {
	paths := []string{"damaged", "unsupported", "empty", "excluded"}
	st, m := queueCourse(t, paths...)
	if n, err := st.RetryWith(t.Context(), "1", "unsupported"); n != 0 || err != nil {
		t.Fatalf("%d documents, %v", n, err)
	}
	for _, path := range paths {
		job := claim(t, st, path)
		state := store.Skipped
		if path == "damaged" {
			state = store.Failed
		}
		err := st.Fail(t.Context(), job.Document, state, store.Failure{Code: path})
		if path == "excluded" {
			err = errors.Join(err, st.ExcludeDocument(t.Context(), job.RowID))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n, err := st.RetryWith(t.Context(), "1", "unsupported"); n != 0 || err != nil {
		t.Errorf("the same readers: %d documents, %v", n, err)
	}
	if n, err := st.RetryWith(t.Context(), "2", "unsupported"); n != 2 || err != nil {
		t.Errorf("other readers: %d documents, %v", n, err)
	}
	for path, want := range map[string]store.State{"damaged": store.Waiting, "unsupported": store.Waiting, "empty": store.Skipped, "excluded": store.Excluded} {
		if d := storetest.Reload(t, st, m, path); d.State != want || d.State == store.Waiting && d.Tries != 0 {
			t.Errorf("%s is %s after %d tries, want %s", path, d.State, d.Tries, want)
		}
	}
	if n, err := st.RetryWith(t.Context(), "2", "unsupported"); n != 0 || err != nil {
		t.Errorf("the same readers again: %d documents, %v", n, err)
	}
}

// A document that was in hand at too many deaths gets one more try, while nothing else is read.
func TestRetryWithAfterCrashes(t *testing.T) {
	st, m := queueCourse(t, "a")
	for range 3 {
		claim(t, st, "a")
		if err := st.RecoverReading(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := st.RetryWith(t.Context(), "2", "unsupported"); n != 1 || err != nil {
		t.Fatalf("%d documents, %v", n, err)
	}
	a := claim(t, st, "a")
	if a.Problem.Code != store.Interrupted {
		t.Errorf("it is read with the problem %v, as any other", a.Problem)
	}
	if err := st.RecoverReading(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if a := storetest.Reload(t, st, m, "a"); a.State != store.Failed {
		t.Errorf("after another death it is %s", a.State)
	}
}
