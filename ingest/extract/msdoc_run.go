package extract

import "slices"

// maxDocRuns bounds the runs of a kind that are kept in memory; the largest document has ten signs for each. The others go without.
const maxDocRuns = maxDocText / 10

// docRun is a stretch of the stream with formatting of its own: properties that are applied one after the other.
type docRun struct {
	from, to int
	props    []byte
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
			if r.from < r.to && len(out) < maxDocRuns {
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
