package extract

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// recordings are the formats of sound and film.
var recordings = []string{"wav", "mp3", "flac", "m4a", "mp4", "m4v", "mov", "3gp", "mkv", "webm", "ogg", "opus", "aac", "aiff", "avi", "mpg"}

// recordingNames are the ends of names that promise sound or film, in small letters.
var recordingNames = recordingEnds()

func recordingEnds() (ends []string) {
	for _, ext := range append([]string{"wave", "oga", "ogv", "aif", "aifc", "mpeg", "m4b", "qt"}, recordings...) {
		ends = append(ends, "."+ext)
	}
	return ends
}

// IsRecording says whether a name promises sound or film.
func IsRecording(name string) bool {
	return slices.Contains(recordingNames, strings.ToLower(path.Ext(name)))
}

// pictures are the brands of pictures in the container of MP4.
var pictures = map[string]bool{"heic": true, "heix": true, "mif1": true, "msf1": true, "avif": true, "avis": true, "crx ": true, "jp2 ": true}

func isSoundRIFF(head []byte) bool {
	return string(head[8:12]) == "WAVE" || string(head[8:12]) == "AVI "
}

// sniffSound says which format of sound or film a file begins like, "" if none.
func sniffSound(head []byte, name string) string {
	begins := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	inside := func(text string) bool { return bytes.Contains(head[:min(len(head), 128)], []byte(text)) }
	switch {
	case begins("fLaC"):
		return "flac"
	case begins("OggS") && inside("OpusHead"):
		return "opus"
	case begins("OggS"):
		return "ogg"
	case begins("\x1aE\xdf\xa3") && inside("webm"):
		return "webm"
	case begins("\x1aE\xdf\xa3"):
		return "mkv"
	case begins("\x00\x00\x01\xba"):
		return "mpg"
	case len(head) <= 12:
		return ""
	case (begins("RIFF") || begins("RF64")) && string(head[8:12]) == "WAVE":
		return "wav"
	case begins("RIFF") && string(head[8:12]) == "AVI ":
		return "avi"
	case begins("FORM") && (string(head[8:12]) == "AIFF" || string(head[8:12]) == "AIFC"):
		return "aiff"
	case string(head[4:8]) == "ftyp":
		return sniffMP4(string(head[8:12]), ext(name))
	case isText(head):
		return ""
	case begins("\xff\xf1"), begins("\xff\xf9"):
		return "aac"
	case begins("ID3"), isLayer3(head):
		return "mp3"
	}
	return ""
}

// sniffMP4 goes by the brand, and by the name where that says no more than that it is one of the family.
func sniffMP4(brand, ext string) string {
	switch brand {
	case "M4A ", "M4B ":
		return "m4a"
	case "qt  ":
		return "mov"
	}
	return known(ext, "mp4", "m4a", "m4v", "mov", "3gp")
}

// isLayer3 says whether a frame of MPEG audio, layer III, begins here.
func isLayer3(head []byte) bool {
	version, layer, rate, frequency := head[1]>>3&3, head[1]>>1&3, head[2]>>4, head[2]>>2&3
	return head[0] == 0xff && head[1]>>5 == 7 && version != 1 && layer == 1 && rate != 15 && frequency != 3
}
