package extract

import "math/bits"

// pptRun is a stretch of a text with one formatting, that of paragraphs or that of characters.
type pptRun struct {
	end        int // the position behind it
	said, item bool
	level      int
	font       int // -1 = that of the master
}

// Which values follow the mask of a run: groups of which any bit brings a value, and single bits that bring one each.
const (
	parBullet  = 0xf
	parBefore  = 0x10 | 0x40 | 0x80 | 0x100 | 0x400 | 0x800 | 0x1000 | 0x2000 | 0x4000 | 0x8000 // the tab stops
	parColour  = 0x20
	parTabs    = 0x100000
	parWrap    = 0xe0000
	parBehind  = 0x10000 | 0x200000
	charFlags  = 0xffff
	charFont   = 0x10000
	charSingle = charFont | 0x20000 | 0x80000 | 0x200000 | 0x400000 | 0x800000
	charColour = 0x40000
)

// readRuns reads the formatting of a text of n signs.
func readRuns(b []byte, n int) (pars, chars []pptRun) {
	at, end := 0, 0
	for end <= n && len(b)-at >= 10 { // there is a sign more, which ends the last paragraph
		end += u32(b, at)
		mask := u32(b, at+6)
		r := pptRun{end: end, level: u16(b, at+4)}
		at += 10
		if mask&parBullet != 0 {
			r.said, r.item = mask&1 != 0, u16(b, at)&1 != 0
			at += 2
		}
		if at += 2 * bits.OnesCount(uint(mask&parBefore)); mask&parColour != 0 {
			at += 4
		}
		if mask&parTabs != 0 {
			at += 2 + 4*u16(b, at)
		}
		if at += 2 * bits.OnesCount(uint(mask&parBehind)); mask&parWrap != 0 {
			at += 2
		}
		pars = append(pars, r)
	}
	for end = 0; end <= n && len(b)-at >= 8; {
		end += u32(b, at)
		mask := u32(b, at+4)
		r := pptRun{end: end, font: -1}
		if at += 8; mask&charFlags != 0 {
			at += 2
		}
		if mask&charFont != 0 {
			r.font = u16(b, at)
		}
		if at += 2 * bits.OnesCount(uint(mask&charSingle)); mask&charColour != 0 {
			at += 4
		}
		chars = append(chars, r)
	}
	return pars, chars
}

// runOf is the run that a position is in, and the runs from it on.
func runOf(runs []pptRun, at int) (pptRun, []pptRun) {
	for len(runs) > 0 && runs[0].end <= at {
		runs = runs[1:]
	}
	if len(runs) == 0 {
		return pptRun{font: -1}, nil
	}
	return runs[0], runs
}
