package ingest

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"ibid/ingest/extract"
	"ibid/store"
)

// Progress is how far a module has come.
type Progress struct {
	Done  int // documents that are ready, failed, skipped, or otherwise not waiting for anything
	Total int // documents
	// SecondsLeft is -1 as long as nothing is known about the speed of this machine.
	SecondsLeft float64
	Current     string // path of a document that is being read; "" when none is
}

// Progress counts from the database, so that it is right after a restart and in every process; the time left needs the
// speed that this Ingester has measured.
func (in *Ingester) Progress(ctx context.Context, moduleRow int64) (Progress, error) {
	documents, err := in.store.Documents(ctx, moduleRow)
	if err != nil {
		return Progress{}, fmt.Errorf("progress: %w", err)
	}
	p := Progress{Total: len(documents), SecondsLeft: -1}
	var bytes, sound, passages int64
	for _, d := range documents {
		switch d.State {
		case store.Waiting, store.Reading:
			if extract.IsRecording(d.Path) {
				sound += int64(float64(d.Size) * (1 - d.Heard))
				passages += d.Size / soundAPassage
			} else {
				bytes += d.Size
				passages += d.Size / bytesAPassage
			}
			if d.State == store.Reading {
				p.Current = d.Path
			}
		case store.KeywordReady:
			if in.Embedder == nil {
				p.Done++
				continue
			}
			passages += int64(d.Passages)
		default:
			p.Done++
		}
	}
	if p.Done == p.Total {
		p.SecondsLeft = 0
	} else {
		p.SecondsLeft = in.rates.left(bytes, sound, passages, in.Embedder != nil)
	}
	return p, nil
}

// bytesAPassage is a guess of how many passages a file will have that has not been read: PDF slides and subtitles of real courses
// have one for 5 to 50 kB. It is only used until the file is read.
const bytesAPassage = 20_000

// soundAPassage is that guess for recordings: a passage lasts a minute or more.
const soundAPassage = 500_000

// rates are how fast this machine has been, for the time that is left.
type rates struct {
	readRate  average // bytes a second
	hearRate  average // bytes of recordings a second
	embedRate average // passages a second
}

func (r *rates) read(bytes int64, took time.Duration) { r.readRate.add(float64(bytes), took) }

func (r *rates) embedded(n int, took time.Duration) { r.embedRate.add(float64(n), took) }

func (r *rates) heard(bytes float64, took time.Duration) { r.hearRate.add(bytes, took) }

// left estimates the seconds for bytes to read, sound to hear and passages to embed; -1 when a speed it needs is not known.
func (r *rates) left(bytes, sound, passages int64, embeds bool) float64 {
	seconds := 0.0
	if bytes > 0 {
		rate := r.readRate.value() * readers
		if rate == 0 {
			return -1
		}
		seconds += float64(bytes) / rate
	}
	if sound > 0 {
		rate := r.hearRate.value()
		if rate == 0 {
			return -1
		}
		seconds += float64(sound) / rate
	}
	if embeds && passages > 0 {
		rate := r.embedRate.value()
		if rate == 0 {
			return -1
		}
		seconds += float64(passages) / rate
	}
	return math.Ceil(seconds)
}

// average is a rate in which the last minute or so counts most.
type average struct {
	mu            sync.Mutex // guards what follows
	amount, spent float64
}

// fade is the time after which what was measured counts half: long enough to even out small and large files.
const fade = 30 * time.Second

func (a *average) add(amount float64, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	keep := math.Exp2(-took.Seconds() / fade.Seconds())
	a.amount = a.amount*keep + amount
	a.spent = a.spent*keep + took.Seconds()
}

// value is the rate, 0 when it is not known.
func (a *average) value() float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.spent <= 0 {
		return 0
	}
	return a.amount / a.spent
}
