package extract

import (
	"math"
	"os"
	"path/filepath"
	"slices"
)

// Glance says, by its first bytes and its size, why the file at path would not be read whatever else is in it; nil when it may be.
// It keeps a film of gigabytes from being read to its end only to be refused. Errors are those of Read.
func (r *Reader) Glance(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	format, err := sniff(File{ReaderAt: f, Size: info.Size(), Name: filepath.Base(path), Path: path})
	switch {
	case err != nil:
		return err
	case r.formats[format] == nil:
		return fail(Unsupported, "%s", format)
	case slices.Contains(recordings, format) && decoders[format] == nil && !HasFFmpeg():
		return fail(NeedsFFmpeg, "%s", format)
	}
	if most := maxSize(format); info.Size() > most {
		return fail(TooLarge, "%d MB, the limit is %d", info.Size()>>20, most>>20)
	}
	return nil
}

// unbounded are formats whose files may have any size, since no more than some parts of them are read.
var unbounded = append([]string{"docx", "pptx", "xlsx", "epub", "odt", "odp", "ods"}, recordings...)

// maxSize is how large a file of a format may be.
func maxSize(format string) int64 {
	switch {
	case slices.Contains(unbounded, format):
		return math.MaxInt64
	case slices.Contains(Pictures, format):
		return maxPictureSize
	}
	switch format {
	case "pdf":
		return maxPDFSize
	case "doc", "ppt":
		return maxOLEFile
	case "mhtml":
		return maxMHTML
	case "rtf":
		return maxRTF
	case "ipynb":
		return maxNotebook
	}
	return maxTextFile
}
