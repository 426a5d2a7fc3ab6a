package extract

import "strconv"

// numbers reads the lists of the document and the uses that paragraphs make of them.
func (d *docFile) numbers() *docxNumbers {
	n := newNumbers()
	lists, size := d.pointer(tableLists)
	if d.old || size < 2 || lists > len(d.table) {
		return n
	}
	const entry = 28
	b := d.table[lists:] // the levels stand behind the lists and do not count in their size
	count := u16(b, 0)
	at := 2 + entry*count
	for i := 0; i < count && at < len(b); i++ {
		levels := map[int]numberLevel{}
		of := 9
		if bytesOr(b, 2+entry*i+26)&1 == 1 {
			of = 1
		}
		for l := 0; l < of && at < len(b); l++ {
			levels[l], at = docLevel(b, at)
		}
		n.abstract[strconv.Itoa(u32(b, 2+entry*i))] = levels
	}
	d.listUses(n)
	return n
}

// listUses reads which list each use is of, and where it starts to count anew.
func (d *docFile) listUses(n *docxNumbers) {
	const entry = 16
	b := d.structure(tableListUses)
	count := u32(b, 0)
	if count > len(b)/entry {
		return
	}
	at := 4 + entry*count
	for i := range min(count, noList-1) {
		id := strconv.Itoa(i + 1)
		n.list[id] = strconv.Itoa(u32(b, 4+entry*i))
		at += 4
		for range bytesOr(b, 4+entry*i+12) {
			start, flags := u32(b, at), u32(b, at+4)
			if at += 8; flags&0x10 != 0 {
				if n.override[id] == nil {
					n.override[id] = map[int]int{}
				}
				n.override[id][flags&0xf] = start
			}
			if flags&0x20 != 0 {
				_, at = docLevel(b, at)
			}
		}
	}
}

var docNumberFormats = map[byte]string{1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 23: "bullet", 255: "none"}

// docLevel reads a level of a list, and where the next one stands.
func docLevel(b []byte, at int) (numberLevel, int) {
	l := numberLevel{start: u32(b, at), format: docNumberFormats[bytesOr(b, at+4)]}
	if l.format == "" {
		l.format = "decimal"
	}
	at += 28 + int(bytesOr(b, at+24)) + int(bytesOr(b, at+25))
	size := 2 * u16(b, at)
	for _, r := range wideText(bytesAt(b, at+2, min(size, 2*(maxNumber+1)))) {
		if r < 9 { // stands for the number at that level
			l.text += "%" + strconv.Itoa(int(r)+1)
		} else {
			l.text += string(r)
		}
	}
	return l, at + 2 + size
}
