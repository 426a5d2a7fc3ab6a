//go:build linux

package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// Who waits on the command line is told that the disk is full, and does not wait for ever. It needs the right to mount a small
// file system.
func TestWaitEndsOnAFullDisk(t *testing.T) {
	data := t.TempDir()
	if err := syscall.Mount("tmpfs", data, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no small file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(data, 0); err != nil {
			t.Error(err)
		}
	})
	a := open(t, Options{DataDir: data, Assets: noAssets()})
	files := map[string]string{}
	for n := range 20 {
		files[fmt.Sprintf("%d.md", n)] = strings.Repeat(fmt.Sprintf("Text %d about the brain that fills the disk. ", n), 2000)
	}
	m, err := a.AddFolder(course(t, files), "", false)
	if err == nil {
		err = a.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.WaitReady(t.Context(), m.Module, func(ModuleInfo) {})
	if p := (Problem{}); !errors.As(err, &p) || p.Code != "disk_full" {
		t.Errorf("waiting ended with %v, want disk_full", err)
	}
}

// On a full disk what was read before is listed, searched and asked, and the problem is told beside it. What was asked is kept once
// there is room.
func TestFullDiskIsSearched(t *testing.T) {
	data := t.TempDir()
	if err := syscall.Mount("tmpfs", data, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("no small file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(data, 0); err != nil {
			t.Error(err)
		}
	})
	before, err := Open(t.Context(), Options{DataDir: data, Assets: noAssets()})
	if err != nil {
		t.Fatal(err)
	}
	add(t, before, course(t, memoryCourse), "Memory")
	before.Stop()
	filler := filepath.Join(data, "filler")
	if err := os.WriteFile(filler, make([]byte, 4<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	shell := newRecorder()
	a := open(t, Options{DataDir: data, Shell: shell})
	modules, err := a.Modules()
	if err != nil || len(modules) != 1 || !hasProblem(modules[0], "disk_full") {
		t.Errorf("%+v, %v", modules, err)
	}
	if found, err := a.Search(SearchRequest{Question: "forgetting curve"}); err != nil || len(found.Results) == 0 {
		t.Errorf("%d results, %v", len(found.Results), err)
	}
	question := AskRequest{Question: "What is the forgetting curve?", Model: "local"}
	asked, err := a.StartAsk(question)
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, asked.Ask)
	x, err := a.Answer(asked.Ask)
	if err != nil || !x.Answered || !slices.ContainsFunc(x.Notices, func(n AnswerNotice) bool { return n.Code == "not_kept" }) {
		t.Errorf("%s, %v", text(t, x), err)
	}
	if list, err := a.Conversations(); err != nil || len(list) != 1 || list[0].ID != asked.Conversation {
		t.Errorf("%v, %v", list, err)
	}
	if p := (Problem{}); !errors.As(a.RenameModule("Memory", "Other"), &p) || p.Code != "disk_full" {
		t.Errorf("a change: %+v", p)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := a.RenameModule("Memory", "Other"); err != nil {
		t.Error(err)
	}
	if modules, err = a.Modules(); err != nil || len(modules) != 1 || modules[0].Name != "Other" || hasProblem(modules[0], "disk_full") {
		t.Errorf("with room again: %+v, %v", modules, err)
	}
	question.Conversation = asked.Conversation
	again, err := a.StartAsk(question)
	if err != nil {
		t.Fatal(err)
	}
	shell.ask(t, again.Ask)
	a.Stop()
	after := open(t, Options{DataDir: data})
	if c, err := after.Conversation(asked.Conversation); err != nil || len(c.Messages) != 2 || !c.Messages[0].Answer.Answered {
		t.Errorf("what is kept: %s, %v", text(t, c), err)
	}
}

func hasProblem(m ModuleInfo, code string) bool {
	return slices.ContainsFunc(m.Problems, func(p Problem) bool { return p.Code == code })
}
