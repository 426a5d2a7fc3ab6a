package models

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"
)

const (
	// embedPatience bounds one request of passages. A batch takes seconds; loading the model before it, a minute.
	embedPatience = 3 * time.Minute
	// queryPatience bounds the request of a question: whoever asks would rather search by words alone.
	queryPatience = 30 * time.Second
	// leastText is where a text that is still too long for the model is given up, in bytes.
	leastText = 64
)

// ErrUnfitVectors says that an embedder was tried with a few words and gave vectors that cannot be searched.
var ErrUnfitVectors = errors.New("this embedding model cannot tell words apart")

// OllamaEmbedder turns texts into vectors with a model of Ollama. It is safe for concurrent use.
type OllamaEmbedder struct {
	ollama *Ollama
	model  string
	style  embedStyle
	gate   Gate
	turn   chan struct{} // held by the batch that runs

	mu     sync.Mutex
	digest string // of the model that was tried
	dim    int
}

// NewOllamaEmbedder makes an embedder; it does not connect.
func NewOllamaEmbedder(o *Ollama, model string) *OllamaEmbedder {
	return &OllamaEmbedder{ollama: o, model: model, style: styleOf(model), turn: make(chan struct{}, 1)}
}

// embedStyle is what a model was trained to see before its texts.
type embedStyle struct{ query, passage string }

// embedStyles: the first name that a model's name contains decides. A model without an entry gets its texts as they are.
var embedStyles = []struct {
	name  string
	style embedStyle
}{
	{"nomic-embed", embedStyle{"search_query: ", "search_document: "}},
	{"embeddinggemma", embedStyle{"task: search result | query: ", "title: none | text: "}},
	{"e5-", embedStyle{queryPrefix, passagePrefix}},
	{"snowflake-arctic-embed2", embedStyle{"query: ", ""}},
	{"snowflake-arctic-embed", embedStyle{"Represent this sentence for searching relevant passages: ", ""}},
	{"mxbai-embed", embedStyle{"Represent this sentence for searching relevant passages: ", ""}},
	{"qwen3-embedding", embedStyle{"Instruct: Given a question, retrieve passages of the lectures that answer it\nQuery: ", ""}},
}

func styleOf(model string) embedStyle {
	for _, s := range embedStyles {
		if strings.Contains(strings.ToLower(model), s.name) {
			return s.style
		}
	}
	return embedStyle{}
}

// Identity names the vector space: model, its digest, dimension and prefix. A model that was not used before, or was pulled
// anew, is tried with a few words first; one whose vectors cannot be searched gives ErrUnfitVectors.
func (e *OllamaEmbedder) Identity(ctx context.Context) (identity string, dim int, err error) {
	digest, err := e.find(ctx)
	if err != nil {
		return "", 0, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.digest != digest {
		if e.dim, err = e.try(ctx); err != nil {
			return "", 0, err
		}
		e.digest = digest
	}
	return fmt.Sprintf("ollama:%s/%.16s/%d/%s", withTag(e.model), digest, e.dim, e.style.passage), e.dim, nil
}

// find gives the digest of the model as it is installed now, if the model may be used.
func (e *OllamaEmbedder) find(ctx context.Context) (string, error) {
	if _, err := e.ollama.list(ctx); err != nil {
		return "", err
	}
	if err := e.ollama.mayUse(ctx, e.model); err != nil {
		return "", err
	}
	m, err := e.ollama.find(ctx, e.model)
	if err != nil {
		return "", err
	}
	return strings.TrimPrefix(m.Digest, "sha256:"), nil
}

// EmbedQuery gives the vector of a question. Batches wait for it between their requests.
func (e *OllamaEmbedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	defer e.gate.enter()()
	if err := e.ollama.mayUse(ctx, e.model); err != nil {
		return nil, err
	}
	vectors, err := e.fit(ctx, []string{e.style.query + text}, queryPatience)
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// EmbedPassages gives the vectors of passages, in their order, in requests bounded by tokens: fixed numbers of texts are
// what runs into time limits. It stops between two requests when ctx ends.
func (e *OllamaEmbedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	select {
	case e.turn <- struct{}{}:
		defer func() { <-e.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := e.ollama.mayUse(ctx, e.model); err != nil {
		return nil, err
	}
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		if err := e.gate.wait(ctx); err != nil {
			return nil, err
		}
		var some []string
		for tokens := 0; len(some) < len(texts); {
			text := e.style.passage + texts[len(some)]
			if tokens += EstimateTokens(text); len(some) > 0 && tokens > batchTokens {
				break
			}
			some = append(some, text)
		}
		got, err := e.fit(ctx, some, embedPatience)
		if err != nil {
			return nil, err
		}
		vectors, texts = append(vectors, got...), texts[len(some):]
	}
	return vectors, nil
}

// fit embeds texts of which some may be too long for the model: Ollama then refuses all of them, so the batch is halved
// down to the one, and that one is cut by us, at its end, until it fits.
func (e *OllamaEmbedder) fit(ctx context.Context, texts []string, patience time.Duration) ([][]float32, error) {
	vectors, err := e.request(ctx, texts, patience)
	if !errors.Is(err, ErrContextTooLong) {
		return vectors, err
	}
	if len(texts) == 1 {
		if len(texts[0]) < leastText {
			return nil, err
		}
		return e.fit(ctx, []string{strings.ToValidUTF8(texts[0][:len(texts[0])*3/4], "")}, patience)
	}
	first, err := e.fit(ctx, texts[:len(texts)/2], patience)
	if err != nil {
		return nil, err
	}
	second, err := e.fit(ctx, texts[len(texts)/2:], patience)
	return append(first, second...), err
}

// request asks once and checks that what came back are vectors.
func (e *OllamaEmbedder) request(ctx context.Context, texts []string, patience time.Duration) ([][]float32, error) {
	no := false
	short, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	reply, err := e.ollama.api.Embed(short, &api.EmbedRequest{
		Model: e.model, Input: texts, Truncate: &no, KeepAlive: &api.Duration{Duration: keepLoaded},
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case short.Err() != nil && err != nil:
		return nil, e.ollama.fail(ErrStalled, e.model, "")
	case err != nil:
		return nil, e.ollama.classify(err, e.model)
	case len(reply.Embeddings) != len(texts):
		return nil, e.ollama.fail(ErrBadReply, e.model, fmt.Sprintf("%d vectors for %d texts", len(reply.Embeddings), len(texts)))
	}
	for _, v := range reply.Embeddings {
		if length := norm2(v); len(v) != len(reply.Embeddings[0]) || length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
			return nil, e.ollama.fail(ErrBadReply, e.model, "not a vector")
		}
	}
	return reply.Embeddings, nil
}

// norm2 is the square of a vector's length.
func norm2(v []float32) (sum float64) {
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return sum
}

// Close lets idle connections go.
func (e *OllamaEmbedder) Close() error {
	e.ollama.Close()
	return nil
}
