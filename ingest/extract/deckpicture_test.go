package extract

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// pictureSlide is a slide with these shapes and a text.
func pictureSlide(text string, pics ...string) string {
	body := ""
	if text != "" {
		body = `<p:sp><p:nvSpPr><p:cNvPr/><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	return `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree>` + body + strings.Join(pics, "") + `</p:spTree></p:cSld></p:sld>`
}

func slidePicture(id string, width int) string {
	return fmt.Sprintf(`<p:pic><p:nvPicPr><p:cNvPr descr="" name="Picture"/></p:nvPicPr><p:blipFill><a:blip r:embed="%s"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="50"/></a:xfrm></p:spPr></p:pic>`, id, width)
}

// pictureDeck has a slide of a title and a drawing, one that is a picture only, one with small ones; a logo stands on all.
func pictureDeck(t testing.TB) []byte {
	rels := `<R><R Id="a" Type="x/image" Target="../media/a.png"/><R Id="logo" Type="x/image" Target="../media/logo.png"/></R>`
	only := `<R><R Id="b" Type="x/image" Target="../media/b.png"/><R Id="logo" Type="x/image" Target="../media/logo.png"/></R>`
	logo := slidePicture("logo", 100)
	picture := encoded(t, "png", dotted(400, 200))
	return zipped(t, txtar.File{Name: "[Content_Types].xml", Data: []byte(pptxTypes)},
		txtar.File{Name: "ppt/presentation.xml", Data: []byte(`<p:presentation xmlns:p="p" xmlns:r="r"><p:sldSz cx="100" cy="100"/><p:sldIdLst><p:sldId r:id="1"/><p:sldId r:id="2"/><p:sldId r:id="3"/></p:sldIdLst></p:presentation>`)},
		txtar.File{Name: "ppt/_rels/presentation.xml.rels", Data: []byte(`<R><R Id="1" Target="slides/1.xml"/><R Id="2" Target="slides/2.xml"/><R Id="3" Target="slides/3.xml"/></R>`)},
		txtar.File{Name: "ppt/slides/1.xml", Data: []byte(pictureSlide("The limbic system", slidePicture("a", 60), slidePicture("a", 60), logo))},
		txtar.File{Name: "ppt/slides/_rels/1.xml.rels", Data: []byte(rels)},
		txtar.File{Name: "ppt/slides/2.xml", Data: []byte(pictureSlide("", slidePicture("b", 60), logo))},
		txtar.File{Name: "ppt/slides/_rels/2.xml.rels", Data: []byte(only)},
		txtar.File{Name: "ppt/slides/3.xml", Data: []byte(pictureSlide("Small ones", slidePicture("b", 6), logo))},
		txtar.File{Name: "ppt/slides/_rels/3.xml.rels", Data: []byte(only)},
		txtar.File{Name: "ppt/media/a.png", Data: picture}, txtar.File{Name: "ppt/media/b.png", Data: picture}, txtar.File{Name: "ppt/media/logo.png", Data: picture})
}

// TestDeckPictures: pictures that are the point of a slide are read, each once and after the words; small ones and logos are not.
func TestDeckPictures(t *testing.T) {
	eyes := &fakeEyes{lines: []SeenLine{lineAt(20, 30, "amygdala and hippocampus", 0.9)}}
	r := NewReader(Options{OCR: eyes})
	deck := sample{"deck.pptx", pictureDeck(t)}
	text, err := r.Extract(t.Context(), deck.file())
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, "deck.pptx", text)
	var got []string
	for _, p := range text.Pages {
		got = append(got, fmt.Sprintf("%s/%.1f/%s", p.Text, p.Confidence, p.ReadBy))
	}
	want := []string{"The limbic system\namygdala and hippocampus/0.9/text", "amygdala and hippocampus/0.9/ocr", "Small ones/0.0/text"}
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(text.ReadBy, []string{"text", "ocr"}) || text.Later {
		t.Errorf("%q, read by %v, later %v", got, text.ReadBy, text.Later)
	}
	quick := deck.file()
	quick.Quick = true
	text, err = r.Extract(t.Context(), quick)
	if err != nil || !text.Later || text.Unseen != 2 || text.Pages[0].Text != "The limbic system" || text.Pages[1].Text != "" || len(text.ReadBy) != 1 {
		t.Errorf("put off: %+v, %v", text, err)
	}
	eyes.lines[0] = lineAt(20, 30, "amygdala and hippocampus", 0.4)
	if text, err = r.Extract(t.Context(), deck.file()); err != nil || text.Pages[0].Text != "The limbic system" {
		t.Errorf("letters that nobody is sure of: %+v, %v", text, err)
	}
}

// TestODPPictures: the same holds for decks of LibreOffice, whose pictures have their size in centimetres.
func TestODPPictures(t *testing.T) {
	r := NewReader(Options{OCR: &fakeEyes{lines: []SeenLine{lineAt(20, 30, "amygdala and hippocampus", 0.9)}}})
	frame := `<frame width="%s" height="6cm"><image href="Pictures/%s.png"/><desc>Seen from the left.</desc></frame>`
	page := `<page style-name="dp%d" master-page-name="M">` + frame + `</page>`
	body := "<presentation>" + fmt.Sprintf(page, 1, "20cm", "a") + fmt.Sprintf(page, 2, "2cm", "b") + "</presentation>"
	picture := encoded(t, "png", dotted(400, 200))
	styles := `<s><automatic-styles><page-layout name="L"><page-layout-properties page-width="28cm" page-height="15.75cm"/></page-layout>
		<style name="dp2" family="drawing-page"><drawing-page-properties visibility="hidden"/></style></automatic-styles>
		<master-styles><master-page name="M" page-layout-name="L"/></master-styles></s>`
	text, err := r.Extract(t.Context(), sample{"deck.odp", odfWith(t, "presentation", body, txtar.File{Name: "styles.xml", Data: []byte(styles)},
		txtar.File{Name: "Pictures/a.png", Data: picture}, txtar.File{Name: "Pictures/b.png", Data: picture})}.file())
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, "deck.odp", text)
	if a, b := text.Pages[0], text.Pages[1]; a.Text != "amygdala and hippocampus\nSeen from the left." || a.Label != "" || b.Text != "Seen from the left." || b.Label != "hidden" {
		t.Errorf("%q (%s), %q (%s)", a.Text, a.Label, b.Text, b.Label)
	}
}
