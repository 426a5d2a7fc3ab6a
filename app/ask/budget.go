package ask

// A source is a passage as it goes to the writer: with its neighbours, under one number.
type source struct {
	Result
	before, after []neighbour // in reading order
}

// fit chooses what of the sources goes into a prompt of so many tokens: neighbours are dropped first, those of the lowest
// rank before others, then whole sources from the end. No passage is ever cut. What is left is at least the first source.
func fit(sources []source, tokens int, cost func([]source) int) []source {
	out := append([]source(nil), sources...)
	for i := len(out) - 1; i >= 0 && cost(out) > tokens; i-- {
		out[i].before, out[i].after = nil, nil
	}
	for len(out) > 1 && cost(out) > tokens {
		out = out[:len(out)-1]
	}
	return out
}

// alone is the sources without their neighbours.
func alone(sources []source) []source {
	out := make([]source, len(sources))
	for i, s := range sources {
		out[i] = source{Result: s.Result}
	}
	return out
}
