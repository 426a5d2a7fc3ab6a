package extract

import "strings"

// oldSizes are how many bytes the values of the properties of Word 6 and 95 have, by code from 2 on: x is a value that begins with
// its size, a blank one that is not known.
const oldSizes = "2x11111111x11x2222422x1122212222222122222212222211             111x24123x1    2xx0 111111112132211111x1xx2x22      111x2222"

// oldProps are the properties of Word 6 and 95 that are read, by their later codes.
var oldProps = map[byte]int{2: sprmParStyle, 24: sprmInTable, 25: sprmRowEnd, 65: sprmDeleted, 80: sprmCharStyle, 85: sprmBold,
	92: sprmHidden, 117: sprmSpecial}

// eachOldProp is eachProp for Word 6 and 95. Properties of tables come last, and none of them is read.
func eachOldProp(b []byte, f func(code, value int)) {
	for len(b) >= 2 {
		at := int(b[0]) - 2
		if at < 0 || at >= len(oldSizes) || oldSizes[at] == ' ' {
			return
		}
		size := strings.IndexByte("01234", oldSizes[at])
		if size < 0 {
			size = 1 + int(b[1])
		}
		if size > len(b)-1 {
			return
		}
		if code := oldProps[b[0]]; code != 0 {
			value := int(b[1])
			if size == 2 {
				value = u16(b, 1)
			}
			f(code, value)
		}
		b = b[1+size:]
	}
}
