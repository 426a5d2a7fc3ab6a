package extract

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"time"
)

// SecondReader reads PDF pages in which PDFium finds nothing, with another library. That library may loop for ever or ask for more
// memory than there is, so it runs in a child process with limits.
type SecondReader struct {
	Command []string      // starts the child, which calls SecondReaderMain; empty = there is no second reader
	Timeout time.Duration // for one child; 0 = 20 s
}

const (
	secondTimeout  = 20 * time.Second
	secondChildren = 3        // of one document: a page that kills a child is left out
	secondAnswer   = 64 << 20 // bytes that are read of a child's answer
)

// secondRequest is what the child is asked, one JSON value on its standard input.
type secondRequest struct {
	Path  string `json:"path"`
	Pages []int  `json:"pages"` // counted from 1; none = all
}

// secondPage is a line of the answer. The child announces a page before it reads it, so that the parent knows which one killed it.
type secondPage struct {
	Page   int          `json:"page"`
	Begin  bool         `json:"begin,omitempty"`
	Count  int          `json:"count,omitempty"` // pages of the document, on the first line
	Width  float32      `json:"width,omitempty"`
	Height float32      `json:"height,omitempty"`
	Words  []secondWord `json:"words,omitempty"`
}

// secondWord stands on the line at Base, in points from the top left of the page.
type secondWord struct {
	Text string  `json:"t"`
	X0   float32 `json:"x"`
	X1   float32 `json:"e"`
	Base float32 `json:"b"`
	Size float32 `json:"s"`
	Font string  `json:"f,omitempty"`
}

// read returns what the second reader finds on the given pages of the file at path. Failures of the child only make that less.
func (s SecondReader) read(ctx context.Context, path string, pages []int) (found map[int]secondPage, count int, err error) {
	found = map[int]secondPage{}
	if len(s.Command) == 0 || path == "" {
		return found, 0, nil
	}
	for range secondChildren {
		fatal, n, done := s.child(ctx, path, pages, found)
		count = max(count, n)
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if done || fatal == 0 {
			break
		}
		if len(pages) == 0 {
			for page := 1; page <= count; page++ {
				pages = append(pages, page)
			}
		}
		rest := slices.DeleteFunc(slices.Clone(pages), func(page int) bool { return page <= fatal })
		if pages = rest; len(pages) == 0 {
			break
		}
	}
	return found, count, nil
}

// child runs one child. It returns the page that the child died of, 0 if none.
func (s SecondReader) child(ctx context.Context, path string, pages []int, found map[int]secondPage) (fatal, count int, done bool) {
	timeout := s.Timeout
	if timeout == 0 {
		timeout = secondTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := json.Marshal(secondRequest{Path: path, Pages: pages})
	if err != nil {
		return 0, 0, true
	}
	cmd := exec.CommandContext(ctx, s.Command[0], s.Command[1:]...)
	cmd.Stdin = bytes.NewReader(request)
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, true
	}
	if err := cmd.Start(); err != nil {
		return 0, 0, true
	}
	fatal, count = collect(io.LimitReader(out, secondAnswer), found)
	if fatal != 0 {
		cancel() // it is dead, or over a limit
	}
	return fatal, count, cmd.Wait() == nil && fatal == 0
}

// collect reads a child's answer up to its end.
func collect(answer io.Reader, found map[int]secondPage) (open, count int) {
	lines := bufio.NewScanner(answer)
	lines.Buffer(make([]byte, 64<<10), 16<<20)
	for lines.Scan() {
		var p secondPage
		if json.Unmarshal(lines.Bytes(), &p) != nil { // the library prints complaints of its own
			continue
		}
		count = max(count, p.Count)
		switch {
		case p.Begin:
			open = p.Page
		case p.Page == open && open != 0:
			open = 0
			if len(p.Words) > 0 {
				found[p.Page] = p
			}
		}
	}
	return open, count
}
