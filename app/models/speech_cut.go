package models

// How a recording is cut. Lengths are in frames of 32 ms. Moonshine hears about 30 s at most, and better with some context than
// with a few words; times inside a stretch are estimated, so that short ones are more exact.
const (
	frameSamples = 512
	frameSeconds = float64(frameSamples) / SpeechRate

	voiceFrom = 0.5  // likelihood of a voice at which one begins
	voiceTo   = 0.35 // and below which it ends

	longestFrames = 28 * SpeechRate / frameSamples     // a stretch with no pause is cut here at the latest,
	lookbackFrom  = 18 * SpeechRate / frameSamples     // at the frame after this one that sounds least like a voice
	leadFrames    = SpeechRate * 3 / 10 / frameSamples // that are heard before a voice begins and after it ends
	shortestVoice = SpeechRate / 5 / frameSamples      // less is a click
	innerPause    = 4                                  // frames without a voice that may lie between two sentences
)

// span is a half-open range of frames.
type span struct{ from, to int }

// stretchCut says where a stretch lies and where in it nobody speaks.
type stretchCut struct {
	from, to int    // frames since the first of the recording
	pauses   []span // within it, in the same count
}

// cutter gathers frames until a stretch is complete. It holds no more than one stretch.
type cutter struct {
	samples []float32 // since frame `from`
	sure    []float32 // likelihood of a voice of each
	from    int
	first   int // frame of the first voice, -1 while there is none
	last    int // frame after the last voice
	voiced  int // frames with a voice
	within  bool
}

func newCutter() *cutter { return &cutter{first: -1} }

// add takes a frame and gives the stretch that it completes, if it does.
func (c *cutter) add(frame []float32, sure float32) (stretchCut, []float32) {
	c.samples = append(c.samples, frame...)
	c.sure = append(c.sure, sure)
	now := c.from + len(c.sure)
	switch {
	case sure >= voiceFrom || c.within && sure >= voiceTo:
		c.within = true
		if c.first < 0 {
			c.first = now - 1
		}
		c.last = now
		c.voiced++
	default:
		c.within = false
	}
	if c.first < 0 {
		c.keep(now - leadFrames)
		return stretchCut{}, nil
	}
	length, pause := now-c.first, now-c.last
	switch {
	case pause >= pauseFor(length-pause):
		if c.voiced < shortestVoice {
			c.keep(now - leadFrames)
			return stretchCut{}, nil
		}
		return c.cut(min(c.last+leadFrames, now))
	case length >= longestFrames:
		return c.cut(c.quietest(c.first + lookbackFrom))
	}
	return stretchCut{}, nil
}

// end gives what is left at the end of the recording.
func (c *cutter) end() (stretchCut, []float32) {
	if c.first < 0 || c.voiced < shortestVoice {
		return stretchCut{}, nil
	}
	return c.cut(min(c.last+leadFrames, c.from+len(c.sure)))
}

// pauseFor is how long nobody must speak for a stretch to end: the longer it is already, the less.
func pauseFor(length int) int {
	switch seconds := float64(length) * frameSeconds; {
	case seconds < 3:
		return 32 // 1 s
	case seconds < 6:
		return 16
	case seconds < 10:
		return 10
	case seconds < 16:
		return 7
	default:
		return 4
	}
}

// quietest is the frame from which on that sounds least like a voice.
func (c *cutter) quietest(from int) int {
	best := from
	for f := from; f < c.from+len(c.sure); f++ {
		if c.sure[f-c.from] <= c.sure[best-c.from] {
			best = f
		}
	}
	return best + 1
}

// cut takes out the stretch up to a frame and keeps what follows.
func (c *cutter) cut(to int) (stretchCut, []float32) {
	from := max(c.first-leadFrames, c.from)
	out := stretchCut{from: from, to: to, pauses: c.pauses(from, to)}
	piece := append([]float32(nil), c.samples[(from-c.from)*frameSamples:(to-c.from)*frameSamples]...)
	rest := c.sure[to-c.from:]
	c.keep(to)
	for i, sure := range rest {
		if sure >= voiceFrom {
			if c.first < 0 {
				c.first = to + i
			}
			c.last = to + i + 1
			c.voiced++
		}
	}
	return out, piece
}

// pauses lists where nobody speaks between two frames.
func (c *cutter) pauses(from, to int) []span {
	var out []span
	begin := from
	for f := from; f <= to; f++ {
		if f < to && c.sure[f-c.from] < voiceTo {
			continue
		}
		if f-begin >= innerPause || f > begin && (begin == from || f == to) {
			out = append(out, span{begin, f})
		}
		begin = f + 1
	}
	return out
}

// keep forgets all frames before one, and that there was a voice.
func (c *cutter) keep(from int) {
	from = max(from, c.from)
	gone := from - c.from
	c.samples = c.samples[:copy(c.samples, c.samples[gone*frameSamples:])]
	c.sure = c.sure[:copy(c.sure, c.sure[gone:])]
	c.from, c.first, c.last, c.voiced = from, -1, 0, 0
}
