package modelstest

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ibid/app/models"
)

// The models of a real Ollama: one that writes, and one that only embeds.
const (
	RealWriter   = "gemma3:270m"
	RealEmbedder = "all-minilm"
)

// keeper starts a server on the port $1 with the script $0, and stops it when its standard input ends: that is when the test
// lets it go or when the process of the test ends, in whatever way. The server leads a group of processes: those that run its
// models outlive one that was killed. A server that runs already belongs to another test.
const keeper = `
said=$("$0" --port "$1" 2>&1 </dev/null) || { echo "$said"; exit 1; }
case $said in *"already running"*) echo "port $1 is in use by another test"; exit 1 ;; esac
(echo "$said")
exec >&-
read -r _
"$0" --stop --port "$1" >/dev/null 2>&1 </dev/null
kill -KILL "-${said##*pid=}" 2>/dev/null || true`

// A RealServer is a real Ollama that a test started.
type RealServer struct {
	URL *url.URL
	PID int

	keeper *exec.Cmd
	hold   io.Closer
}

var errPortTaken = errors.New("the port is taken")

// sharedReal starts the server that all tests of a process share. It ends with the process.
var sharedReal = sync.OnceValues(startReal)

// RealOllama is the address of a real Ollama with both models. The test is skipped where nothing can start one.
func RealOllama(t testing.TB) *url.URL {
	t.Helper()
	needScript(t)
	s, err := sharedReal()
	if err != nil {
		t.Fatal(err)
	}
	return s.URL
}

// OwnRealOllama starts a real Ollama that the test may kill. It ends with the test.
func OwnRealOllama(t testing.TB) *RealServer {
	t.Helper()
	needScript(t)
	s, err := startReal()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.hold.Close(), s.keeper.Wait()); err != nil {
			t.Errorf("stopping the real Ollama: %v", err)
		}
	})
	return s
}

func needScript(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(startScript()); err != nil || runtime.GOOS != "linux" {
		t.Skipf("no real Ollama to test with: it takes Linux and the script tools/ollama-up in ../shared or where IBID_SHARED says")
	}
}

// startScript is the program that starts and stops servers; the tests run in the folders of their packages.
func startScript() string {
	shared := os.Getenv("IBID_SHARED")
	if shared == "" {
		root := "."
		for range 8 {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			root = filepath.Join(root, "..")
		}
		shared = filepath.Join(root, "..", "shared")
	}
	return filepath.Join(shared, "tools", "ollama-up")
}

// startReal takes the first port that nobody uses: no other program is given one of these by the system, and the script lets
// in one caller at a time, so tests that run side by side get different ones.
func startReal() (*RealServer, error) {
	for port := 11500; ; port++ {
		s, err := startAt(port)
		if !errors.Is(err, errPortTaken) || port == 11531 {
			return s, err
		}
	}
}

func startAt(port int) (*RealServer, error) {
	// In a session of its own it outlives what ends the test, such as Ctrl-C, by what it takes to stop the server.
	s := &RealServer{keeper: exec.Command("setsid", "sh", "-c", keeper, startScript(), strconv.Itoa(port))}
	var err error
	if s.hold, err = s.keeper.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.keeper.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.keeper.Start(); err != nil {
		return nil, err
	}
	said, err := io.ReadAll(out)
	m := regexp.MustCompile(`OLLAMA_HOST=(\S+) pid=(\d+)`).FindStringSubmatch(string(said))
	if err != nil || m == nil {
		err = errors.Join(err, s.hold.Close(), s.keeper.Wait())
		if strings.Contains(string(said), "in use by another") {
			err = errPortTaken
		}
		return nil, fmt.Errorf("starting a real Ollama: %w\n%s", err, said)
	}
	if s.URL, err = models.OllamaURL(m[1], ""); err == nil {
		s.PID, err = strconv.Atoi(m[2])
	}
	return s, err
}
