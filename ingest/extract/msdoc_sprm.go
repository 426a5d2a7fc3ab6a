package extract

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
