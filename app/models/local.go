package models

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
)

// What multilingual-e5-small wants: its texts say what they are, and it reads no further than 512 tokens.
const (
	localName     = "multilingual-e5-small"
	localDim      = 384
	localTokens   = 512
	queryPrefix   = "query: "
	passagePrefix = "passage: "
)

// batchTokens bounds one run of the model over passages. More at once is not faster on a laptop's processor, takes more
// memory and makes a cancelled batch wait longer; less is a little slower. On two cores, texts of 196 tokens, texts/s: 24.9
// with 256, 25.2 with 512, 28.5 with 1024, 30.3 with 2048, 30.4 with 4096 (BenchmarkLocalBatch).
const batchTokens = 2048

// defaultIdle is how long the loaded model stays without work.
const defaultIdle = 2 * time.Minute

// LocalOptions say where the unpacked models lie and how much of the computer they may use.
type LocalOptions struct {
	Dir     string        // where Unpack put the models
	Threads int           // 0: as many as the computer has cores, at most 4, one of more than two left free
	Idle    time.Duration // how long the loaded model stays without work; 0: two minutes
	Gate    *Gate         // shared with other models whose work questions go before; nil: one of its own
}

// engine is a loaded embedder.
type engine interface {
	loaded
	embed(texts [][]int32) ([][]float32, error)
}

// Local is the embedder inside the program: multilingual-e5-small on ONNX Runtime. It is loaded when first needed. All
// methods may be called from several goroutines; passages are embedded one batch at a time, and a question never waits for
// a batch.
type Local struct {
	options LocalOptions
	keeper  keeper[engine]
	gate    *Gate
	turn    chan struct{} // held by the batch that runs
	limit   int           // tokens of one run: batchTokens, but for its benchmark

	files  unpackedFiles
	tokens func() (*tokenizer, error)
}

// NewLocal makes the embedder; nothing is read before it is needed.
func NewLocal(options LocalOptions) *Local {
	if options.Threads <= 0 {
		options.Threads = localThreads()
	}
	if options.Idle <= 0 {
		options.Idle = defaultIdle
	}
	if options.Gate == nil {
		options.Gate = new(Gate)
	}
	l := &Local{options: options, gate: options.Gate, turn: make(chan struct{}, 1), limit: batchTokens}
	l.keeper = keeper[engine]{load: l.load, idle: options.Idle}
	l.gate.share(&l.keeper)
	l.files = unpacked(options.Dir)
	l.tokens = sync.OnceValues(func() (*tokenizer, error) {
		path, err := l.files.path(roleTokenizer)
		if err != nil {
			return nil, err
		}
		return openTokenizer(path)
	})
	return l
}

// localThreads leaves the other threads of a core and, where there are more than two cores, one core to the rest.
func localThreads() int {
	cores, err := cpu.Counts(false)
	if err != nil || cores < 1 {
		return 2
	}
	if cores > 2 {
		cores--
	}
	return min(cores, 4)
}

// load starts ONNX Runtime and reads the model.
func (l *Local) load() (engine, error) {
	library, err := l.files.path(roleRuntime)
	if err != nil {
		return nil, err
	}
	model, err := l.files.path(roleEmbedder)
	if err != nil {
		return nil, err
	}
	tokens, err := l.tokens()
	if err != nil {
		return nil, err
	}
	if err := startRuntime(library); err != nil {
		return nil, err
	}
	return openNetwork(model, l.options.Threads, localDim, tokens.pad)
}

// Identity names the vector space: model, hash of its file, dimension and prefix. Vectors of two identities must never be
// compared.
func (l *Local) Identity(context.Context) (identity string, dim int, err error) {
	files, err := l.files()
	if err != nil {
		return "", 0, err
	}
	hash := files[roleEmbedder].SHA256
	if len(hash) < 16 {
		return "", 0, fmt.Errorf("%w (no %s)", ErrNoModels, roleEmbedder)
	}
	return fmt.Sprintf("%s/%s/%d/%s", localName, hash[:16], localDim, passagePrefix), localDim, nil
}

// EmbedQuery gives the vector of a question. It runs beside a batch that is under way, and the batch's next piece waits
// for it.
func (l *Local) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	defer l.gate.enter()()
	tokens, err := l.tokens()
	if err != nil {
		return nil, err
	}
	var vectors [][]float32
	err = l.keeper.with(ctx, func(e engine) (err error) {
		vectors, err = e.embed([][]int32{tokens.encode(queryPrefix+text, localTokens)})
		return err
	})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// EmbedPassages gives the vectors of passages, in their order. A vector does not depend on the other texts. It stops between
// two runs of the model when ctx ends.
func (l *Local) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	tokens, err := l.tokens()
	if err != nil {
		return nil, err
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ids := make([][]int32, len(texts))
	for i, t := range texts {
		ids[i] = tokens.encode(passagePrefix+t, localTokens)
	}
	l.gate.makeRoom(&l.keeper)
	vectors := make([][]float32, len(texts))
	for _, run := range batches(ids, l.limit) {
		if err := l.gate.wait(ctx); err != nil {
			return nil, err
		}
		some := make([][]int32, len(run))
		for i, n := range run {
			some[i] = ids[n]
		}
		err := l.keeper.with(ctx, func(e engine) error {
			got, err := e.embed(some)
			for i := range got {
				vectors[run[i]] = got[i]
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

// batches groups texts of like length, so that little is padded, with at most limit tokens a group, padding included.
func batches(ids [][]int32, limit int) [][]int {
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(ids[a]), len(ids[b])) })
	var out [][]int
	from := 0
	for i, n := range order {
		if i > from && (i-from+1)*len(ids[n]) > limit {
			out, from = append(out, order[from:i]), i
		}
	}
	if from < len(order) {
		out = append(out, order[from:])
	}
	return out
}

// CountTokens says how many of the model's tokens a text takes, its prefix and marks not counted. Without the models it
// gives an estimate.
func (l *Local) CountTokens(text string) int {
	tokens, err := l.tokens()
	if err != nil {
		return EstimateTokens(text)
	}
	return len(tokens.encode(text, 0)) - 2
}

// Close waits for what runs and lets the model go. ONNX Runtime itself stays until the process ends.
func (l *Local) Close() error { return l.keeper.close() }
