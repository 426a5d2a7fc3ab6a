package ask

import "math"

// Whether the material answers is a logistic regression on five measures, fitted to the gold questions of four courses and to 40
// more on them and the sample course (113 that are answered, 44 on neighbouring topics that are not). At the border below it
// refuses two of three of the unanswerable and one in thirty of the answerable. The weight of foreign words was then set by
// hand to be mild enough for XQuAD, where one answered question in a hundred is refused in English and one in twenty in German
// and Chinese; of the claims of SciFact, which are no questions, it is one in six. e5 alone cannot tell: its best cosine lies at
// .82 to .92 for the one and at .82 to .89 for the other.
const (
	evenWeight    = -2.3 // where all measures are 0
	coverWeight   = 1.85 // share of the question's terms in the best of the first passages
	closeByWeight = 4.1  // share of its pairs of terms that stand close together in one of them
	absentWeight  = -2.1 // share of its terms that are nowhere in what was found
	foreignWeight = -6   // share of its terms that are rare words and nowhere in the material at all
	leadWeight    = 41   // how far the nearest passage is ahead of the others, in cosine: a topic that is there stands out
	border        = -0.9

	firstFew  = 5
	leadRank  = 10     // of the passage that stands for the others; in a small course the tenth part of them, but
	leastLead = 3      // no fewer
	someLead  = 0.0175 // is taken where it cannot be measured: between that of answerable and of other questions
	farOff    = 0.80   // a best cosine below which e5 sees nothing in common

	// Between languages it is the lead alone. Of 64 questions on three courses in the other language this refuses 9 of 41 that are
	// answered and 15 of 23 that are not: the two overlap, and no other measure parts them better.
	acrossLead    = 0.012
	acrossStrange = 0.01 // what is to be added to it, if all of a question is rare and nowhere in the material
)

// enough says whether what was found seems to answer the question, and how sure that is: 1/2 is the border.
func (q *question) enough(ranked []candidate) (confidence float64, enough bool) {
	if len(ranked) == 0 {
		return 0, false
	}
	covered, closest, foreign, same := 0.0, 0.0, 0, 0
	first := ranked[:min(len(ranked), firstFew)]
	for _, c := range first {
		covered, closest = max(covered, c.covered), max(closest, c.close)
		switch {
		case c.Document.Lang == "" || q.lang == "":
		case c.Document.Lang == q.lang:
			same++
		default:
			foreign++
		}
	}
	lead, near := q.lead()
	if covered == 0 && near < farOff {
		return 0, false // no word and no meaning in common
	}
	absent, strange := q.absent()
	sum := evenWeight + coverWeight*covered + closeByWeight*closest + absentWeight*absent + leadWeight*lead
	if strange > 0 && 2*same > len(first) { // in another language its absence says nothing
		sum += (foreignWeight - absentWeight) * strange
	}
	if 2*foreign > len(first) && near >= farOff {
		// In another language the words cannot be expected: the meaning decides, but for names, which no language changes.
		sum = max(sum, border+leadWeight*(lead-acrossLead-acrossStrange*strange))
	}
	confidence = 1 / (1 + math.Exp(border-sum))
	return confidence, confidence >= 0.5
}

// lead is how far the nearest passage is ahead of the others, and how near it is. Without vectors nothing is near, and what the
// cosines of another model than e5 mean is not known: the words decide.
func (q *question) lead() (lead, near float64) {
	if len(q.cosines) == 0 || !q.fitted {
		return someLead, 0
	}
	other := min(leadRank, max(leastLead, len(q.cosines)/10))
	if len(q.cosines) <= other {
		return someLead, q.cosines[0]
	}
	return q.cosines[0] - q.cosines[other], q.cosines[0]
}

// absent is the share of the question's terms that is missing in what was found, and the part of it that is foreign to the whole
// material.
func (q *question) absent() (share, strange float64) {
	if q.weight == 0 {
		return 1, 0
	}
	for _, t := range q.terms {
		share += t.weight * t.absent / q.weight
		if t.foreign {
			strange += t.weight / q.weight
		}
	}
	return share, strange
}
