package extract

import "slices"

// docRun is a stretch of the stream with formatting of its own: properties that are applied one after the other.
type docRun struct {
	from, to int
	props    []byte
}

// The codes of the properties that are read.
const (
	sprmDeleted     = 0x0800
	sprmSpecial     = 0x0855
	sprmBold        = 0x0835
	sprmHidden      = 0x083c
	sprmCharStyle   = 0x4a30
	sprmSymbol      = 0x6a09
	sprmFont        = 0x4a4f
	sprmListLevel   = 0x260a
	sprmList        = 0x460b
	sprmOutline     = 0x2640
	sprmInTable     = 0x2416
	sprmRowEnd      = 0x2417
	sprmTableDepth  = 0x6649
	sprmParStyle    = 0x4600
	sprmMore        = 0x6646
	sprmMoreOld     = 0x6645
	sprmTableLayout = 0xd608
	sprmTabs        = 0xc615
)

// pieceProps are the codes of the properties that a piece may have in short form.
var pieceProps = map[int]int{0x18: sprmInTable, 0x19: sprmRowEnd, 0x41: sprmDeleted, 0x55: sprmBold, 0x5c: sprmHidden}

// eachPieceProp calls f with each property that holds for all of a piece.
func (d *docFile) eachPieceProp(p docPiece, f func(code, value int)) {
	if p.prm&1 == 0 {
		if code := pieceProps[p.prm>>1&0x7f]; code != 0 {
			f(code, p.prm>>8)
		}
	} else if i := p.prm >> 1; i < len(d.prcs) {
		d.eachProp(d.prcs[i], f)
	}
}

// eachProp calls f with each property in b and its value.
func (d *docFile) eachProp(b []byte, f func(code, value int)) {
	if d.old {
		eachOldProp(b, f)
		return
	}
	for len(b) >= 3 {
		code := u16(b, 0)
		b = b[2:]
		size := 0
		switch code >> 13 {
		case 0, 1:
			size = 1
		case 2, 4, 5:
			size = 2
		case 3:
			size = 4
		case 7:
			size = 3
		case 6:
			size = 1 + int(b[0])
			switch {
			case code == sprmTableLayout:
				size = 1 + u16(b, 0)
			case code == sprmTabs && b[0] == 255:
				size = 2 + 4*int(bytesOr(b, 1))
				size += 1 + 3*int(bytesOr(b, size))
			}
		}
		if size > len(b) {
			return
		}
		value := 0
		for i := min(size, 4) - 1; i >= 0; i-- {
			value = value<<8 | int(b[i])
		}
		f(code, value)
		b = b[max(size, 1):]
	}
}

func bytesOr(b []byte, at int) byte {
	if at < len(b) {
		return b[at]
	}
	return 0
}

// runs reads the formatting that stands on pages of 512 bytes, which a structure of the header lists; pages of paragraphs say
// more than those of characters.
func (d *docFile) runs(structure int, head int) []docRun {
	list := d.structure(structure)
	wide := 4
	if d.old {
		wide = 2
	}
	n := (len(list) - 4) / (4 + wide)
	if n <= 0 || n > len(d.main)/256 {
		return nil
	}
	var out []docRun
	seen := map[int]bool{}
	for i := range n {
		number := u16(list, 4*(n+1)+wide*i)
		if wide == 4 {
			number |= int(bytesOr(list, 4*(n+1)+wide*i+2)&0x3f) << 16
		}
		page := bytesAt(d.main, 512*number, 512)
		if page == nil || seen[number] {
			continue
		}
		seen[number] = true
		count := int(page[511])
		for j := range count {
			at := 4*(count+1) + head*j
			if at >= 511 {
				break
			}
			r := docRun{from: u32(page, 4*j), to: u32(page, 4*j+4), props: d.propsOn(page, 2*int(page[at]), head > 1)}
			if r.from < r.to {
				out = append(out, r)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b docRun) int { return a.from - b.from })
	end := 0
	return slices.DeleteFunc(out, func(r docRun) bool { // none lies over another
		if r.from < end {
			return true
		}
		end = r.to
		return false
	})
}

// propsOn are the properties at a place on a page, which begin with their size: for a paragraph it is in words, of which the size
// is a part; a byte more has it where that does not fit.
func (d *docFile) propsOn(page []byte, at int, paragraph bool) []byte {
	if at == 0 || at >= 511 {
		return nil
	}
	size := int(page[at])
	switch {
	case paragraph && size == 0 && !d.old:
		at++
		size = 2 * int(page[at])
	case paragraph && !d.old:
		size = 2*size - 1
	case paragraph:
		size *= 2
	}
	return page[at+1 : min(at+1+size, 512)]
}

// runAt is the place of the run that holds a byte of the stream, or of the next one.
func runAt(runs []docRun, at int) int {
	i, _ := slices.BinarySearchFunc(runs, at, func(r docRun, at int) int {
		if r.to <= at {
			return -1
		}
		return 1
	})
	return i
}
