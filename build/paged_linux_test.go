package build

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"testing"
	"unsafe"
)

// A file that was read and closed is in memory no more, and can be read again.
func TestPagedFiles(t *testing.T) {
	const name = "sample/How memory works/Lecture 3 - Sleep and memory.mp3"
	open := func(fsys fs.FS) (fs.File, []byte) {
		f, err := fsys.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		return f, data
	}
	plain, want := open(sample)
	content := contentOf(plain)
	if content != string(want) {
		t.Fatal("it is not known where the file lies")
	}
	before := resident(t, unsafe.StringData(content))
	f, _ := open(paged{sample})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if after := resident(t, unsafe.StringData(content)); after > before-len(want)/2048 {
		t.Errorf("%d kB in memory of %d, after a file of %d", after, before, len(want)/1024)
	}
	if _, again := open(paged{sample}); !bytes.Equal(again, want) || content != string(want) {
		t.Error("it is another file now")
	}
}

// resident is how many kB are in memory of the part of the binary in which a byte lies.
func resident(t *testing.T, at *byte) int {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	inside, address := false, uint64(uintptr(unsafe.Pointer(at)))
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uint64
		var n int
		if _, err := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); err == nil {
			inside = address >= from && address < to
		} else if _, err := fmt.Sscanf(lines.Text(), "Rss: %d kB", &n); err == nil && inside {
			return n
		}
	}
	t.Fatal("the byte lies nowhere")
	return 0
}
