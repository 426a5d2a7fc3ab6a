// Package picturetest draws what tests of text recognition look at: lines of text in a picture, dark on white.
package picturetest

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Written is a picture 1000 pixels wide, with lines of text that are size pixels high and stand 60 from the left.
func Written(t testing.TB, size float64, lines ...string) *image.RGBA {
	t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	p := image.NewRGBA(image.Rect(0, 0, 1000, 120+int(float64(len(lines))*2*size)))
	draw.Draw(p, p.Rect, image.White, image.Point{}, draw.Src)
	for i, line := range lines {
		d := font.Drawer{Dst: p, Src: image.NewUniform(color.Gray{30}), Face: face, Dot: fixed.P(60, 80+int(float64(i)*2*size))}
		d.DrawString(line)
	}
	return p
}
