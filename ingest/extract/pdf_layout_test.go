package extract

import (
	"encoding/binary"
	"strings"
	"testing"

	"ibid/store"
)

// sheetOf makes a page from lines of words: each at x and y, in a font of 10 points with letters 5 points wide.
func sheetOf(width, height float32, lines ...placedLine) pdfSheet {
	s := pdfSheet{width: width, height: height}
	face := &pdfFace{named: true}
	for _, l := range lines {
		x := l.x
		for _, word := range strings.Fields(l.text) {
			end := x + 5*float32(len([]rune(word)))
			s.words = append(s.words, pdfWord{text: word, x0: x, x1: end, y0: l.y - 7, y1: l.y + 2, base: l.y, size: 10, face: face, seq: len(s.words)})
			s.chars += len(word)
			x = end + 3
		}
	}
	return s
}

type placedLine struct {
	x, y float32
	text string
}

func layout(s pdfSheet) store.Page {
	return s.page(1, &pdfStyle{body: 10})
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	var lines []placedLine
	lines = append(lines, placedLine{50, 40, "A headline that spans both of the columns of this page and more"})
	left := []string{"the left column begins here and", "goes on with a second line that", "is followed by a third one which", "ends the left column of the page."}
	right := []string{"the right column begins later and", "has as many lines as the other so", "that their lines stand side by side", "down to the end of the page."}
	for i := range left { // line by line, as some programs write
		lines = append(lines, placedLine{50, 80 + 12*float32(i), left[i]}, placedLine{300, 80 + 12*float32(i), right[i]})
	}
	page := layout(sheetOf(600, 800, lines...))
	if i, j := strings.Index(page.Text, "ends the left column"), strings.Index(page.Text, "the right column begins"); i < 0 || j < i {
		t.Errorf("columns are mixed:\n%s", page.Text)
	}
	checkPage(t, "columns", page)
}

func TestTableIsReadByRow(t *testing.T) {
	page := layout(sheetOf(600, 800,
		placedLine{50, 100, "Store"}, placedLine{200, 100, "Size"}, placedLine{350, 100, "Time"},
		placedLine{50, 115, "Sensory"}, placedLine{200, 115, "large"}, placedLine{350, 115, "short"},
		placedLine{50, 130, "Working"}, placedLine{200, 130, "seven items,"}, placedLine{350, 130, "seconds"},
		placedLine{200, 141, "or four"},
	))
	want := "Store | Size | Time\nSensory | large | short\nWorking | seven items, or four | seconds"
	if page.Text != want {
		t.Errorf("got\n%s\nwant\n%s", page.Text, want)
	}
	checkPage(t, "table", page)
}

func TestRunningHeadsGo(t *testing.T) {
	var sheets []pdfSheet
	for i := range 6 {
		digit := string(rune('1' + i))
		sheets = append(sheets, sheetOf(600, 800, placedLine{50, 30, "Course on memory"}, placedLine{50, 400, "what page " + digit + " says"}, placedLine{300, 780, digit}))
	}
	var f runningHeads
	f.remove(sheets)
	for i := range sheets {
		if got, want := layout(sheets[i]).Text, "what page "+string(rune('1'+i))+" says"; got != want {
			t.Errorf("page %d: %q, want %q", i+1, got, want)
		}
	}
}

