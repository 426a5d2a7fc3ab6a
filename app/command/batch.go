package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"ibid/app"
)

// batchQuestion is a line of a batch file. Its id is given back as it was written, be it a string or a number.
type batchQuestion struct {
	ID       json.RawMessage `json:"id"`
	Question string          `json:"question"`
	Previous string          `json:"previous"`
	Module   string          `json:"module"`
}

// maxBatchLine bounds a line of a batch file, in bytes.
const maxBatchLine = 1 << 20

// eachQuestion reads a batch file and prints one result a line, in order. A question that fails gives its id and the
// problem; the others go on.
func (s *session) eachQuestion(ctx context.Context, file string, do func(q batchQuestion) (any, error)) error {
	in := s.Stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return usageError{fmt.Errorf("--batch: %w", err)}
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewReaderSize(in, 64<<10)
	for n := 1; ; n++ {
		line, long, end := readLine(lines)
		if end != nil && !errors.Is(end, io.EOF) {
			return usageError{fmt.Errorf("--batch: %w", end)}
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff")) // some editors put it there
		}
		if line = bytes.TrimSpace(line); len(line) > 0 || long {
			result, err := answerLine(n, line, long, do)
			if ctx.Err() != nil {
				return ctx.Err() // the questions that are left would all be told so
			}
			if err == nil {
				err = s.print(result)
			}
			if err != nil {
				return err
			}
		}
		if end != nil {
			return nil
		}
	}
}

// readLine reads up to the next line end. Of a line that is too long nothing is kept.
func readLine(r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxBatchLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// answerLine is the result for line n, or its id and what is wrong with it.
func answerLine(n int, line []byte, long bool, do func(q batchQuestion) (any, error)) (any, error) {
	var q batchQuestion
	var result any
	var err error
	if long {
		err = app.Problem{Code: "invalid_input", Title: fmt.Sprintf("Line %d is too long", n), Detail: "A line is at most a megabyte.",
			Action: "Ask a question, not a text."}
	} else if wrong := json.Unmarshal(bytes.ToValidUTF8(line, []byte("\ufffd")), &q); wrong != nil {
		err = app.Problem{Code: "invalid_input", Title: fmt.Sprintf("Line %d is not a question", n), Detail: wrong.Error(),
			Action: `Write one JSON object a line: {"id": "1", "question": "..."}`}
	} else {
		result, err = do(q)
	}
	if err == nil {
		return result, nil
	}
	return struct {
		ID      json.RawMessage `json:"id"`
		Problem app.Problem     `json:"problem"`
	}{q.ID, app.ProblemOf(err, slog.Default())}, nil
}
