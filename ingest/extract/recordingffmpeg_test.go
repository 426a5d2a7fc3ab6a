package extract

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// fakeFFmpeg puts a script in FFmpeg's place. It may send the raw samples of two tones, which lie at $TONES.
func fakeFFmpeg(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the FFmpeg of this test is a shell script")
	}
	dir := t.TempDir()
	var raw []byte
	for _, v := range tones(RecordingRate, 300, 500) {
		raw = binary.LittleEndian.AppendUint16(raw, uint16(int16(v*32767)))
	}
	for name, data := range map[string]string{"ffmpeg": "#!/bin/sh\n" + script, "tones": string(raw)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TONES", filepath.Join(dir, "tones"))
	t.Setenv("PATH", dir+":/usr/bin:/bin")
}

// listenTo reads a file that only FFmpeg can decode.
func listenTo(t *testing.T, limit time.Duration, memory Memory) (Text, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lecture.m4a")
	if err := os.WriteFile(path, []byte("\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00M4A mp42isom\x00\x00\x00\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	return NewReader(Options{Speech: toneListener{}, TimeLimit: limit}).ReadBy(t.Context(), path, Way{Memory: memory})
}

func TestFFmpeg(t *testing.T) {
	fakeFFmpeg(t, `
		case "$*" in
		*"-nostdin"*"-protocol_whitelist file,pipe"*"-f mov"*"-i file:/"*"-ar 16000"*) ;;
		*) echo "called with $*" >&2; exit 1 ;;
		esac
		echo "  Duration: 00:00:07.00, start: 0" >&2
		cat "$TONES"`)
	memory := &remembers{}
	text, err := listenTo(t, 0, memory)
	if err != nil || len(text.Pages[0].Blocks) != 2 || text.Format != "m4a" || text.Pages[0].Doubtful {
		t.Fatalf("%+v, %v", text, err)
	}
	if s := memory.shares; s[0] < 0.15 || s[0] > 0.5 || s[1] < s[0] || s[1] > 0.75 {
		t.Errorf("shares %v of seven seconds", s)
	}
}

func TestFFmpegProblems(t *testing.T) {
	for _, c := range []struct {
		name, script, want string
		doubtful           bool
	}{
		{"fails at once", `echo "moov atom not found" >&2; exit 1`, Damaged, false},
		{"a film without sound", `echo "Stream map '0:a:0' matches no streams." >&2; exit 1`, NoSpeech, false},
		{"breaks off", `cat "$TONES"; echo "error while decoding" >&2; exit 1`, "", true},
		{"sends nothing", `exit 0`, Empty, false},
		{"hangs", `exec sleep 60`, TimedOut, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakeFFmpeg(t, c.script)
			limit := 20 * time.Second
			if c.want == TimedOut {
				limit = 50 * time.Millisecond
			}
			text, err := listenTo(t, limit, nil)
			if Code(err) != c.want {
				t.Fatalf("error %v, want %q", err, c.want)
			}
			if err == nil && text.Pages[0].Doubtful != c.doubtful {
				t.Errorf("doubtful %v", text.Pages[0].Doubtful)
			}
			if err != nil && c.want == Damaged && c.name == "fails at once" && !strings.Contains(err.Error(), "moov atom not found") {
				t.Errorf("error %v", err)
			}
		})
	}
}
