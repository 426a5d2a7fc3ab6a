package alike_test

import (
	"math"
	"strings"
	"testing"

	"ibid/store/alike"
)

const lecture = `Encoding turns what we perceive into a trace. Storage keeps that trace over time, and retrieval brings it back when a cue fits.
	Deep processing leaves a stronger trace than shallow processing, because meaning links the new item with much that is known already.`

// long has more words than a passage needs for being near without its title.
const long = lecture + ` Sleep after learning stabilises memories; interference from similar lists weakens them, whereas spaced practice makes later
	recall easier in every study that compared both schedules directly.`

// footed has enough words for a digit more to be the mark of a footnote.
const footed = ` Teachers therefore ask short questions every week, give feedback within hours, and let students explain answers aloud to
	their neighbours before anyone opens a book; such small tests cost little time.`

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Working memory holds four items.", "working  memory\nholds FOUR items", true},
		{"– Don’t cram!", "don't cram!", true},
		{"Full ｗｉｄｔｈ and ﬁne ligatures", "full width and fine ligatures", true},
		{"See the list (https://example.org/a-1)", "See the list", true},
		{"a < b", "a > b", false},
		{"Exercise 3", "Exercise 4", false},
		{"https://example.org/a", "https://example.org/a ", true},
		{"https://example.org/a", "https://example.org/b", false},
		{"…", "?!", false},
		{"", "", false},
	} {
		if got := alike.PrintOf(c.a).Same(alike.PrintOf(c.b)); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

func TestNear(t *testing.T) {
	swap := func(text, old, by string) string {
		t.Helper()
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in the text", old)
		}
		return strings.Replace(text, old, by, 1)
	}
	none := math.NaN()
	for name, c := range map[string]struct {
		a, b   string
		cosine float64
		want   bool
	}{
		"one word of many":             {lecture, swap(lecture, "fits", "matches"), 0.98, true},
		"far in meaning":               {lecture, swap(lecture, "fits", "matches"), 0.96, false},
		"no vectors":                   {lecture, swap(lecture, "fits", "matches"), none, false},
		"long, another title":          {long, swap(long, "fits", "matches"), 0.93, true},
		"long, no vectors":             {long, swap(long, "fits", "matches"), none, true},
		"long, far in meaning":         {long, swap(long, "fits", "matches"), 0.9, false},
		"another number":               {long + " It took 12 days.", long + " It took 21 days.", 0.999, false},
		"the same numbers":             {long + " It took 12 days.", long + " It needed 12 days.", 0.999, true},
		"the mark of a footnote":       {long + footed, swap(long, "already", "already 2") + footed, 0.98, true},
		"a digit in a short one":       {lecture + " After days.", lecture + " After 2 days.", 0.999, false},
		"another digit":                {long + footed + " 3 days", long + footed + " 5 days", 0.999, false},
		"a negation":                   {long, swap(long, "makes later", "never makes later"), 0.999, false},
		"a negation that is elided":    {long + " They do.", long + " They don’t.", 0.999, false},
		"short":                        {"Search: depth first. Carsten Gips, licensed under CC BY-SA.", "Search: breadth first. Carsten Gips, licensed under CC BY-SA.", 0.999, false},
		"one says more":                {lecture, long, 0.999, false},
		"Chinese, a clause of several": {strings.Repeat("记忆有三个阶段，分别是编码、存储和提取，睡眠有助于巩固新的记忆。", 1), "完全不同的内容讲的是经济学中的供给与需求以及价格如何形成，没有共同之处可言。", 0.999, false},
	} {
		a, b := alike.PrintOf(c.a), alike.PrintOf(c.b)
		if got := a.Near(b, c.cosine); got != c.want || b.Near(a, c.cosine) != c.want {
			t.Errorf("%s: %v, share %.2f", name, got, a.Share(b))
		}
	}
}

func TestCosine(t *testing.T) {
	if got := alike.Cosine([]float32{3, 4}, []float32{6, 8}); math.Abs(got-1) > 1e-9 {
		t.Errorf("the same direction: %v", got)
	}
	if got := alike.Cosine([]float32{1, 0}, []float32{0, 2}); got != 0 {
		t.Errorf("a right angle: %v", got)
	}
	if got := alike.Cosine(nil, []float32{1}); !math.IsNaN(got) {
		t.Errorf("one is missing: %v", got)
	}
}

// FuzzPrint: a text is the same as itself, likeness has no direction, and nothing breaks.
func FuzzPrint(f *testing.F) {
	f.Add(lecture, long)
	f.Add("记忆有三个阶段 x² ≠ ½", "don’t www.example.org")
	f.Add("\xff\x00", "٣٤ ३")
	f.Fuzz(func(t *testing.T, a, b string) {
		p, q := alike.PrintOf(a), alike.PrintOf(b)
		if p.Share(q) != q.Share(p) || p.Same(q) != q.Same(p) || p.Near(q, 0.98) != q.Near(p, 0.98) {
			t.Error("likeness depends on the order")
		}
		if s := p.Share(p); s != 0 && s != 1 {
			t.Errorf("a text shares %v with itself", s)
		}
	})
}
