package power

import (
	"os"
	"path/filepath"
	"testing"
)

type supply map[string]string // attribute -> value

func TestDischarging(t *testing.T) {
	battery := func(status string) supply { return supply{"type": "Battery", "scope": "System", "status": status} }
	for name, test := range map[string]struct {
		supplies map[string]supply
		want     bool
	}{
		"a laptop on its battery": {map[string]supply{"AC": {"type": "Mains", "online": "0"}, "BAT0": battery("Discharging")}, true},
		"one that is plugged in":  {map[string]supply{"AC": {"type": "Mains", "online": "1"}, "BAT0": battery("Charging")}, false},
		"a weak charger":          {map[string]supply{"AC": {"type": "Mains", "online": "1"}, "BAT0": battery("Discharging")}, false},
		"charged through USB":     {map[string]supply{"ucsi": {"type": "USB", "online": "1"}, "BAT0": battery("Discharging")}, false},
		"charged as the port and it agreed": {
			map[string]supply{"ucsi": {"type": "USB", "online": "2"}, "BAT0": battery("Discharging")}, false},
		"nothing in its USB": {map[string]supply{"ucsi": {"type": "USB", "online": "0"}, "BAT0": battery("Discharging")}, true},
		"two batteries":      {map[string]supply{"BAT0": battery("Not charging"), "BAT1": battery("Discharging")}, true},
		"no scope":           {map[string]supply{"BAT0": {"type": "Battery", "status": "Discharging"}}, true},
		"full":               {map[string]supply{"BAT0": battery("Full")}, false},
		"it does not tell":   {map[string]supply{"BAT0": battery("Unknown")}, false},
		"a mouse": {
			map[string]supply{"hid-1": {"type": "Battery", "scope": "Device", "status": "Discharging"}}, false},
		"a desktop": {nil, false},
	} {
		dir := t.TempDir()
		for name, attributes := range test.supplies {
			for attribute, value := range attributes {
				file := filepath.Join(dir, name, attribute)
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(value+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := discharging(dir); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if discharging(filepath.Join(t.TempDir(), "none")) {
		t.Error("a system that lists no supplies")
	}
}
