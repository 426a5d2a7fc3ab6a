package extract

import (
	"encoding/binary"
	"errors"
	"sync"

	"ibid/ingest/extract/checkpoint"
)

// checkRounds is after how many rounds of loops a guest comes to a checkpoint: far less than a millisecond, at no cost that can be
// measured. Between two of them it cannot be stopped, and Go's collector waits for it.
const checkRounds = 1 << 16

// guests are the sandboxes that run. At each checkpoint a guest writes its number to their standard output, which tells it to stop
// when the context of its call has ended.
type guests struct {
	mu      sync.Mutex // guards what follows
	last    uint32
	running map[uint32]*guest
	stopped bool
}

var errStopped = errors.New("pdfium: stopped")

// checkMark begins what a checkpoint writes; the guest's number follows.
const checkMark = "ibid"

// Write is called by guests, from within their calls.
func (s *guests) Write(b []byte) (int, error) {
	if len(b) != 8 || string(b[:4]) != checkMark {
		return len(b), nil // something that PDFium says
	}
	s.mu.Lock()
	g, stopped := s.running[binary.LittleEndian.Uint32(b[4:])], s.stopped
	s.mu.Unlock()
	if stopped || g == nil || g.ctx.Err() != nil {
		return 0, errStopped
	}
	return len(b), nil
}

// add gives a guest checkpoints.
func (s *guests) add(g *guest) error {
	s.mu.Lock()
	if s.running == nil {
		s.running = map[uint32]*guest{}
	}
	s.last++
	number := s.last
	s.running[number] = g
	s.mu.Unlock()
	g.left = func() {
		s.mu.Lock()
		delete(s.running, number)
		s.mu.Unlock()
	}
	at, err := g.heap.Malloc(checkpoint.Size)
	if err != nil {
		return err
	}
	var message [8]byte
	binary.LittleEndian.PutUint32(message[copy(message[:], checkMark):], number)
	g.memory.Write(uint32(at), checkpoint.Prepare(uint32(at), message))
	_, err = g.call(quick, checkpoint.Start, at)
	return err
}

// stop ends the calls of all guests.
func (s *guests) stop() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
}
