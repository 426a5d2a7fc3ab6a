package extract

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"regexp"
	"strings"
)

// headSize is how much of a file is looked at to tell what it is.
const headSize = 64 << 10

// magics are the first bytes of formats that Ibid does not read.
var magics = []struct{ magic, format string }{
	{"\x89PNG", "png"}, {"\xff\xd8\xff", "jpg"}, {"GIF8", "gif"}, {"BM", "bmp"}, {"II*\x00", "tiff"}, {"MM\x00*", "tiff"},
	{"ID3", "mp3"}, {"\xff\xfb", "mp3"}, {"\xff\xf3", "mp3"}, {"\xff\xf2", "mp3"}, {"fLaC", "flac"}, {"OggS", "ogg"},
	{"\xff\xf1", "aac"}, {"\xff\xf9", "aac"}, {"\x1aE\xdf\xa3", "mkv"}, {"\x00\x00\x01\xba", "mpg"}, {"{\\rtf", "rtf"},
	{"Rar!", "rar"}, {"7z\xbc\xaf", "7z"}, {"\x1f\x8b", "gz"}, {"BZh", "bz2"}, {"\xfd7zXZ", "xz"}, {"(\xb5/\xfd", "zst"},
	{"\x7fELF", "program"}, {"MZ", "program"}, {"SQLite format 3\x00", "sqlite"}, {"%!PS", "ps"}, {"AT&TFORM", "djvu"},
	{"\xcf\xfa\xed\xfe", "program"}, {"wOFF", "font"}, {"\x00\x01\x00\x00\x00", "font"}, {"!<arch>", "archive"},
}

// sniff says what f is by its content; its name decides only between kinds of plain text. The error says why it is not read.
func sniff(f File) (string, error) {
	if f.Size == 0 {
		return "", fail(Empty, "0 bytes")
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
		return "", sniffOLE(f)
	case len(head) > 12 && string(head[4:8]) == "ftyp":
		return "", fail(Unsupported, "%s", known(ext(f.Name), "mp4", "mp4", "m4a", "m4v", "mov", "heic", "3gp"))
	case bytes.HasPrefix(head, []byte("RIFF")) && len(head) > 12:
		return "", fail(Unsupported, "%s", known(strings.ToLower(strings.TrimSpace(string(head[8:12]))), "riff", "wave", "webp", "avi"))
	}
	if !isText(head) {
		for _, m := range magics {
			if bytes.HasPrefix(head, []byte(m.magic)) {
				return "", fail(Unsupported, "%s", m.format)
			}
		}
		if damagedOffice[ext(f.Name)] {
			return "", fail(Damaged, "not a %s file", ext(f.Name))
		}
		return "", fail(Unsupported, "%s", known(ext(f.Name), "binary", binaries...))
	}
	if bytes.HasPrefix(head, []byte("{\\rtf")) {
		return "", fail(Unsupported, "rtf")
	}
	return sniffText(head, ext(f.Name))
}

// damagedOffice are names that promise a format which Ibid reads and which is never text.
var damagedOffice = map[string]bool{"pdf": true, "docx": true, "pptx": true}

var binaries = []string{"xls", "xlsx", "mat", "rds", "rdata", "pkl", "npy", "npz", "parquet", "db", "pyc", "class", "o", "so", "dll", "exe", "mp3", "wav", "mp4", "avi", "mov"}

func known(name, otherwise string, names ...string) string {
	for _, n := range names {
		if n == name {
			return n
		}
	}
	return otherwise
}

func ext(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }

// sniffZip tells the formats apart that are ZIP archives.
func sniffZip(f File) (string, error) {
	z, err := zip.NewReader(f, f.Size)
	if err != nil {
		return "", fail(Damaged, "zip: %v", err)
	}
	names := make(map[string]*zip.File, len(z.File))
	for _, e := range z.File {
		names[partName(e.Name)] = e
	}
	if e := names["mimetype"]; e != nil {
		kind, _ := readEntry(e, 200)
		switch k := string(kind); {
		case strings.Contains(k, "epub"):
			return "", fail(Unsupported, "epub")
		case strings.Contains(k, "opendocument.text"):
			return "", fail(Unsupported, "odt")
		case strings.Contains(k, "opendocument.presentation"):
			return "", fail(Unsupported, "odp")
		case strings.Contains(k, "opendocument.spreadsheet"):
			return "", fail(Unsupported, "ods")
		}
	}
	types := names["[content_types].xml"]
	if types == nil {
		switch {
		case names["meta-inf/container.xml"] != nil:
			return "", fail(Unsupported, "epub")
		case names["index/document.iwa"] != nil || names["index/presentation.iwa"] != nil:
			return "", fail(Unsupported, "%s", known(ext(f.Name), "pages", "pages", "key", "numbers"))
		case names["word/document.xml"] != nil:
			return "docx", nil
		case names["ppt/presentation.xml"] != nil:
			return "pptx", nil
		}
		return "", fail(Unsupported, "zip")
	}
	list, err := readEntry(types, 4<<20)
	if err != nil {
		return "", fail(Damaged, "zip: %v", err)
	}
	has := func(s string) bool { return bytes.Contains(list, []byte(s)) }
	switch {
	case has("presentationml.presentation.main"), has("presentationml.slideshow.main"), has("presentationml.template.main"),
		has("ms-powerpoint.presentation.macroEnabled.main"), has("ms-powerpoint.slideshow.macroEnabled.main"), has("ms-powerpoint.template.macroEnabled.main"):
		return "pptx", nil
	case has("wordprocessingml.document.main"), has("wordprocessingml.template.main"), has("ms-word.document.macroEnabled.main"), has("ms-word.template.macroEnabledTemplate.main"):
		return "docx", nil
	case has("spreadsheetml"), has("ms-excel"):
		return "", fail(Unsupported, "xlsx")
	case names["word/document.xml"] != nil:
		return "docx", nil
	case names["ppt/presentation.xml"] != nil:
		return "pptx", nil
	case has("visio"):
		return "", fail(Unsupported, "vsdx")
	}
	return "", fail(Unsupported, "zip")
}

