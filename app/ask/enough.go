package ask

import "math"

// Whether the material answers is a logistic regression on four measures, fitted to the gold questions of four courses (99 that are
// answered, 24 on neighbouring topics that are not). In eight-fold cross-validation the area under its curve is .90; at the
// border below it refuses nearly half of the unanswerable and 4 % of the answerable questions. e5 alone cannot tell: its best
// cosine lies at .82 to .92 for the one and at .82 to .89 for the other.
const (
	evenWeight    = -2.8 // where all measures are 0
	coverWeight   = 0.7  // share of the question's terms in the best of the first passages
	closeByWeight = 4.1  // share of its pairs of terms that stand close together in one of them
	absentWeight  = -3.4 // share of its terms that are nowhere in what was found
	leadWeight    = 107  // how far the nearest passage is ahead of the eleventh, in cosine: a topic that is there stands out
	border        = -1.35

	firstFew = 5
	leadRank = 10
	someLead = 0.0175 // is taken where it cannot be measured: between that of answerable and of other questions
	farOff   = 0.80   // a best cosine below which e5 sees nothing in common
)

// enough says whether what was found seems to answer the question, and how sure that is: 1/2 is the border.
func (q *question) enough(ranked []candidate) (confidence float64, enough bool) {
	if len(ranked) == 0 {
		return 0, false
	}
	covered, closest, foreign := 0.0, 0.0, 0
	first := ranked[:min(len(ranked), firstFew)]
	for _, c := range first {
		covered, closest = max(covered, c.covered), max(closest, c.close)
		if c.Document.Lang != "" && q.lang != "" && c.Document.Lang != q.lang {
			foreign++
		}
	}
	lead, near := q.lead()
	if covered == 0 && near < farOff {
		return 0, false // no word and no meaning in common
	}
	sum := evenWeight + coverWeight*covered + closeByWeight*closest + absentWeight*q.absent() + leadWeight*lead
	if 2*foreign > len(first) && near >= farOff {
		// In another language the words cannot be expected: theirs are set to what is usual and the meaning decides.
		sum = max(sum, evenWeight+coverWeight*0.5+closeByWeight*0.2+absentWeight*0.3+leadWeight*lead)
	}
	confidence = 1 / (1 + math.Exp(border-sum))
	return confidence, confidence >= 0.5
}

// lead is how far the nearest passage is ahead of the others, and how near it is; without vectors nothing is near.
func (q *question) lead() (lead, near float64) {
	if len(q.cosines) == 0 {
		return someLead, 0
	}
	if len(q.cosines) <= leadRank {
		return someLead, q.cosines[0]
	}
	return q.cosines[0] - q.cosines[leadRank], q.cosines[0]
}

// absent is the share of the question's terms that is missing in the material.
func (q *question) absent() float64 {
	if q.weight == 0 {
		return 1
	}
	sum := 0.0
	for _, t := range q.terms {
		sum += t.weight * t.absent
	}
	return sum / q.weight
}
