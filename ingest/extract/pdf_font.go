package extract

import (
	"context"
	"math"
	"strings"
)

// Flags of a font descriptor.
const (
	flagFixedPitch = 1 << 0
	flagForceBold  = 1 << 18
	boldWeight     = 600
	maxFontName    = 512
)

// faceOf returns what is known of a font; each font of a page is asked once.
func (r *charReader) faceOf(font uint64) (*pdfFace, error) {
	if face := r.faces[font]; face != nil {
		return face, nil
	}
	raw, err := r.buffer(quick, maxFontName, func(at, n uint64) (uint64, error) {
		return r.call(quick, "FPDFFont_GetBaseFontName", font, at, n)
	})
	if err != nil {
		return nil, err
	}
	flags, err := r.call(quick, "FPDFFont_GetFlags", font)
	if err != nil {
		return nil, err
	}
	weight, err := r.call(quick, "FPDFFont_GetWeight", font)
	if err != nil {
		return nil, err
	}
	face := newFace(strings.TrimRight(string(raw), "\x00"), uint32(flags), int32(weight))
	r.faces[font] = face
	return face, nil
}

func newFace(name string, flags uint32, weight int32) *pdfFace {
	if i := strings.IndexByte(name, '+'); i == 6 { // the tag of a subset
		name = name[7:]
	}
	name = strings.ToLower(name)
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(name, part) {
				return true
			}
		}
		return false
	}
	fixed := int32(flags) > 0 && flags&flagFixedPitch != 0 && !has("cmr", "cmb", "cmsy", "cmmi")
	return &pdfFace{
		big:   has("cmex", "lmex", "mathextension", "mathext"),
		named: name != "",
		bold: has("bold", "black", "heavy", "semibd", "demi", "cmbx", "cmssbx") || strings.HasSuffix(name, "-bd") || weight >= boldWeight && weight <= 1000 ||
			int32(flags) > 0 && flags&flagForceBold != 0,
		mono:   fixed || has("mono", "courier", "consol", "typewriter", "cmtt", "menlo", "inconsolata", "sourcecode", "fira code", "firacode"),
		symbol: has("symbol", "wingdings", "dingbat", "webdings"),
	}
}

// imageShare is the part of a page that pictures cover.
func (d *pdfDocument) imageShare(ctx context.Context, page uint64, f frame) (float32, error) {
	const kindImage, mostObjects = 3, 2000
	n, err := d.call(ctx, "FPDFPage_CountObjects", page)
	if err != nil {
		return 0, err
	}
	var area float32
	for i := range min(int(int32(n)), mostObjects) {
		object, err := d.call(quick, "FPDFPage_GetObject", page, uint64(i))
		if err != nil {
			return 0, err
		}
		kind, err := d.call(quick, "FPDFPageObj_GetType", object)
		if err != nil {
			return 0, err
		}
		if int32(kind) != kindImage {
			continue
		}
		s := d.scratch
		if _, err := d.call(quick, "FPDFPageObj_GetBounds", object, s, s+4, s+8, s+12); err != nil {
			return 0, err
		}
		v := d.floats(4) // left, bottom, right, top
		x0, y0, x1, y1 := f.box(v[0], v[3], v[2], v[1])
		w, h := min(x1, f.width)-max(x0, 0), min(y1, f.height)-max(y0, 0)
		if w > 0 && h > 0 {
			area += w * h
		}
	}
	return min(area/(f.width*f.height), 1), nil
}

func (r *charReader) baseline(i int) (float32, error) {
	if _, err := r.call(quick, "FPDFText_GetCharOrigin", r.page, uint64(i), r.scratch, r.scratch+8); err != nil {
		return 0, err
	}
	x, _ := r.memory.ReadFloat64Le(uint32(r.scratch))
	y, _ := r.memory.ReadFloat64Le(uint32(r.scratch) + 8)
	_, base := r.frame.point(float32(x), float32(y))
	return base, nil
}

// begin learns the font and direction of a word from its first character.
func (r *charReader) begin(i int) error {
	object, err := r.call(quick, "FPDFText_GetTextObject", r.page, uint64(i))
	if err != nil {
		return err
	}
	if object == r.object && object != 0 {
		return nil
	}
	r.object = object
	r.face, r.size, r.turn = &pdfFace{}, 10, across
	size, err := r.call(quick, "FPDFText_GetFontSize", r.page, uint64(i))
	if err != nil {
		return err
	}
	points := math.Float64frombits(size)
	ok, err := r.call(quick, "FPDFText_GetMatrix", r.page, uint64(i), r.scratch)
	if err != nil {
		return err
	}
	if int32(ok) != 0 {
		m := r.floats(6)
		points *= math.Hypot(float64(m[2]), float64(m[3]))
		r.turn = quarterOf(m[0], m[1], r.frame.quarter)
	}
	if points > 0.5 && points < 2000 {
		r.size = float32(points)
	}
	if object == 0 {
		return nil
	}
	font, err := r.call(quick, "FPDFTextObj_GetFont", object)
	if err != nil || font == 0 {
		return err
	}
	r.face, err = r.faceOf(font)
	return err
}
