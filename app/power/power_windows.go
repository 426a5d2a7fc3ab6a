package power

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var systemPowerStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetSystemPowerStatus")

// OnBattery says whether the computer runs on its battery; false where that cannot be told.
func OnBattery() bool {
	var status struct { // SYSTEM_POWER_STATUS
		ACLine, Battery, LifePercent, Saver byte
		LifeTime, FullLifeTime              uint32
	}
	const noBattery, unknown = 128, 255
	ok, _, _ := systemPowerStatus.Call(uintptr(unsafe.Pointer(&status)))
	return ok != 0 && status.ACLine == 0 && status.Battery != unknown && status.Battery&noBattery == 0
}
