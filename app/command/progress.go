package command

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ibid/app"
)

// howFar is how far the reading of a module has come: first its files are read, then its passages for their meaning.
func (p *progress) howFar(m app.ModuleInfo) string {
	line := fmt.Sprintf("%d of %s read", m.Documents-m.Waiting, count(m.Documents, "file"))
	if m.KeywordReady > 0 && m.Embedded < m.Passages {
		line += fmt.Sprintf(", %d of %s read for their meaning", m.Embedded, count(m.Passages, "passage"))
	}
	if left := m.Progress.SecondsLeft; left != nil && *left > 0 {
		line += ", " + leftWords(p.left.smooth(time.Duration(*left)*time.Second, time.Now()))
	}
	return line
}

// goesOn says what is still being done about a module that can be asked.
func goesOn(m app.ModuleInfo) string {
	if m.Later == 0 {
		return "Reading for the meaning goes on."
	}
	return fmt.Sprintf("Reading for the meaning goes on, and then the reading of what is slow: scans and recordings, %d of them.", m.Later)
}

// remark says something once, on a line of its own.
func (p *progress) remark(text string) {
	if p.s.quiet {
		return
	}
	if p.terminal && p.width > 0 {
		text = "\r" + text + strings.Repeat(" ", max(0, p.width-len(text)))
	}
	p.width = 0
	fmt.Fprintln(p.s.Stderr, text)
}

// timeLeft evens out an estimate of the time left, which jumps with every large file: what is shown goes down with the clock and
// moves slowly towards the newest estimate.
type timeLeft struct {
	left time.Duration
	at   time.Time // of the last estimate
}

// follows is the time in which what is shown takes over two thirds of a new estimate.
const follows = 30 * time.Second

func (t *timeLeft) smooth(estimate time.Duration, now time.Time) time.Duration {
	if t.at.IsZero() {
		t.left, t.at = estimate, now
		return t.left
	}
	passed := now.Sub(t.at)
	expected := max(0, t.left-passed)
	share := 1 - math.Exp(-passed.Seconds()/follows.Seconds())
	t.left, t.at = expected+time.Duration(share*float64(estimate-expected)), now
	return t.left
}

// leftWords is a time as exact as it can be told.
func leftWords(d time.Duration) string {
	switch minutes := int(d.Round(time.Minute) / time.Minute); {
	case d < 50*time.Second:
		return "less than a minute left"
	case minutes < 100:
		return "about " + count(minutes, "minute") + " left"
	default:
		return "about " + count((minutes+30)/60, "hour") + " left"
	}
}
