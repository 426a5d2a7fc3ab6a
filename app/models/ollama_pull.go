package models

import (
	"context"
	"time"

	"github.com/ollama/ollama/api"
)

// pullPatience: Ollama reports every 60 ms while it downloads, but checks the
// hash of gigabytes in silence at the end.
var pullPatience = Patience{FirstToken: time.Minute, NextToken: 5 * time.Minute}

// Progress is how far a download is. Total grows as Ollama learns of more
// parts; 0 means not known yet.
type Progress struct {
	Status    string
	Completed int64
	Total     int64
}

// Pull has Ollama download a model. It returns when the model can be used or
// ctx is done; what was downloaded by then is kept by Ollama for the next try.
func (o *Ollama) Pull(ctx context.Context, model string, on func(Progress)) error {
	policy := o.guard.Policy()
	if err := policy.Check(o.target("", "")); err != nil {
		return err
	}
	if err := policy.Check(Target{Use: UseDownload, Host: o.base.Host}); err != nil {
		return err
	}
	x := newExchange(ctx, pullPatience)
	defer x.close()
	parts := map[string]api.ProgressResponse{}
	done := false
	err := o.api.Pull(x.ctx, &api.PullRequest{Model: model}, func(p api.ProgressResponse) error {
		if p.Digest != "" {
			parts[p.Digest] = p
		}
		sum := Progress{Status: p.Status}
		for _, part := range parts {
			sum.Completed += part.Completed
			sum.Total += part.Total
		}
		on(sum)
		if done = p.Status == "success"; done {
			return errDone
		}
		return nil
	})
	if done {
		return nil
	}
	return o.unfinished(x, err, model)
}
