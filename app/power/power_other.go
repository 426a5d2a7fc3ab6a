//go:build !linux && !darwin && !windows

package power

// OnBattery says whether the computer runs on its battery; false where that cannot be told.
func OnBattery() bool { return false }