// sniffOLE names the old Office format of f: one of them is the wrapping of an encrypted new one. The names of its streams
// are looked for, which are UTF-16.
func sniffOLE(f File) error {
	head := make([]byte, min(f.Size, 16<<20))
	n, _ := f.ReadAt(head, 0)
	has := func(name string) bool {
		wide := make([]byte, 0, 2*len(name))
		for i := 0; i < len(name); i++ {
			wide = append(wide, name[i], 0)
		}
		return bytes.Contains(head[:n], wide)
	}
	switch {
	case has("EncryptedPackage"):
		return fail(Encrypted, "office document with a password")
	case has("PowerPoint Document"):
		return fail(Unsupported, "ppt")
	case has("WordDocument"):
		return fail(Unsupported, "doc")
	case has("Workbook"), has("Book"):
		return fail(Unsupported, "xls")
	}
	return fail(Unsupported, "%s", known(ext(f.Name), "ole", "doc", "ppt", "xls", "msg", "vsd"))
}

var (
	htmlStart = regexp.MustCompile(`(?i)^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*<(?:!doctype\s+html|html|head|body)\b`)
	vttStart  = regexp.MustCompile(`^WEBVTT(?:[ \t\r\n]|$)`)
	srtStart  = regexp.MustCompile(`^\s*(?:\d+[ \t]*\r?\n)?\s*\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}[ \t]*-->[ \t]*\d{1,3}:\d{2}:\d{2}`)
	sbvStart  = regexp.MustCompile(`^\s*\d{1,2}:\d{2}:\d{2}\.\d{3},\d{1,2}:\d{2}:\d{2}\.\d{3}\r?\n`)
	anyTag    = regexp.MustCompile(`(?i)<(?:p|div|h[1-6]|table|ul|ol|br|span|a|title|meta)\b[^>]*>`)
)

// sniffText tells the formats apart that are text.
func sniffText(head []byte, ext string) (string, error) {
	s := strings.TrimPrefix(decodeHead(head), "\ufeff")
	switch {
	case vttStart.MatchString(s):
		return "vtt", nil
	case srtStart.MatchString(s):
		return "srt", nil
	case sbvStart.MatchString(s):
		return "sbv", nil
	case htmlStart.MatchString(s):
		return "html", nil
	}
	switch ext {
	case "htm", "html", "xhtml":
		if anyTag.MatchString(s) {
			return "html", nil
		}
		return "txt", nil
	case "md", "markdown", "mdown", "mkd", "rmd", "qmd", "mdx":
		return "md", nil
	case "vtt", "srt", "sbv":
		return "", fail(Damaged, "no cue in the first lines")
	}
	if notProse[ext] {
		return "", fail(Unsupported, "%s", ext)
	}
	if damagedOffice[ext] {
		return "", fail(Damaged, "not a %s file", ext)
	}
	if strings.HasPrefix(strings.TrimSpace(s), "<?xml") {
		return "", fail(Unsupported, "xml")
	}
	return "txt", nil
}

// notProse are text files that hold data or settings, not something to study.
var notProse = map[string]bool{
	"json": true, "jsonl": true, "geojson": true, "ipynb": true, "csv": true, "tsv": true, "xml": true, "xsd": true, "svg": true,
	"css": true, "scss": true, "less": true, "map": true, "lock": true, "log": true, "ini": true, "cfg": true, "conf": true,
	"toml": true, "yaml": true, "yml": true, "ics": true, "vcf": true, "bib": true, "eps": true, "ps": true, "rtf": true,
	"url": true, "webloc": true, "desktop": true, "properties": true, "sum": true, "eml": true, "mbox": true, "vcs": true, "sub": true, "ass": true,
}
