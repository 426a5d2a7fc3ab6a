package extract

import (
	"strconv"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// title is the title in the properties of the document.
func (o *ole) title() string {
	b, err := o.stream("SummaryInformation")
	if err != nil || u32(b, 24) == 0 {
		return ""
	}
	set := b[min(u32(b, 44), len(b)):]
	page, at := 0, 0
	for i := range min(u32(set, 4), 100) {
		switch u32(set, 8+8*i) {
		case 1:
			page = u16(set, u32(set, 12+8*i)+4)
		case 2:
			at = u32(set, 12+8*i)
		}
	}
	const narrow, wide = 30, 31
	kind, size := u32(set, at), u32(set, at+4)
	switch {
	case at == 0 || size > 1000:
		return ""
	case kind == wide:
		return givenTitle(wideText(bytesAt(set, at+8, 2*size)))
	case kind == narrow && page == 1200:
		return givenTitle(wideText(bytesAt(set, at+8, size)))
	case kind == narrow:
		return givenTitle(inCodePage(page, bytesAt(set, at+8, size)))
	}
	return ""
}

var codePages = map[int]string{
	932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 65001: "utf-8",
	10000: "macintosh", 10001: "shift_jis", 10002: "big5", 10003: "euc-kr", 10007: "x-mac-cyrillic", 10008: "gbk",
}

// dosPages are code pages from before Windows.
var dosPages = map[int]encoding.Encoding{437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 866: charmap.CodePage866}

// inCodePage decodes text in a code page of Windows, by its number.
func inCodePage(number int, b []byte) string {
	name := codePages[number]
	if name == "" {
		name = "windows-" + strconv.Itoa(number)
	}
	if e := dosPages[number]; e != nil {
		return decodeWith(e, b)
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		e = charmap.Windows1252
	}
	return decodeWith(e, b)
}

// wideText decodes UTF-16 with the lower byte first.
func wideText(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(u16(b, 2*i))
	}
	return string(utf16.Decode(units))
}
