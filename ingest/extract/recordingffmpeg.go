package extract

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// demuxers name the reader of FFmpeg for each format, so that a file is read as what it is and cannot send FFmpeg elsewhere.
var demuxers = map[string]string{
	"mp4": "mov", "m4a": "mov", "m4v": "mov", "mov": "mov", "3gp": "mov", "mkv": "matroska", "webm": "matroska",
	"ogg": "ogg", "opus": "ogg", "aac": "aac", "aiff": "aiff", "avi": "avi", "mpg": "mpeg", "wav": "wav", "mp3": "mp3",
}

// ffmpegMemory is the address space that FFmpeg may take.
const ffmpegMemory = 2 << 30

// HasFFmpeg says whether FFmpeg is installed.
func HasFFmpeg() bool {
	_, err := exec.LookPath("ffmpeg")
	return err == nil
}

// openFFmpeg has an installed FFmpeg decode the sound of a file, in a child process that can only read.
func openFFmpeg(ctx context.Context, format string, f File) (*sound, error) {
	demuxer := demuxers[format]
	if demuxer == "" {
		return nil, fail(Unsupported, "%s", format)
	}
	program, err := exec.LookPath("ffmpeg")
	if err != nil || f.Path == "" {
		return nil, fail(NeedsFFmpeg, "%s", format)
	}
	ctx, stop := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, program, "-nostdin", "-hide_banner", "-nostats", "-protocol_whitelist", "file,pipe",
		"-f", demuxer, "-threads", "1", "-i", "file:"+f.Path, "-map", "0:a:0", "-vn", "-sn", "-dn",
		"-ac", "1", "-ar", strconv.Itoa(RecordingRate), "-f", "s16le", "pipe:1")
	said := &saying{}
	cmd.Stderr = said
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		stop()
		return nil, fail(NeedsFFmpeg, "%s: %v", format, err)
	}
	limitMemory(cmd.Process.Pid, ffmpegMemory)
	var wait sync.Once
	var ended error
	end := func() error {
		wait.Do(func() { ended = cmd.Wait() })
		return ended
	}
	in := bufio.NewReaderSize(out, 64<<10)
	read := int64(0)
	return &sound{
		rate:  RecordingRate,
		close: func() { stop(); _ = end() },
		share: func() float64 {
			if all := said.seconds(); all > 0 {
				return min(float64(read)/RecordingRate/all, 1)
			}
			return 0
		},
		read: func(into []float32) (int, error) {
			var two [2]byte
			for i := range into {
				if _, err := io.ReadFull(in, two[:]); err != nil {
					if ctx.Err() != nil {
						return i, ctx.Err()
					}
					if err := end(); err != nil {
						return i, said.reason(format, err)
					}
					return i, io.EOF
				}
				into[i] = float32(int16(binary.LittleEndian.Uint16(two[:]))) / (1 << 15)
				read++
			}
			return len(into), nil
		},
	}, nil
}

// saying keeps the beginning and the end of what FFmpeg says.
type saying struct {
	mu         sync.Mutex // guards what follows
	head, tail []byte
}

func (s *saying) Write(p []byte) (int, error) {
	const most = 16 << 10
	s.mu.Lock()
	defer s.mu.Unlock()
	s.head = append(s.head, p[:min(len(p), most-len(s.head))]...)
	if s.tail = append(s.tail, p...); len(s.tail) > most {
		s.tail = bytes.Clone(s.tail[len(s.tail)-most:])
	}
	return len(p), nil
}

var ffmpegDuration = regexp.MustCompile(`Duration: (\d+:\d{2}:\d{2}(?:\.\d+)?)`)

// seconds is the length of the recording, 0 while it is not known.
func (s *saying) seconds() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := ffmpegDuration.FindSubmatch(s.head); m != nil {
		return seconds(string(m[1]))
	}
	return 0
}

// reason makes an Error of FFmpeg's failure.
func (s *saying) reason(format string, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if bytes.Contains(s.head, []byte("matches no streams")) {
		return fail(NoSpeech, "%s without sound", format)
	}
	lines := strings.Split(strings.TrimSpace(string(s.tail)), "\n")
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	return fail(Damaged, "%s: %s", format, strings.ToValidUTF8(strings.TrimSpace(lines[len(lines)-1]), ""))
}
