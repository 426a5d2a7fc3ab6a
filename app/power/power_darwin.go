package power

import (
	"bytes"
	"context"
	"os/exec"
	"time"
)

// OnBattery says whether the computer runs on its battery; false where that cannot be told.
func OnBattery() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	said, err := exec.CommandContext(ctx, "/usr/bin/pmset", "-g", "batt").Output()
	return err == nil && bytes.Contains(said, []byte("'Battery Power'"))
}