func TestRTLWordsRunFromTheRight(t *testing.T) {
	s := sheetOf(600, 800, placedLine{100, 100, "שלום עולם 12 34 טוב"})
	x := float32(400)
	for i := range s.words { // in reading order, each left of the one before; the numbers are one run from left to right
		w := &s.words[i]
		width := w.x1 - w.x0
		w.x0, w.x1 = x-width, x
		x -= width + 3
	}
	s.words[2].x0, s.words[2].x1, s.words[3].x0, s.words[3].x1 = s.words[3].x0, s.words[3].x1, s.words[2].x0, s.words[2].x1
	if got, want := layout(s).Text, "שלום עולם 12 34 טוב"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestVerticalWritingRunsDown(t *testing.T) {
	var words []pdfWord
	for column, text := range []string{"記憶は時間", "とともに薄れる"} {
		for i, c := range []rune(text) {
			x, y := 400-30*float32(column), 100+12*float32(i)
			words = append(words, pdfWord{text: string(c), x0: x, x1: x + 10, y0: y - 9, y1: y + 1, base: y, size: 10, face: &pdfFace{named: true}, seq: len(words)})
		}
	}
	page := layout(pdfSheet{width: 600, height: 800, words: stackWords(words)})
	if got, want := strings.ReplaceAll(page.Text, "\n", ""), "記憶は時間とともに薄れる"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	checkPage(t, "vertical", page)
}

func TestHighlightsClipWords(t *testing.T) {
	page := layout(sheetOf(600, 800, placedLine{60, 100, "remember this"}))
	got := Highlights(page, store.Span{From: 2, To: 8})
	if len(got) != 1 || got[0].X0 < 69.9/600 || got[0].X1 > 100.1/600 {
		t.Errorf("%v", got)
	}
	if got := Highlights(page, store.Span{From: 3, To: 3}); len(got) != 0 {
		t.Errorf("an empty span lights up %v", got)
	}
	if got := Highlights(store.Page{Text: "x"}, store.Span{To: 1}); got != nil {
		t.Errorf("a page without layout lights up %v", got)
	}
}

// TestListOfCode: a bullet makes an item of a line in a typewriter font, a dash does not.
func TestListOfCode(t *testing.T) {
	s := sheetOf(600, 800, placedLine{50, 100, "• torch.nn.Dropout(rate=0.5)"}, placedLine{50, 112, "• torch.nn.Dropout2d()"}, placedLine{50, 200, "- removed = line"})
	for i := range s.words {
		s.words[i].face = &pdfFace{named: true, mono: true}
	}
	page := layout(s)
	if want := "torch.nn.Dropout(rate=0.5)\ntorch.nn.Dropout2d()\n- removed = line"; page.Text != want {
		t.Fatalf("got\n%s\nwant\n%s", page.Text, want)
	}
	if page.Blocks[0].Kind != store.Item || page.Blocks[1].Kind != store.Item || page.Blocks[2].Kind != store.CodeLine {
		t.Errorf("%+v", page.Blocks)
	}
	checkPage(t, "list of code", page)
}

// TestCodeInsideAnItem: code is often set smaller, which ends no paragraph.
func TestCodeInsideAnItem(t *testing.T) {
	s := sheetOf(600, 800, placedLine{50, 100, "• --image-family ubuntu-2004-lts uses this as the underlying"}, placedLine{58, 112, "operating system of the machine"})
	for i := 1; i < 3; i++ {
		s.words[i].face, s.words[i].size = &pdfFace{named: true, mono: true}, 8
	}
	page := layout(s)
	if len(page.Blocks) != 1 || page.Blocks[0].Kind != store.Item {
		t.Errorf("%+v\n%s", page.Blocks, page.Text)
	}
	checkPage(t, "code inside an item", page)
}

func TestAbbreviation(t *testing.T) {
	for text, want := range map[string]bool{"L1": true, "AI": true, "Q&A": true, "K-NN": true, "R": false, "x2": false, "2D": false, "EM step": false, "": false, "ABCDEFG": false} {
		if got := abbreviation(text); got != want {
			t.Errorf("abbreviation(%q) = %v", text, got)
		}
	}
}

// FuzzLayout puts words anywhere on a page; whatever comes out is sound.
func FuzzLayout(f *testing.F) {
	f.Add([]byte("seed of words at many places on the page \x00\xff\x80 and more"))
	f.Add([]byte(strings.Repeat("\x10\x20\x30\x40\x50", 80)))
	texts := []string{"word", "•", "1.", "inter-", "national", "שלום", "語", "...", "x", "Heading", "and", ".", "-", "2004", "http://a.b"}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := pdfSheet{width: 600, height: 800}
		faces := []*pdfFace{{named: true}, {named: true, bold: true}, {mono: true}}
		for len(data) >= 6 && len(s.words) < 400 {
			x, y := float32(binary.LittleEndian.Uint16(data)%700)-50, float32(binary.LittleEndian.Uint16(data[2:])%900)-50
			kind, size := int(data[4]), float32(data[5]%40)+1
			data = data[6:]
			text := texts[kind%len(texts)]
			s.words = append(s.words, pdfWord{
				text: text, x0: x, x1: x + size*float32(len(text))/2, y0: y - 0.8*size, y1: y + 0.2*size, base: y, size: size,
				face: faces[kind%len(faces)], turn: turn(kind / 16 % 5), glued: kind&64 != 0, seq: len(s.words),
			})
			s.chars += len(text)
		}
		sheets := []pdfSheet{s, s, s}
		style := styleOf(sheets, map[string]outlet{"heading": {level: 2}})
		var heads runningHeads
		heads.remove(sheets[:2])
		page := sheets[0].page(1, style)
		checkPage(t, "fuzz", page)
		for _, r := range Highlights(page, store.Span{To: len(page.Text)}) {
			if r.X0 < 0 || r.X1 > 1 || r.Y0 < 0 || r.Y1 > 1 || r.X1 < r.X0 || r.Y1 < r.Y0 {
				t.Fatalf("rectangle %v", r)
			}
		}
		biggest(&s, style.body)
	})
}
