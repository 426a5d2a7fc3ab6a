package ingest

import (
	"cmp"
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
	// CurrentLeft is the seconds until that one is read; -1 while it cannot be told, or when another process reads it.
	CurrentLeft float64
}

// Progress counts from the database, so that it is right after a restart and in every process; the time left needs the
// speed that this Ingester has measured.
func (in *Ingester) Progress(ctx context.Context, moduleRow int64) (Progress, error) {
	documents, err := in.store.Documents(ctx, moduleRow)
	if err != nil {
		return Progress{}, fmt.Errorf("progress: %w", err)
	}
	p := Progress{Total: len(documents), SecondsLeft: -1, CurrentLeft: -1}
	left, known := work{}, work{}
	for _, d := range documents {
		switch d.State {
		case store.Waiting, store.Reading:
			if d.State == store.Reading {
				p.Current = d.Path
				p.CurrentLeft = in.currentLeft(d)
			}
		case store.KeywordReady:
			if in.Embedder == nil {
				p.Done++
			}
		default:
			p.Done++
		}
		if d.ReadAt > 0 && d.Passages > 0 && !extract.IsRecording(d.Path) && d.Unseen == 0 {
			known.add(d, int64(d.Passages))
		}
	}
	if p.Done == p.Total {
		p.SecondsLeft = 0
		return p, nil
	}
	for _, d := range documents {
		if d.State == store.Waiting || d.State == store.Reading {
			left.add(d, known.guess(d))
		}
	}
	pending, err := in.store.PendingIn(ctx, moduleRow)
	if err != nil {
		return Progress{}, fmt.Errorf("progress: %w", err)
	}
	left.passages += pending
	if in.saving.Load() {
		return p, nil // it depends on when there is power
	}
	p.SecondsLeft = in.rates.left(left, in.Embedder != nil)
	return p, nil
}

// currentLeft is the seconds until a document is read that this process has in hand.
func (in *Ingester) currentLeft(d store.Document) float64 {
	since, ok := in.begun.Load(d.RowID)
	if !ok {
		return -1
	}
	var w work
	w.add(d, 0)
	rate, spent := in.rates.readRate.value(), in.now().Sub(since.(time.Time)).Seconds()
	switch { // what is heard or seen of it already is not left
	case w.sound > 0:
		rate, spent = in.rates.hearRate.value(), 0
	case w.unseen > 0:
		rate, spent = in.rates.seeing(), 0
	}
	if rate == 0 {
		return -1
	}
	left := (float64(w.bytes+w.sound)+w.unseen)/rate - spent
	if left < 0 {
		return -1 // it takes longer than others do
	}
	return math.Ceil(left)
}

// work is what is to be done with documents, or was done.
type work struct {
	bytes, sound, passages int64
	unseen                 float64 // pages that are read from their pictures
}

func (w *work) add(d store.Document, passages int64) {
	switch {
	case extract.IsRecording(d.Path):
		w.sound += int64(float64(d.Size) * (1 - d.Share))
	case d.Unseen > 0:
		w.unseen += float64(d.Unseen) * (1 - d.Share)
	default:
		w.bytes += d.Size
	}
	w.passages += passages
}

// guess is how many passages a document will have that has not been read: as many for its size as those of the module that have
// been, if there are such, and one at least.
func (w *work) guess(d store.Document) int64 {
	if extract.IsRecording(d.Path) {
		return max(1, d.Size/soundAPassage)
	}
	if d.Unseen > 0 {
		return int64(max(1, d.Unseen*passagesAPage-d.Passages))
	}
	if w.bytes > 0 {
		return max(1, d.Size*w.passages/w.bytes)
	}
	return max(1, d.Size/bytesAPassage)
}

// bytesAPassage is how many bytes of a file make a passage, before anything of the module is read: PDF slides and subtitles of real
// courses have one for 5 to 50 kB.
const bytesAPassage = 20_000

// passagesAPage is that guess for a page that is read from its picture.
const passagesAPage = 2

// soundAPassage is that guess for recordings: a passage lasts a minute or more.
const soundAPassage = 500_000

// rates are how fast this machine has been, for the time that is left.
type rates struct {
	readRate  average // bytes a second
	hearRate  average // bytes of recordings a second
	seeRate   average // pages a second that are read from their pictures
	embedRate average // passages a second
}

func (r *rates) read(bytes int64, took time.Duration) { r.readRate.add(float64(bytes), took) }

func (r *rates) embedded(n int, took time.Duration) { r.embedRate.add(float64(n), took) }

func (r *rates) saw(took time.Duration) { r.seeRate.add(1, took) }

// seeing is how many pages a second are read from their pictures.
func (r *rates) seeing() float64 { return cmp.Or(r.seeRate.value(), firstSeeRate) }

func (r *rates) heard(bytes float64, took time.Duration) { r.hearRate.add(bytes, took) }

// left estimates the seconds for bytes to read, sound to hear, pages to look at and passages to embed; -1 when a speed it needs is not
// known.
func (r *rates) left(w work, embeds bool) float64 {
	seconds := w.unseen / r.seeing()
	if w.bytes > 0 {
		rate := r.readRate.value() * readers
		if rate == 0 {
			return -1
		}
		seconds += float64(w.bytes) / rate
	}
	if w.sound > 0 {
		rate := r.hearRate.value()
		if rate == 0 {
			return -1
		}
		seconds += float64(w.sound) / rate
	}
	if embeds && w.passages > 0 {
		rate := r.embedRate.value()
		if rate == 0 {
			rate = firstEmbedRate
		}
		seconds += float64(w.passages) / rate
	}
	return math.Ceil(seconds)
}

// firstEmbedRate is how many passages a second are embedded before any was: that begins when all is read, and until then the time
// left could not be told. Two cores do so many of the usual length with the embedder in the binary.
const firstEmbedRate = 17

// firstSeeRate is how many pages a second are read from their pictures before any was, on two cores.
const firstSeeRate = 0.2

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
