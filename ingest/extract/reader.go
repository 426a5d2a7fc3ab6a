package extract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ibid/store"
)

// Options say what a Reader works with.
type Options struct {
	PDF       *PDF          // reads PDF; nil = PDF is not read
	Second    SecondReader  // for what PDF does not find
	OCR       Recogniser    // reads scans and pictures; nil = they are not read
	Speech    Transcriber   // hears recordings; nil = they are not read
	TimeLimit time.Duration // for one file, or a stretch of a recording; pages that are read from pictures have their own; 0 = DefaultTimeLimit
}

// DefaultTimeLimit for one file: the slowest of 4,000 real ones took a tenth of it.
const DefaultTimeLimit = 3 * time.Minute

// Reader reads any course file. It may be used from several goroutines at once.
type Reader struct {
	formats map[string]Extractor
	limit   time.Duration
}

// NewReader returns a Reader of all formats.
func NewReader(o Options) *Reader {
	r := &Reader{limit: o.TimeLimit, formats: map[string]Extractor{
		"docx": docx{}, "doc": msDoc{}, "pptx": pptx{o.OCR}, "ppt": msPPT{}, "epub": epub{}, "odt": odt{}, "rtf": richText{}, "xlsx": xlsx{}, "ods": ods{}, "odp": odp{o.OCR}, "md": markdown{}, "txt": plainText{}, "rst": restructured{}, "tex": latex{}, "code": sourceCode{}, "ipynb": notebook{}, "html": htmlPage{}, "mhtml": mhtml{},
		"vtt": subtitles{"vtt"}, "srt": subtitles{"srt"}, "sbv": subtitles{"sbv"},
	}}
	if o.PDF != nil {
		if len(o.Second.Command) > 0 {
			o.PDF.Second = o.Second
		}
		if o.OCR != nil {
			o.PDF.OCR = o.OCR
		}
		r.formats["pdf"] = o.PDF
	}
	if o.Speech != nil {
		for _, format := range recordings {
			r.formats[format] = recording{format, o.Speech}
		}
	}
	if o.OCR != nil {
		for _, format := range Pictures {
			r.formats[format] = picture{format, o.OCR}
		}
	}
	if r.limit == 0 {
		r.limit = DefaultTimeLimit
	}
	return r
}

// Read opens the file at path for reading and returns its text. Errors are of type *Error, of the file system, or the context's.
func (r *Reader) Read(ctx context.Context, path string) (Text, error) {
	return r.ReadBy(ctx, path, Way{})
}

// ReadBy is Read in a certain way.
func (r *Reader) ReadBy(ctx context.Context, path string, way Way) (Text, error) {
	f, err := os.Open(path)
	if err != nil {
		return Text{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Text{}, err
	}
	if !info.Mode().IsRegular() {
		return Text{}, fail(Unsupported, "not a regular file")
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return r.Extract(ctx, File{ReaderAt: f, Size: info.Size(), Name: filepath.Base(path), Path: path, Way: way})
}

// Extract returns the text of an open file, whatever its format.
func (r *Reader) Extract(ctx context.Context, f File) (Text, error) {
	format, err := sniff(f)
	if err != nil {
		return Text{}, err
	}
	e := r.formats[format]
	if e == nil {
		return Text{}, fail(Unsupported, "%s", format)
	}
	limited, cancel := withLimit(ctx, r.limit)
	if _, long := e.(recording); long {
		cancel()
		limited, cancel, f.alive = whileAlive(ctx, r.limit)
	}
	defer cancel()
	t, err := guarded(limited, e, f)
	switch {
	case ctx.Err() != nil:
		return Text{}, ctx.Err()
	case limited.Err() != nil || errors.Is(err, context.DeadlineExceeded):
		return Text{}, fail(TimedOut, "%s: over %s", format, r.limit)
	case err != nil:
		return Text{}, err
	}
	if t.Unit == store.UnitPage || t.Unit == store.UnitSlide {
		removeBoilerplate(t.Pages)
	}
	return t, checkSize(t)
}

// whileAlive gives a context that ends when alive has not been called for as long as the limit.
func whileAlive(ctx context.Context, limit time.Duration) (limited context.Context, end context.CancelFunc, alive func()) {
	limited, cancel := context.WithCancel(ctx)
	clock := time.AfterFunc(limit, cancel)
	return limited, func() { clock.Stop(); cancel() }, func() { clock.Reset(limit) }
}

// guarded turns a panic of a reader into an error: one malformed file must not take the rest down.
func guarded(ctx context.Context, e Extractor, f File) (t Text, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = Text{}, &Error{Code: Damaged, Detail: fmt.Sprintf("reader failed: %v", p)}
		}
	}()
	return e.Extract(ctx, f)
}

func checkSize(t Text) error {
	size := 0
	for _, p := range t.Pages {
		size += len(p.Text)
	}
	if size > maxTextFile {
		return fail(TooLarge, "%d bytes of text, the limit is %d", size, maxTextFile)
	}
	return nil
}
