package power

import (
	"os"
	"path/filepath"
	"strings"
)

// OnBattery says whether the computer runs on its battery; false where that cannot be told.
func OnBattery() bool { return discharging("/sys/class/power_supply") }

// discharging looks at what the kernel lists in a folder: a battery of the computer, not of its mouse, that is being emptied, and no
// mains, which a socket for USB may be as well.
func discharging(dir string) bool {
	supplies, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	empties := false
	for _, s := range supplies {
		is := func(attribute, value string) bool {
			text, err := os.ReadFile(filepath.Join(dir, s.Name(), attribute))
			return err == nil && strings.EqualFold(strings.TrimSpace(string(text)), value)
		}
		switch {
		case is("type", "Mains") && is("online", "1"), is("type", "USB") && (is("online", "1") || is("online", "2")):
			return false
		case is("type", "Battery") && !is("scope", "Device") && is("status", "Discharging"):
			empties = true
		}
	}
	return empties
}
