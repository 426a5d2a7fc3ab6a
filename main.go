// Ibid answers questions from a student's lecture folders, each claim cited to its page, slide or second.
//
// This file is wiring only: it hands the models in the binary and the window to the command line, which does the rest. It is
// the only one that knows Wails.
package main

import (
	"context"
	"embed"
	"errors"
	"hash/fnv"
	"io/fs"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	wails_runtime "github.com/wailsapp/wails/v2/pkg/runtime"

	"ibid/app"
	"ibid/app/command"
	"ibid/build"
)

//go:embed all:frontend/dist
var page embed.FS

// version is stamped by the build.
var version = "development"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command.Run(ctx, command.Program{
		Version: version, Assets: build.Assets(), Args: os.Args[1:],
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Window: window,
	})
	stop()
	os.Exit(code)
}

// window opens the window and returns when it is closed.
func window(ctx context.Context, o app.Options, dir string) error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return app.Problem{Code: "no_display", Title: "No window here", Detail: "The window needs a display, and there is none.", Action: "Use the command line: ibid help."}
	}
	sh := &shell{}
	o.Shell, o.Sample = sh, build.Sample()
	w := app.NewWindow(ctx, o)
	if dir != "" {
		wd, _ := os.Getwd() // a relative folder is then taken as it is
		w.Started([]string{dir}, wd)
	}
	assets, err := fs.Sub(page, "frontend/dist")
	if err != nil {
		return err
	}
	// Nothing is opened before Wails has looked for a window on the same data: in that case it ends the process here.
	err = wails.Run(&options.App{
		Title: "Ibid", Width: 1200, Height: 800, MinWidth: 720, MinHeight: 480,
		AssetServer: &assetserver.Options{Assets: assets, Middleware: func(next http.Handler) http.Handler {
			return w.Preview(strict(next))
		}},
		Bind:           []any{w, w.App},
		ErrorFormatter: func(err error) any { return err.Error() },
		DragAndDrop:    &options.DragAndDrop{EnableFileDrop: true},
		SingleInstanceLock: &options.SingleInstanceLock{
			UniqueId: instance(o.DataDir),
			OnSecondInstanceLaunch: func(second options.SecondInstanceData) {
				sh.raise()
				w.Started(command.Places(second.Args), second.WorkingDirectory)
			},
		},
		OnStartup: func(ctx context.Context) {
			sh.start(ctx)
			wails_runtime.OnFileDrop(ctx, func(_, _ int, paths []string) { w.Dropped(paths) })
		},
		Linux: &linux.Options{ProgramName: "ibid"},
	})
	return errors.Join(err, w.Stop())
}

// strict forbids the guessing of content types and the naming of this page to others. What the page may load is said in the page
// itself, so that it also holds where it is served without this program.
func strict(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// instance names the running window: one for each data folder, whatever folder it is named from.
func instance(dataDir string) string {
	if abs, err := filepath.Abs(dataDir); err == nil {
		dataDir = abs
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(dataDir)) // never fails
	return "ibid-" + strconv.FormatUint(h.Sum64(), 16)
}

// shell is the window as the app sees it. Wails ends the process when it is called with a context that is not its own, so
// nothing is sent before it has started.
type shell struct {
	ctx atomic.Pointer[context.Context]
}

func (s *shell) start(ctx context.Context) { s.ctx.Store(&ctx) }

// Emit sends an event to the page.
func (s *shell) Emit(name string, payload any) {
	if ctx := s.ctx.Load(); ctx != nil {
		wails_runtime.EventsEmit(*ctx, name, payload)
	}
}

// PickFolder lets the student choose a folder.
func (s *shell) PickFolder() (string, error) {
	ctx := s.ctx.Load()
	if ctx == nil {
		return "", errors.New("the window is not open yet")
	}
	return wails_runtime.OpenDirectoryDialog(*ctx, wails_runtime.OpenDialogOptions{Title: "Choose the folder of a course"})
}

// PickProgram lets the student choose a program.
func (s *shell) PickProgram() (string, error) {
	ctx := s.ctx.Load()
	if ctx == nil {
		return "", errors.New("the window is not open yet")
	}
	return wails_runtime.OpenFileDialog(*ctx, wails_runtime.OpenDialogOptions{Title: "Choose the program that hears recordings"})
}

// Quit closes the window.
func (s *shell) Quit() {
	if ctx := s.ctx.Load(); ctx != nil {
		wails_runtime.Quit(*ctx)
	}
}

// OpenURL opens a web address in the student's browser.
func (s *shell) OpenURL(url string) {
	if ctx := s.ctx.Load(); ctx != nil {
		wails_runtime.BrowserOpenURL(*ctx, url)
	}
}

// raise brings the window to the front.
func (s *shell) raise() {
	if ctx := s.ctx.Load(); ctx != nil {
		wails_runtime.WindowUnminimise(*ctx)
		wails_runtime.Show(*ctx)
	}
}
