package app

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ibid/ingest"
)

// silence is a recording in which nobody speaks.
func silence() string {
	const samples = 8000
	head := "RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x80\x3e\x00\x00"
	return head + strings.Repeat("\x00", 2*samples)
}

// On battery the window and the command line say what waits for power, and how to have it done at once.
func TestWhatWaitsForPowerIsSaid(t *testing.T) {
	a := open(t, Options{})
	var looks atomic.Int32
	a.battery.look = func() bool { looks.Add(1); return true }
	waits := func(m ModuleInfo) bool {
		return slices.ContainsFunc(m.Problems, func(p Problem) bool { return p.Code == "waits_for_power" })
	}
	m := add(t, a, course(t, map[string]string{"note.md": "Glia hold neurons.", "lecture.wav": silence()}), "Memory")
	if m.State != "keyword-ready" || m.Later != 1 || m.Waiting != 1 || m.KeywordReady != 1 || !waits(m) {
		t.Errorf("on battery: %s", text(t, m))
	}
	stages := func() (list []string) {
		docs, err := a.Documents(m.Module)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			list = append(list, d.Stage)
		}
		return list
	}
	if got := stages(); !slices.Equal(got, []string{stageWaitsForPower, stageWaitsForPower}) {
		t.Errorf("on battery: %q", got)
	}
	s := a.Settings()
	s.WorkOnBattery = true
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	m = add(t, a, m.Dir, "Memory")
	if m.Waiting != 0 || waits(m) || slices.Contains(stages(), stageWaitsForPower) {
		t.Errorf("told otherwise: %s, %q", text(t, m), stages())
	}
	if why, err := ingest.EmbedderFailure(t.Context(), a.store); err != nil || why == "" {
		t.Errorf("the embedder was not asked: %v", err)
	}
	if n := looks.Load(); n > 20 {
		t.Errorf("the system was asked %d times", n)
	}
}
