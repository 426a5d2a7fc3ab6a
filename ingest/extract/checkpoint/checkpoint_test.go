package checkpoint_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"ibid/ingest/extract/checkpoint"
)

// loops is a module with two functions: endless goes round for ever, and sum adds the numbers below its argument, in a loop with
// instructions of several lengths.
var loops = module(
	section(1, "\x03\x60\x00\x00\x60\x01\x7f\x01\x7f\x60\x04\x7f\x7f\x7f\x7f\x01\x7f"),
	section(2, "\x01\x16wasi_snapshot_preview1\x08fd_write\x00\x02"),
	section(3, "\x02\x00\x01"),
	section(5, "\x01\x00\x01"),
	section(6, "\x01\x7f\x01\x41\x07\x0b"),
	section(7, "\x03\x06memory\x02\x00\x07endless\x00\x01\x03sum\x00\x02"),
	section(10, "\x02"+
		function("\x00\x03\x40\x0c\x00\x0b\x0b")+ // loop br 0 end
		function("\x01\x01\x7f"+ // a variable
			"\x44\x00\x03\x40\x00\x0c\x00\x0b\x0b\x1a"+ // f64.const whose bytes look like loops, drop
			"\x03\x40"+ // loop
			"\x20\x00\x45\x04\x40\x20\x01\x0f\x0b"+ // when the argument is 0: return what there is
			"\x20\x00\x41\x7f\x6a\x22\x00\x20\x01\x6a\x21\x01"+ // argument-1, added
			"\x0c\x00\x0b\x00\x0b")), // again
)

func module(sections ...string) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range sections {
		out = append(out, s...)
	}
	return out
}

func section(id byte, body string) string { return string([]byte{id, byte(len(body))}) + body }

func function(body string) string { return string([]byte{byte(len(body))}) + body }

// visits counts the checkpoints and says no after so many.
type visits struct {
	n, most int
	wrong   bool
}

func (v *visits) Write(b []byte) (int, error) {
	v.wrong = v.wrong || string(b) != "message!"
	if v.n++; v.n >= v.most {
		return 0, errors.New("enough")
	}
	return len(b), nil
}

// run calls a function of a module with checkpoints every hundred rounds.
func run(t *testing.T, v *visits, started bool, name string, args ...uint64) ([]uint64, error) {
	t.Helper()
	ctx := context.Background()
	changed, err := checkpoint.Insert(loops, 100)
	if err != nil {
		t.Fatal(err)
	}
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { r.Close(ctx) })
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		t.Fatal(err)
	}
	m, err := r.InstantiateWithConfig(ctx, changed, wazero.NewModuleConfig().WithStdout(v))
	if err != nil {
		t.Fatal(err)
	}
	if started {
		m.Memory().Write(64, checkpoint.Prepare(64, [8]byte([]byte("message!"))))
		if _, err := m.ExportedFunction(checkpoint.Start).Call(ctx, 64); err != nil {
			t.Fatal(err)
		}
	}
	return m.ExportedFunction(name).Call(ctx, args...)
}

func TestAnEndlessLoopIsStopped(t *testing.T) {
	v := &visits{most: 5}
	if _, err := run(t, v, true, "endless"); err == nil || v.n != 5 || v.wrong {
		t.Errorf("%v after %d visits, of another message: %v", err, v.n, v.wrong)
	}
}

func TestWhatEndsIsAsBefore(t *testing.T) {
	for _, started := range []bool{true, false} {
		v := &visits{most: 100}
		got, err := run(t, v, started, "sum", 1001)
		if err != nil || got[0] != 500500 {
			t.Errorf("%v, %v", got, err)
		}
		if want := map[bool]int{true: 10}[started]; v.n != want {
			t.Errorf("%d visits in 1002 rounds, want %d", v.n, want)
		}
	}
}

func TestModulesThatCannotBeChanged(t *testing.T) {
	for name, m := range map[string][]byte{
		"nothing":     nil,
		"no module":   []byte("%PDF-1.7 and more"),
		"no code":     module(section(1, "\x00")),
		"cut short":   loops[:len(loops)-9],
		"no fd_write": bytes.Replace(loops, []byte("fd_write"), []byte("fd_right"), 1),
		"unknown":     bytes.Replace(loops, []byte("\x03\x40\x0c"), []byte("\xff\x40\x0c"), 1),
	} {
		if _, err := checkpoint.Insert(m, 100); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzInsert(f *testing.F) {
	f.Add(loops)
	f.Fuzz(func(t *testing.T, m []byte) {
		out, err := checkpoint.Insert(m, 100)
		if err != nil {
			return
		}
		if _, err := checkpoint.Insert(out, 100); err != nil {
			t.Errorf("what was made cannot be read: %v", err)
		}
	})
}
