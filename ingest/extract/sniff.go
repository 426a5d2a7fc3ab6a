package extract

import (
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
)

// headSize is how much of a file is looked at to tell what it is.
const headSize = 64 << 10

// magics are the first bytes of pictures and of formats that Ibid does not read.
var magics = []struct{ magic, format string }{
	{"\x89PNG", "png"}, {"\xff\xd8\xff", "jpg"}, {"GIF8", "gif"}, {"BM", "bmp"}, {"II*\x00", "tiff"}, {"MM\x00*", "tiff"},
	{"Rar!", "rar"}, {"7z\xbc\xaf", "7z"}, {"\x1f\x8b", "gz"}, {"BZh", "bz2"}, {"\xfd7zXZ", "xz"}, {"(\xb5/\xfd", "zst"},
	{"\x7fELF", "program"}, {"MZ", "program"}, {"SQLite format 3\x00", "sqlite"}, {"%!PS", "ps"}, {"AT&TFORM", "djvu"},
	{"\xcf\xfa\xed\xfe", "program"}, {"wOFF", "font"}, {"\x00\x01\x00\x00\x00", "font"}, {"!<arch>", "archive"},
}

// sniff says what f is by its content; its name decides only between kinds of plain text. The error says why it is not read.
func sniff(f File) (string, error) {
	if f.Size == 0 {
		return "", fail(Empty, NoBytes)
	}
	head := make([]byte, min(f.Size, headSize))
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	head = head[:n]
	// PDF readers accept up to a kilobyte of anything before the header.
	if i := bytes.Index(head[:min(len(head), 1024)], []byte("%PDF-")); i >= 0 && (i < 32 || ext(f.Name) == "pdf") {
		return "pdf", nil
	}
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return sniffZip(f)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return sniffOLE(f)
	case bytes.HasPrefix(head, []byte("RIFF")) && len(head) > 12 && string(head[8:12]) == "WEBP":
		return "webp", nil
	case bytes.HasPrefix(head, []byte("RIFF")) && len(head) > 12 && !isSoundRIFF(head):
		return "", fail(Unsupported, "%s", known(strings.ToLower(strings.TrimSpace(string(head[8:12]))), "riff"))
	case len(head) > 12 && string(head[4:8]) == "ftyp" && pictures[string(head[8:12])]:
		return "", fail(Unsupported, "heic")
	}
	if format := sniffSound(head, f.Name); format != "" {
		return format, nil
	}
	if bytes.HasPrefix(head, []byte("{\\rtf")) {
		return "rtf", nil
	}
	if isMHTML(head) {
		return "mhtml", nil
	}
	if !isText(head) {
		for _, m := range magics {
			if bytes.HasPrefix(head, []byte(m.magic)) {
				if slices.Contains(Pictures, m.format) {
					return m.format, nil
				}
				return "", fail(Unsupported, "%s", m.format)
			}
		}
		if damagedOffice[ext(f.Name)] {
			return "", fail(Damaged, "not a %s file", ext(f.Name))
		}
		return "", fail(Unsupported, "%s", known(ext(f.Name), "binary", binaries...))
	}
	return sniffText(head, ext(f.Name))
}

// damagedOffice are names that promise a format which Ibid reads and which is never text. Text under such a name is read as the text that it is.
var damagedOffice = map[string]bool{"pdf": true, "docx": true, "pptx": true, "ppt": true, "epub": true, "odt": true, "odp": true, "ods": true, "xlsx": true}

var binaries = []string{"xls", "mat", "rds", "rdata", "pkl", "npy", "npz", "parquet", "db", "pyc", "class", "o", "so", "dll", "exe", "mp3", "wav", "mp4", "avi", "mov", "mkv",
	"jpg", "jpeg", "png", "gif", "bmp", "tiff", "webp", "heic"}

func known(name, otherwise string, names ...string) string {
	for _, n := range names {
		if n == name {
			return n
		}
	}
	return otherwise
}

func ext(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }
