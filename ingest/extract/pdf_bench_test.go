//go:build unix

package extract

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkPDF reads the decks of real courses beside pdftotext, which writes the words of the same files with their boxes: one file
// after the other, on one core. What counts is the processor's time, so that other programs do not matter; the ratio is our pages a
// second of it to those of pdftotext.
func BenchmarkPDF(b *testing.B) {
	root := filepath.Join(sharedFolder(b), "corpora", "courses")
	other, err := exec.LookPath("pdftotext")
	if err != nil {
		b.Skip("pdftotext is not installed: nothing to compare with")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := testPDF(b)
	if _, err := p.Extract(b.Context(), openFile(b, filepath.Join("testdata", "pdf", "slides.pdf"))); err != nil {
		b.Fatal(err)
	}
	for _, course := range []string{"cs-py4e", "ml-nyu-dlsp20", "de-ki-hsbi", "econ-ec607", "*"} {
		b.Run(course, func(b *testing.B) {
			files, err := filepath.Glob(filepath.Join(root, course, "*", "*.pdf"))
			if err != nil {
				b.Fatal(err)
			}
			pages := 0
			var ours, theirs time.Duration
			for b.Loop() {
				for _, path := range files {
					start := processorTime(b)
					text, err := p.Extract(b.Context(), openFile(b, path))
					if err != nil {
						b.Fatal(path, err)
					}
					ours += processorTime(b) - start
					pages += len(text.Pages)
					cmd := exec.CommandContext(b.Context(), other, "-bbox", path, "-")
					if err := cmd.Run(); err != nil {
						b.Fatal(path, err)
					}
					theirs += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
				}
			}
			b.ReportMetric(float64(pages)/ours.Seconds(), "pages/s")
			b.ReportMetric(float64(pages)/theirs.Seconds(), "pdftotext-pages/s")
			b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
		})
	}
}

// processorTime is what this process has used of the processor, children apart.
func processorTime(b *testing.B) time.Duration {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
