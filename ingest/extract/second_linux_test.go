package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// greedyPDF writes a file whose index claims so many objects that the library asks for 3 GB at once, without ever using them: a
// process without a limit gets them, reads on and complains about the rest.
func greedyPDF(t *testing.T) string {
	t.Helper()
	const head = "%PDF-1.5\n"
	text := fmt.Sprintf("%s1 0 obj\n<</Type/XRef/Size 100000000/W[1 1 1]/Length 0>>\nstream\n\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n", head, len(head))
	path := filepath.Join(t.TempDir(), "greedy.pdf")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSecondReaderEndsAtItsMemoryLimit(t *testing.T) {
	request, err := json.Marshal(secondRequest{Path: greedyPDF(t)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], secondReaderSwitch)
	cmd.Stdin = bytes.NewReader(request)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err == nil {
		t.Errorf("the child answered %q", out.String())
	}
	// The race detector has words of its own for it.
	if s := complaint.String(); !strings.Contains(s, "out of memory") && !strings.Contains(s, "too many address space collisions") {
		t.Errorf("the child did not end at its limit: %.300s", complaint.String())
	}
}

// To the student such a file is a damaged one, and reading goes on.
func TestAGreedyFileIsDamaged(t *testing.T) {
	p := testPDF(t)
	r := NewReader(Options{PDF: p})
	if _, err := r.Read(t.Context(), greedyPDF(t)); Code(err) != Damaged {
		t.Errorf("a file that asks for too much memory: %v, want %s", err, Damaged)
	}
	if _, err := r.Read(t.Context(), filepath.Join("testdata", "pdf", "slides.pdf")); err != nil {
		t.Errorf("the file after it: %v", err)
	}
}
