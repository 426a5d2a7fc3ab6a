package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"

	"ibid/app"
)

// batchQuestion is a line of a batch file.
type batchQuestion struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Previous string `json:"previous"`
	Module   string `json:"module"`
}

// maxBatchLine bounds a line of a batch file, in bytes.
const maxBatchLine = 1 << 20

// eachQuestion reads a batch file and prints one result a line, in order. A question that fails gives its id and the
// problem; the others go on.
func (s *session) eachQuestion(file string, do func(q batchQuestion) (any, error)) error {
	in := s.Stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return usageError{fmt.Errorf("--batch: %w", err)}
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxBatchLine)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var q batchQuestion
		var result any
		err := json.Unmarshal(line, &q)
		if err != nil {
			err = app.Problem{Code: "invalid_input", Title: fmt.Sprintf("Line %d is not a question", n), Detail: err.Error(),
				Action: `Write one JSON object a line: {"id": "1", "question": "..."}`}
		} else {
			result, err = do(q)
		}
		if err != nil {
			result = struct {
				ID      string      `json:"id"`
				Problem app.Problem `json:"problem"`
			}{q.ID, app.ProblemOf(err, slog.New(slog.DiscardHandler))}
		}
		if err := s.print(result); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil && err != io.EOF {
		return fmt.Errorf("read %s: %w", file, err)
	}
	return nil
}
