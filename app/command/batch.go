package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"ibid/app"
	"ibid/app/ask"
)

// batchHelp says how many questions are asked at once.
const batchHelp = `--batch FILE has a question a line, such as {"id": "1", "question": "What is recall?", "module": "Memory"}; "module" and
"previous", the question asked just before, may be left out. It prints one result a line with its id. A question that fails gives its id
and the problem, the others go on, and the exit code is 0: look for "problem" in the results.`

// batchLine is a line of a batch file. Its id is given back as it was written, be it a string or a number.
type batchLine struct {
	ID       json.RawMessage `json:"id"`
	Question string          `json:"question"`
	Previous string          `json:"previous"`
	Module   string          `json:"module"`
}

// maxBatchLine bounds a line of a batch file, in bytes.
const maxBatchLine = 1 << 20

// batch answers the questions of a file with do and prints one result a line, in order. They share a filter, of which a line may
// name another module. A question that fails gives its id and the problem; the others go on.
func batch[R any](ctx context.Context, s *session, file string, filter ask.Filter, do func(question) (R, error)) error {
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
		text, long, end := readLine(lines)
		if end != nil && !errors.Is(end, io.EOF) {
			return usageError{fmt.Errorf("--batch: %w", end)}
		}
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors put it there
		}
		if text = bytes.TrimSpace(text); len(text) > 0 || long {
			var result any
			line, err := parseLine(n, text, long)
			if err == nil {
				q := question{text: line.Question, previous: line.Previous, filter: filter}
				if line.Module != "" {
					q.filter.Modules = []string{line.Module}
				}
				result, err = do(q)
			}
			if ctx.Err() != nil {
				return ctx.Err() // the questions that are left would all be told so
			}
			if err != nil {
				result = map[string]app.Problem{"problem": s.problem(err)}
			}
			if err := s.printWithID(line.ID, result); err != nil {
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

// parseLine reads line n. Of one that is no question it may still know the id.
func parseLine(n int, text []byte, long bool) (batchLine, error) {
	var line batchLine
	if long {
		return line, app.Problem{Code: "invalid_input", Title: fmt.Sprintf("Line %d is too long", n), Detail: "A line is at most a megabyte.",
			Action: "Ask a question, not a text."}
	}
	if json.Unmarshal(bytes.ToValidUTF8(text, []byte("\ufffd")), &line) != nil {
		return line, app.Problem{Code: "invalid_input", Title: fmt.Sprintf("Line %d is not a question", n),
			Detail: "It is not a JSON object, or a field of it is not what it should be.",
			Action: `Write one JSON object a line: {"id": "1", "question": "..."}`}
	}
	return line, nil
}

// printWithID prints a result, which has fields, with the id of its question in front.
func (s *session) printWithID(id json.RawMessage, result any) error {
	fields, err := encode(result)
	if err != nil {
		return err
	}
	name, err := encode(id)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Stdout, "{\"id\":%s,%s", bytes.TrimSpace(name), fields[1:])
	return err
}
