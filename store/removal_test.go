package store_test

import (
	"errors"
	"testing"
	"time"

	"ibid/store"
	"ibid/store/storetest"
)

func TestOnlyWhatIsDueIsRemoved(t *testing.T) {
	s := storetest.Open(t)
	m := storetest.Module(t, s, "Biology")
	now := time.Now()
	for name, test := range map[string]struct {
		at   int64
		want bool
	}{
		"taken back": {0, false},
		"still time": {now.Add(time.Hour).UnixMilli(), false},
		"due":        {now.UnixMilli(), true},
	} {
		t.Run(name, func(t *testing.T) {
			m := storetest.Module(t, s, name)
			if err := s.ScheduleRemoval(t.Context(), m.RowID, test.at); err != nil {
				t.Fatal(err)
			}
			removed, err := s.RemoveDue(t.Context(), m.RowID)
			if err != nil || removed != test.want {
				t.Errorf("removed: %v, %v; want %v", removed, err, test.want)
			}
			if _, err := s.ModuleByRow(t.Context(), m.RowID); errors.Is(err, store.ErrNotFound) != test.want {
				t.Errorf("module: %v", err)
			}
		})
	}
	if _, err := s.ModuleByRow(t.Context(), m.RowID); err != nil {
		t.Errorf("another module: %v", err)
	}
}
