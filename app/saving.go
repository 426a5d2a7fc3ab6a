package app

import (
	"sync"
	"time"

	"ibid/app/power"
	"ibid/ingest"
	"ibid/store"
)

// battery knows whether the laptop runs on it. Some systems are asked through a program, so it looks at most every now and then.
type battery struct {
	look func() bool

	mu   sync.Mutex // guards what follows
	at   time.Time
	last bool
}

// lookAgain is how long what was seen holds.
const lookAgain = 2 * time.Second

func (b *battery) inUse() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := time.Now(); now.Sub(b.at) > lookAgain {
		b.last, b.at = b.look(), now
	}
	return b.last
}

func newBattery() *battery { return &battery{look: power.OnBattery} }

// saving says whether long work waits until the laptop is plugged in: when it runs on its battery, unless the settings say otherwise.
func (a *App) saving() bool { return !a.Settings().WorkOnBattery && a.battery.inUse() }

// stageWaitsForPower is the stage of a document of which something waits until the laptop is plugged in.
const stageWaitsForPower = "waits for power"

// stage is what is done with a document, or what it waits for.
func stage(d store.Document, saving bool) string {
	if saving && ingest.WaitsForPower(d) {
		return stageWaitsForPower
	}
	return d.Stage
}

// waitsForPower says whether something of a module waits until the laptop is plugged in. Where passages cannot be embedded at all,
// that is another problem.
func (a *App) waitsForPower(c store.Counts) bool {
	if c.Waiting+c.KeywordReady == 0 || !a.saving() {
		return false
	}
	why, err := ingest.EmbedderFailure(a.ctx, a.store)
	return c.Waiting > 0 || err == nil && why == ""
}
