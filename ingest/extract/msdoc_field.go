package extract

// hideFields hides the codes of fields and leaves their results. A field that does not end is none.
func (d *docFile) hideFields(s docSpan) {
	type field struct {
		begin, split int
	}
	var open []field
	depth := map[int]int{} // how much deeper in codes it gets there
	for at := s.from; at < s.to; at++ {
		if d.text[at] < signFieldBegin || d.text[at] > signFieldEnd {
			continue
		}
		switch d.text[at] {
		case signFieldBegin:
			open = append(open, field{begin: at})
		case signFieldSplit:
			if n := len(open); n > 0 && open[n-1].split == 0 {
				open[n-1].split = at
			}
		case signFieldEnd:
			if n := len(open); n > 0 {
				f := open[n-1]
				open = open[:n-1]
				if f.split == 0 {
					f.split = at
				}
				depth[f.begin]++
				depth[f.split]--
			}
		}
	}
	now := 0
	for at := s.from; at < s.to && len(depth) > 0; at++ {
		if d.text[at] >= signFieldBegin && d.text[at] <= signFieldEnd {
			now += depth[at]
		}
		if now > 0 {
			d.marks[at] |= markHidden
		}
	}
}
