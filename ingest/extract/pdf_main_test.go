package extract

import (
	"os"
	"path/filepath"
	"testing"
)

// secondReaderSwitch makes the test binary the child process of the second reader.
const secondReaderSwitch = "second-reader-of-the-tests"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == secondReaderSwitch {
		os.Exit(SecondReaderMain(os.Stdin, os.Stdout))
	}
	code := m.Run()
	if sharedPDF != nil {
		_ = sharedPDF.Close()
	}
	os.Exit(code)
}

var sharedPDF *PDF

// testPDF is one engine for all tests: to compile it takes seconds.
func testPDF(t testing.TB) *PDF {
	t.Helper()
	if sharedPDF == nil {
		dir, err := os.UserCacheDir()
		if err != nil {
			dir = os.TempDir()
		}
		p := NewPDF(filepath.Join(dir, "ibid-test", "pdfium"))
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		p.Second = SecondReader{Command: []string{self, secondReaderSwitch}}
		sharedPDF = p
	}
	return sharedPDF
}

func openFile(t testing.TB, path string) File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return File{ReaderAt: f, Size: info.Size(), Name: filepath.Base(path), Path: path}
}

// sharedFolder is the folder with real course files that nobody here wrote.
func sharedFolder(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("IBID_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "corpora")); err != nil {
		t.Skipf("no shared course files at %s; set IBID_SHARED to their folder", dir)
	}
	return dir
}
