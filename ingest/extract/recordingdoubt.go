package extract

// doubtful says whether what was heard is likely to be something else than what was said: another language than the model's, music,
// or noise. The model is then unsure of its words, or goes round in circles.
func doubtful(stretches []Stretch) bool {
	tokens, repeats, logProb := 0, 0, 0.0
	for _, s := range stretches {
		tokens += s.Tokens
		repeats += s.Repeats
		logProb += s.LogProb
	}
	if tokens == 0 {
		return false
	}
	return logProb/float64(tokens) < unsure || repeats*10 > tokens
}

// unsure is the mean logarithmic likelihood of a token below which a text is doubtful.
const unsure = -0.7
