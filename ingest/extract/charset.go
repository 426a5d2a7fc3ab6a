package extract

import (
	"bytes"
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// maxTextFile is the largest file of plain text that is read: a course's longest book is a tenth of it.
const maxTextFile = 32 << 20

// readText returns the whole of a text file as UTF-8.
func readText(ctx context.Context, f File) (string, error) {
	raw, err := readAll(ctx, f, maxTextFile)
	if err != nil {
		return "", err
	}
	return decode(raw), nil
}

// readAll reads f into memory in steps, so that a slow drive does not outlive the context.
func readAll(ctx context.Context, f File, limit int64) ([]byte, error) {
	if f.Size > limit {
		return nil, fail(TooLarge, "%d bytes of text, the limit is %d", f.Size, limit)
	}
	buf := make([]byte, f.Size)
	for at := 0; at < len(buf); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := f.ReadAt(buf[at:min(at+1<<20, len(buf))], int64(at))
		at += n
		if err == io.EOF || err == nil && n == 0 {
			return buf[:at], nil
		}
		if err != nil {
			return nil, err
		}
	}
	return buf, nil
}

// isText reports whether the start of a file is text in some encoding.
func isText(head []byte) bool {
	if markedEncoding(head) != nil || wide(head) != nil {
		return true
	}
	controls := 0
	for _, c := range head {
		if c == 0 {
			return false
		}
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != 0x1b && c != 0x1a {
			controls++
		}
	}
	return controls*50 <= len(head)
}

// markedEncoding is the encoding that a byte order mark names.
func markedEncoding(b []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(b, []byte("\x00\x00\xfe\xff")), bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")):
		return utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM)
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return xunicode.UTF8BOM
	case bytes.HasPrefix(b, []byte("\xfe\xff")), bytes.HasPrefix(b, []byte("\xff\xfe")):
		return xunicode.UTF16(xunicode.BigEndian, xunicode.ExpectBOM)
	}
	return nil
}

// wide is UTF-16 without a mark: every other byte of Latin text is 0.
func wide(b []byte) encoding.Encoding {
	if len(b) < 8 {
		return nil
	}
	var zeros [2]int
	for i, c := range b {
		if c == 0 {
			zeros[i&1]++
		}
	}
	half := len(b) / 2
	switch {
	case zeros[1]*10 > half*6 && zeros[0]*50 < half:
		return xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM)
	case zeros[0]*10 > half*6 && zeros[1]*50 < half:
		return xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM)
	}
	return nil
}

// decode turns text of an unknown encoding into UTF-8.
func decode(raw []byte) string {
	if e := markedEncoding(raw); e != nil {
		return decodeWith(e, raw)
	}
	if utf8.Valid(raw) {
		return string(raw)
	}
	if e := wide(raw[:min(len(raw), headSize)]); e != nil {
		return decodeWith(e, raw)
	}
	return decodeWith(guess(raw), raw)
}

func decodeHead(head []byte) string {
	// A character may be cut at the end of the head.
	for i := 0; i < utf8.UTFMax && i < len(head); i++ {
		if utf8.Valid(head[:len(head)-i]) {
			return string(head[:len(head)-i])
		}
	}
	return decode(head)
}

func decodeWith(e encoding.Encoding, raw []byte) string {
	out, err := e.NewDecoder().Bytes(raw)
	if err != nil {
		return strings.ToValidUTF8(string(raw), "\ufffd")
	}
	return strings.ToValidUTF8(string(out), "\ufffd")
}
