package models

// directionWidth is how much of a line is looked at to tell which way up it is.
const directionWidth = 192

// votes say how many of the lines that run across and of those that run down stand on their heads, by their length. Whole pages are
// turned, not lines: one that says little, such as a number, goes with the others.
type votes [2]float64 // more than 0: turned

// ask has the lines of a batch vote.
func (m *ocrModels) ask(batch []*strip, v *votes) error {
	const plane = stripHeight * directionWidth
	input := m.room(len(batch) * 3 * plane)
	for i, s := range batch {
		s.draw(input[i*3*plane:], min(s.width, directionWidth), directionWidth, plane)
	}
	return run(m.direction, input, func(answer []float32, _ []int64) {
		for i, s := range batch {
			if 2*i+1 < len(answer) {
				v[s.turn] += float64(answer[2*i+1]-answer[2*i]) * float64(s.width)
			}
		}
	}, int64(len(batch)), 3, stripHeight, directionWidth)
}

// turn sets the lines upright.
func (v *votes) turn(strips []*strip) {
	for _, s := range strips {
		if v[s.turn] > 0 {
			s.turn += 2
		}
	}
}
