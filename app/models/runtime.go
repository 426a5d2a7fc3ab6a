package models

import (
	"errors"
	"fmt"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// ErrRuntime says that ONNX Runtime, which runs the models inside the program, cannot be used on this computer.
var ErrRuntime = errors.New("the models inside Ibid cannot run on this computer")

// onnx guards the start of ONNX Runtime. There is one for the whole process: the first library wins, and it stays until the
// process ends, because a library that was unloaded cannot safely be started again.
var onnx struct {
	sync.Mutex
	started bool
}

// startRuntime loads ONNX Runtime from its shared library, once.
func startRuntime(library string) error {
	onnx.Lock()
	defer onnx.Unlock()
	if onnx.started {
		return nil
	}
	giveBack()
	ort.SetSharedLibraryPath(library)
	if err := ort.InitializeEnvironment(ort.WithLogLevelError()); err != nil {
		return fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	if err := ort.DisableTelemetry(); err != nil {
		return fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	onnx.started = true
	return nil
}

// openSession loads a model for the given number of threads, with more options where it needs them.
func openSession(path string, threads int, inputs, outputs []string, more ...func(*ort.SessionOptions) error) (session *ort.DynamicAdvancedSession, err error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	defer func() { err = errors.Join(err, options.Destroy()) }()
	err = errors.Join(
		options.SetIntraOpNumThreads(threads),
		options.SetInterOpNumThreads(1),
		// Threads that wait for work sleep: spinning would take the processor from the rest of the laptop.
		options.AddSessionConfigEntry("session.intra_op.allow_spinning", "0"),
	)
	for _, set := range more {
		err = errors.Join(err, set(options))
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	session, err = ort.NewDynamicAdvancedSession(path, inputs, outputs, options)
	if err != nil {
		return nil, fmt.Errorf("%w: load %s: %w", ErrRuntime, path, err)
	}
	return session, nil
}

// network is a loaded model that turns tokens into vectors. Runs may overlap.
type network struct {
	session *ort.DynamicAdvancedSession
	dim     int
	pad     int64
}

// openNetwork loads an embedding model for the given number of threads.
func openNetwork(path string, threads, dim int, pad int32) (*network, error) {
	session, err := openSession(path, threads, []string{"input_ids", "attention_mask"}, []string{"sentence_embedding"})
	if err != nil {
		return nil, err
	}
	return &network{session: session, dim: dim, pad: int64(pad)}, nil
}

// embed gives a vector for each list of tokens; shorter lists are padded to the longest.
func (n *network) embed(texts [][]int32) (vectors [][]float32, err error) {
	rows, width := len(texts), 0
	for _, t := range texts {
		width = max(width, len(t))
	}
	ids, mask := make([]int64, rows*width), make([]int64, rows*width)
	for r, t := range texts {
		for c := range width {
			if c < len(t) {
				ids[r*width+c], mask[r*width+c] = int64(t[c]), 1
			} else {
				ids[r*width+c] = n.pad
			}
		}
	}
	out := make([]float32, rows*n.dim)
	shape := ort.NewShape(int64(rows), int64(width))
	a, errA := ort.NewTensor(shape, ids)
	b, errB := ort.NewTensor(shape, mask)
	c, errC := ort.NewTensor(ort.NewShape(int64(rows), int64(n.dim)), out)
	if err := errors.Join(errA, errB, errC); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	defer func() { err = errors.Join(err, a.Destroy(), b.Destroy(), c.Destroy()) }()
	if err := n.session.Run([]ort.Value{a, b}, []ort.Value{c}); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRuntime, err)
	}
	for r := range rows {
		vectors = append(vectors, out[r*n.dim:(r+1)*n.dim:(r+1)*n.dim])
	}
	return vectors, nil
}

func (n *network) close() error { return n.session.Destroy() }
