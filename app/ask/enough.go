package ask

// enough says whether what was found seems to answer the question, and how sure that is.
func (q *question) enough(ranked []candidate) (confidence float64, enough bool) {
	if len(ranked) == 0 {
		return 0, false
	}
	best := 0.0
	for _, c := range ranked[:min(len(ranked), 5)] {
		best = max(best, c.covered)
	}
	return best, best > 0
}
