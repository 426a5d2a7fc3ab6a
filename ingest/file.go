package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"sync"

	"ibid/ingest/extract"
)

// statInside describes the file at path, which must not lead out of dir through a link that came after the scan.
func statInside(dir, path string) (os.FileInfo, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	if !inside(root, real) {
		return nil, &extract.Error{Code: LinkOutside, Detail: real}
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		f, err := os.Open(real)
		if err != nil {
			return nil, &extract.Error{Code: FolderDenied, Detail: err.Error()}
		}
		f.Close()
	}
	if !info.Mode().IsRegular() {
		return nil, &extract.Error{Code: NotAFile, Detail: info.Mode().Type().String()}
	}
	return info, nil
}

// unchanged returns errChanged when the file at path is no longer the one it was before, or is written to. A file that went
// counts as changed: the next look at it tells which.
func unchanged(path string, before os.FileInfo) error {
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) || after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
		return errChanged
	}
	return nil
}

// hashFile returns the SHA-256 of a file in hex.
func hashFile(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, &stoppable{ctx, f}); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// stoppable is a reader that ends with its context.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// inHand has the same bytes read by one goroutine at a time, so that the second finds what the first wrote.
type inHand struct {
	mu   sync.Mutex               // guards what follows
	busy map[string]chan struct{} // by hash
}

// take waits until nobody else has these bytes in hand; the caller gives them back with release.
func (h *inHand) take(ctx context.Context, sha256 string) (release func(), err error) {
	for {
		h.mu.Lock()
		other, taken := h.busy[sha256]
		if !taken {
			if h.busy == nil {
				h.busy = make(map[string]chan struct{})
			}
			mine := make(chan struct{})
			h.busy[sha256] = mine
			h.mu.Unlock()
			return func() {
				h.mu.Lock()
				delete(h.busy, sha256)
				h.mu.Unlock()
				close(mine)
			}, nil
		}
		h.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
