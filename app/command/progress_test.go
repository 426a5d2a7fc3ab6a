package command

import (
	"testing"
	"time"
)

func TestTimeLeftGoesDownWithTheClockWhateverTheEstimatesDo(t *testing.T) {
	var left timeLeft
	now := time.Unix(0, 0)
	shown := left.smooth(600*time.Second, now)
	for i := range 240 { // a minute of estimates that jump between 5 and 15 minutes
		now = now.Add(250 * time.Millisecond)
		estimate := 300 * time.Second
		if i%2 == 0 {
			estimate = 900 * time.Second
		}
		next := left.smooth(estimate, now)
		if jump := (next - shown).Abs(); jump > 6*time.Second {
			t.Fatalf("after %s it jumps from %s to %s", now.Sub(time.Unix(0, 0)), shown, next)
		}
		shown = next
	}
	steady := 200 * time.Second
	for range 600 { // it follows one that goes down with the clock
		now, steady = now.Add(250*time.Millisecond), steady-250*time.Millisecond
		shown = left.smooth(steady, now)
	}
	if (shown - steady).Abs() > 5*time.Second {
		t.Errorf("shown %s, want about %s", shown, steady)
	}
}

func TestLeftWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "less than a minute left", 49 * time.Second: "less than a minute left", 50 * time.Second: "about 1 minute left",
		535 * time.Second: "about 9 minutes left", 3 * time.Hour: "about 3 hours left",
	} {
		if got := leftWords(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
