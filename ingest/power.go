package ingest

import (
	"context"

	"ibid/ingest/extract"
	"ibid/store"
)

// runPower looks now and then whether power is to be saved: then only what is quick is done, which is reading text for the keyword
// index. Vectors, speech, text recognition and vision wait.
func (in *Ingester) runPower(ctx context.Context) error {
	for {
		if _, err := in.power.wait(ctx, in.times.power); err != nil {
			return err
		}
		in.lookAtPower()
	}
}

func (in *Ingester) lookAtPower() {
	saving := in.Saving != nil && in.Saving()
	if in.saving.Swap(saving) != saving {
		in.log.Info("ingest: power", "saving", saving)
		in.ringWorkers()
		in.notify(Event{Kind: DocumentChanged})
	}
}

// WaitsForPower says whether a document has to wait while power is saved.
func WaitsForPower(d store.Document) bool {
	switch d.State {
	case store.KeywordReady:
		return true
	case store.Waiting:
		return d.Slow || extract.IsRecording(d.Path)
	}
	return false
}
