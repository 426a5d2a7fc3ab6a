package models

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// lectures gives texts of about words words each, no two alike.
func lectures(count, words int) []string {
	source := strings.Fields("Sleep after learning protects new traces from interference and the slow waves of the first half of " +
		"the night replay them so that what was learned is kept for longer than a day or even a week if it is tested")
	texts := make([]string, count)
	for i := range texts {
		var text []string
		for j := range words {
			text = append(text, source[(i*7+j*(1+i%5))%len(source)])
		}
		texts[i] = strings.Join(text, " ")
	}
	return texts
}

// BenchmarkLocalBatch shows what the bound on one run of the model costs and gives.
func BenchmarkLocalBatch(b *testing.B) {
	texts := lectures(48, 170)
	for _, limit := range []int{256, 512, 1024, batchTokens, 4096} {
		b.Run(fmt.Sprint(limit), func(b *testing.B) {
			l := openLocal(b)
			l.limit = limit
			if _, err := l.EmbedQuery(b.Context(), "load"); err != nil {
				b.Fatal(err)
			}
			n := 0
			for b.Loop() {
				if _, err := l.EmbedPassages(b.Context(), texts); err != nil {
					b.Fatal(err)
				}
				n += len(texts)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "texts/s")
		})
	}
}

func BenchmarkLocalLength(b *testing.B) {
	for _, words := range []int{50, 110, 220, 450} {
		b.Run(fmt.Sprint(words), func(b *testing.B) {
			l := openLocal(b)
			texts := lectures(32, words)
			tokens := float64(l.CountTokens(texts[0]))
			if _, err := l.EmbedQuery(b.Context(), "load"); err != nil {
				b.Fatal(err)
			}
			n := 0
			for b.Loop() {
				if _, err := l.EmbedPassages(b.Context(), texts); err != nil {
					b.Fatal(err)
				}
				n += len(texts)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "texts/s")
			b.ReportMetric(tokens, "tokens")
		})
	}
}

// BenchmarkLocalQuery measures a question, alone and while a batch is under way.
func BenchmarkLocalQuery(b *testing.B) {
	measure := func(b *testing.B, l *Local) {
		var took []time.Duration
		for b.Loop() {
			started := time.Now()
			if _, err := l.EmbedQuery(b.Context(), fmt.Sprint("how does sleep protect what was learned, ", len(took))); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(started))
		}
		slices.Sort(took)
		b.ReportMetric(took[len(took)/2].Seconds()*1000, "p50-ms")
		b.ReportMetric(took[len(took)*95/100].Seconds()*1000, "p95-ms")
	}
	b.Run("idle", func(b *testing.B) {
		l := openLocal(b)
		if _, err := l.EmbedQuery(b.Context(), "load"); err != nil {
			b.Fatal(err)
		}
		measure(b, l)
	})
	b.Run("indexing", func(b *testing.B) {
		l, texts := openLocal(b), lectures(8, 170)
		ctx, cancel := context.WithCancel(b.Context())
		done := make(chan struct{})
		if _, err := l.EmbedQuery(ctx, "load"); err != nil {
			b.Fatal(err)
		}
		go func() {
			defer close(done)
			for ctx.Err() == nil {
				_, _ = l.EmbedPassages(ctx, texts) // fails only with ctx
			}
		}()
		measure(b, l)
		cancel()
		<-done
	})
}

// BenchmarkLocalLoad measures what the first question after a pause waits for.
func BenchmarkLocalLoad(b *testing.B) {
	for b.Loop() {
		l := NewLocal(LocalOptions{Dir: assetsDir(b)})
		if _, err := l.EmbedQuery(b.Context(), "load"); err != nil {
			b.Fatal(err)
		}
		if err := l.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
