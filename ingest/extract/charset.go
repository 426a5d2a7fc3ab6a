package extract

import (
	"bytes"
	"context"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
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

// guess picks the old encoding whose reading of raw looks most like writing. UTF-8 that is only damaged in places stays UTF-8.
func guess(raw []byte) encoding.Encoding {
	sample := raw[:min(len(raw), headSize)]
	if mostlyUTF8(sample) {
		return encoding.Nop
	}
	best, bestScore := encoding.Encoding(charmap.Windows1252), -1.0
	for _, e := range []encoding.Encoding{
		charmap.Windows1252, simplifiedchinese.GB18030, japanese.ShiftJIS, japanese.EUCJP, traditionalchinese.Big5, korean.EUCKR,
		charmap.Windows1251, charmap.KOI8R, charmap.CodePage866, charmap.Windows1253, charmap.Windows1250,
	} {
		if s := likeness(decodeWith(e, sample)); s > bestScore {
			best, bestScore = e, s
		}
	}
	return best
}

func mostlyUTF8(b []byte) bool {
	good, bad := 0, 0
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			bad++
		} else if n > 1 {
			good++
		}
		b = b[n:]
	}
	return good > 4*bad
}

// likeness is between 0 and 1: how much the characters beyond ASCII follow each other as in real writing. A letter counts when
// its neighbours are of its script and case; signs and replacement characters count against.
func likeness(s string) float64 {
	var score float64
	n := 0
	prev := rune(' ')
	runes := []rune(s)
	for i, r := range runes {
		next := rune(' ')
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		if r >= 0x80 {
			n++
			score += runeLikeness(prev, r, next)
		}
		prev = r
	}
	if n == 0 {
		return 0
	}
	return score / float64(n)
}

func runeLikeness(prev, r, next rune) float64 {
	switch {
	case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Co, r):
		return -3
	case r >= 0x4e00 && r <= 0x9fa5: // the common Han; rare ones are what a wrong decoding gives
		return 0.9
	case r >= 0x3040 && r <= 0x30ff, r >= 0xac00 && r <= 0xd7a3:
		return 1
	case r >= 0x3000 && r <= 0x303f, r >= 0xff01 && r <= 0xff5e:
		return 0.8
	case r >= 0xff61 && r <= 0xff9f: // half-width kana: nearly always a wrong decoding
		return -0.5
	case unicode.IsLetter(r):
		// An upper-case letter right behind a lower-case one, or a lone foreign letter, is what a wrong code page gives.
		if unicode.IsUpper(r) && unicode.IsLower(prev) {
			return -0.5
		}
		if unicode.In(r, unicode.Cyrillic, unicode.Greek) {
			same := func(x rune) bool { return unicode.In(x, unicode.Cyrillic, unicode.Greek) }
			if same(prev) || same(next) {
				return 0.95
			}
			return 0.2
		}
		if unicode.Is(unicode.Latin, r) {
			if prev < 0x80 && unicode.IsLetter(prev) || next < 0x80 && unicode.IsLetter(next) {
				return 0.97
			}
			return 0.3
		}
		return 0
	case strings.ContainsRune("–—‘’“”„…€°§«»·•©®™±×÷½¼¾¿¡\u00a0№", r):
		return 0.85
	}
	return -0.2
}
