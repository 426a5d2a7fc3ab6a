package extract

import (
	"cmp"
	"context"
	"image"
	"slices"
	"unicode/utf8"
)

const (
	seeingDPI   = 200
	seeingSide  = 3000 // pixels; larger pages are drawn smaller
	usualHeight = 1.3  // lines within this factor of a page's usual one have its size
)

// look reads the pages of a stretch of which there is little or no text in the file, from their pictures.
func (r *pdfRun) look(ctx context.Context, sheets []pdfSheet, from int) error {
	if r.eyes.recogniser == nil {
		return nil
	}
	if err := r.eyes.open(ctx); err != nil {
		return err
	}
	for i := range sheets {
		s := &sheets[i]
		if !s.wantsEyes() {
			continue
		}
		page, seen := r.eyes.known[from+i]
		if !seen {
			var err error
			if page, seen, err = r.lookAt(ctx, from+i, s); err != nil {
				return err
			}
		}
		if seen {
			s.see(page.Lines, s.width/float32(page.Width))
		}
	}
	if r.doc == nil && r.crashes < mostCrashes {
		return r.open(ctx)
	}
	return nil
}

// lookAt has the picture of a page read, or leaves it for later. Of what is left the first page is drawn, to see that it is not blank:
// the others are taken to be like it.
func (r *pdfRun) lookAt(ctx context.Context, n int, s *pdfSheet) (seenPage, bool, error) {
	if r.eyes.unseen > 0 {
		r.eyes.unseen++
		s.later = true
		return seenPage{}, false, nil
	}
	picture, err := r.picture(ctx, n, s)
	if err != nil || picture == nil {
		return seenPage{}, false, err
	}
	if !r.file.Quick {
		r.stop() // what drew the page takes as much as what reads it, and need not be there at the same time
	}
	page, seen, err := r.eyes.look(ctx, n, picture)
	s.later = r.eyes.unseen > 0
	return page, seen, err
}

// wantsEyes reports whether people see more on the page than the file says: it is a picture, its letters are drawn, or they have no
// meaning.
func (s *pdfSheet) wantsEyes() bool {
	return s.doubtful() || s.chars < littleText && s.width > 0
}

// picture draws a page; nil if that fails.
func (r *pdfRun) picture(ctx context.Context, n int, s *pdfSheet) (image.Image, error) {
	if r.doc == nil && r.crashes < mostCrashes {
		if err := r.open(ctx); err != nil {
			return nil, err
		}
	}
	if r.doc == nil || s.width <= 0 || s.height <= 0 {
		return nil, nil
	}
	page, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	scale := min(seeingDPI/72, seeingSide/max(s.width, s.height))
	picture, err := r.doc.draw(page, n, int(scale*s.width))
	if err == nil {
		return picture, nil
	}
	return nil, r.reopen(ctx, err)
}

// blank reports whether a picture is of one colour, looked at in a grid.
func blank(picture image.Image) bool {
	p, ok := picture.(*image.RGBA)
	if !ok {
		return false
	}
	for y := 0; y < p.Rect.Dy(); y += 2 {
		row := p.Pix[y*p.Stride : y*p.Stride+4*p.Rect.Dx()]
		for i := range row {
			if i%4 != 3 && max(row[i], p.Pix[i%4])-min(row[i], p.Pix[i%4]) > 32 {
				return false
			}
		}
	}
	return true
}

// see takes what was read from the picture in place of what the file says, if it is more. scale leads from pixels to points.
func (s *pdfSheet) see(lines []SeenLine, scale float32) {
	chars, sure := 0, float32(0)
	lines = slices.DeleteFunc(slices.Clone(lines), func(l SeenLine) bool { return len(l.Words) == 0 })
	for _, l := range lines {
		for _, w := range l.Words {
			n := utf8.RuneCountInString(w.Text)
			chars += n
			sure += float32(n) * w.Confidence
		}
	}
	if agrees(lines) {
		for _, w := range s.words {
			w.face.garbled = false
		}
	}
	odd := s.oddChars()
	if chars == 0 || chars <= s.chars-odd {
		return
	}
	usual := usualSize(lines) * scale
	s.words, s.strange, s.failed, s.chars = nil, 0, false, chars
	s.seen, s.confidence = true, sure/float32(chars)
	face := &pdfFace{}
	slices.SortStableFunc(lines, func(a, b SeenLine) int { return cmp.Compare(a.middle(), b.middle()) })
	for _, l := range lines {
		s.words = append(s.words, l.words(scale, usual, face, len(s.words))...)
	}
}

// usualSize is the height of the middle one of all lines.
func usualSize(lines []SeenLine) float32 {
	sizes := make([]float32, 0, len(lines))
	for i := range lines {
		sizes = append(sizes, lines[i].height())
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// height of the line across its direction. Its lowest word tells it, as a slanted line makes boxes higher.
func (l *SeenLine) height() float32 {
	return slices.MinFunc(l.boxes(), func(a, b SeenWord) int { return cmp.Compare(a.Y1-a.Y0, b.Y1-b.Y0) }).thick()
}

// middle is where the middle of a line is, from the top.
func (l *SeenLine) middle() float32 {
	sum := float32(0)
	for _, w := range l.Words {
		sum += (w.Y0 + w.Y1) / 2
	}
	return sum / float32(len(l.Words))
}

func (w SeenWord) thick() float32 { return w.Y1 - w.Y0 }

// boxes are the words of a line as if it ran across.
func (l *SeenLine) boxes() []SeenWord {
	if l.Turn%2 == 0 {
		return l.Words
	}
	out := slices.Clone(l.Words)
	for i, w := range out {
		out[i].X0, out[i].X1, out[i].Y0, out[i].Y1 = w.Y0, w.Y1, w.X0, w.X1
	}
	return out
}

// A line that was found is as high as its letters with all that stands out above and below, and a margin.
const (
	sizeOfHeight = 0.72
	baseOfHeight = 0.22 // the line that letters stand on, below the middle
)

// words turns a line into words like those of the file. All stand on one line, even if it is slanted.
func (l *SeenLine) words(scale, usual float32, face *pdfFace, seq int) []pdfWord {
	height := l.height() * scale
	if height < usual*usualHeight && height > usual/usualHeight {
		height = usual
	}
	middle := l.middle() * scale
	var out []pdfWord
	for _, w := range l.Words {
		text := mend(compose(fold(w.Text)), true)
		if text == "" {
			continue
		}
		out = append(out, pdfWord{
			text: text, x0: scale * w.X0, y0: scale * w.Y0, x1: scale * w.X1, y1: scale * w.Y1,
			base: middle + baseOfHeight*height, size: sizeOfHeight * height, face: face, turn: turn(l.Turn & 3), seq: seq + len(out),
		})
	}
	return out
}
