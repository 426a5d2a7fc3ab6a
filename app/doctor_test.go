package app

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// installed puts shell scripts, in the place of programs, where programs are looked for.
func installed(t *testing.T, programs map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("programs are no scripts here")
	}
	dir := t.TempDir()
	for name, script := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// Programs that Ibid does without are listed with what they would add and how to get them; those that are there, with what they add.
func TestDoctorKnowsOptionalPrograms(t *testing.T) {
	look := func() map[string]Check {
		checks, err := open(t, Options{}).Doctor(t.Context(), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		byName := map[string]Check{}
		for _, c := range checks {
			byName[c.Name] = c
		}
		return byName
	}
	installed(t, nil)
	for name, adds := range map[string]string{"FFmpeg": "MP4", "Tesseract": "scans"} {
		c, ok := look()[name]
		if !ok || c.Needed || c.Problem == nil || !strings.Contains(c.Problem.Title, adds) || !strings.Contains(c.Problem.Action, "Install "+name) {
			t.Errorf("%s is not installed: %s", name, text(t, c))
		}
	}
	installed(t, map[string]string{"ffmpeg": "", "tesseract": "echo deu; echo eng; echo osd"})
	for name, found := range map[string]string{"FFmpeg": "every kind of recording", "Tesseract": "eng, deu"} {
		if c := look()[name]; c.Problem != nil || !strings.Contains(c.Found, found) {
			t.Errorf("%s is installed: %s", name, text(t, c))
		}
	}
}
