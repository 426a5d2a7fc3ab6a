package alike

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
)

// MinHash with 20 bands of 6 rows. Two texts of which one could be nearly the other's copy have a Jaccard index of at least .81 and
// meet in one of the bands but for one pair in a thousand; at .5 it is every fourth pair, at .2 one in eight hundred.
const (
	bands = 20
	rows  = 6
	// crowd bounds what is compared of one band: what more passages than that are alike in is a template.
	crowd = 64
)

// Finder finds among many texts those that may say the same as another one, without comparing each with each.
type Finder struct {
	ids    []int64
	prints []Print
	whole  map[[16]byte]int
	bands  [bands]map[uint64][]int32
}

// Candidate is a text that shares enough words for being nearly the same.
type Candidate struct {
	ID    int64
	Print Print
	share float64
}

// Add takes a text in.
func (f *Finder) Add(id int64, p Print) {
	if f.whole == nil {
		f.whole = map[[16]byte]int{}
		for i := range f.bands {
			f.bands[i] = map[uint64][]int32{}
		}
	}
	n := len(f.ids)
	f.ids, f.prints = append(f.ids, id), append(f.prints, p)
	if _, ok := f.whole[p.whole]; !ok {
		f.whole[p.whole] = n
	}
	if len(p.words) < fewestWords {
		return
	}
	for i, key := range p.keys() {
		if in := f.bands[i][key]; len(in) < crowd {
			f.bands[i][key] = append(in, int32(n))
		}
	}
}

// Same returns the first text that is the same.
func (f *Finder) Same(p Print) (id int64, ok bool) {
	n, ok := f.whole[p.whole]
	if !ok || !p.Same(f.prints[n]) {
		return 0, false
	}
	return f.ids[n], true
}

// Candidates returns the texts that share the most words with p, the best first, those that were added first before others.
func (f *Finder) Candidates(p Print) []Candidate {
	if len(p.words) < fewestWords || len(f.ids) == 0 {
		return nil
	}
	var met []int32
	for i, key := range p.keys() {
		met = append(met, f.bands[i][key]...)
	}
	slices.Sort(met)
	var out []Candidate
	for _, n := range slices.Compact(met) {
		if s := p.Share(f.prints[n]); s > 0 {
			out = append(out, Candidate{ID: f.ids[n], Print: f.prints[n], share: s})
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.share, a.share) })
	return out
}

// keys are the names of the bands. What has more or fewer negations is in other bands, since it is never nearly the same.
func (p Print) keys() [bands]uint64 {
	var least [bands * rows]uint32
	for i, seed := range seeds {
		low := uint32(math.MaxUint32)
		for _, w := range p.words {
			low = min(low, uint32((uint64(w)*seed.factor+seed.term)>>32))
		}
		least[i] = low
	}
	var out [bands]uint64
	var b [4]byte
	for i := range out {
		h := fnv.New64a()
		for _, m := range least[i*rows : (i+1)*rows] {
			binary.LittleEndian.PutUint32(b[:], m)
			h.Write(b[:])
		}
		out[i] = h.Sum64() ^ uint64(p.negations)<<32
	}
	return out
}

// seeds make many hashes of one, by multiplication and shift, which any two different words survive with as good as equal chances.
var seeds = func() (out [bands * rows]struct{ factor, term uint64 }) {
	r := rand.New(rand.NewPCG(1, 2)) // always the same numbers
	for i := range out {
		out[i].factor, out[i].term = r.Uint64()|1, r.Uint64()
	}
	return out
}()
