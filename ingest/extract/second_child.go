package extract

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"strings"

	"github.com/ledongthuc/pdf"
)

const (
	childMemory   = 512 << 20 // bytes, where the collector works hardest
	childAddress  = 1 << 30   // bytes of address space beyond what the program has at its start
	maxChildPages = 5000
	maxChildChars = 200_000 // of a page
)

// SecondReaderMain is the child process of a SecondReader: it answers one request and returns the exit code.
func SecondReaderMain(in io.Reader, out io.Writer) int {
	os.Stdout = os.Stderr // the library prints to it, which would spoil the answer
	debug.SetMemoryLimit(childMemory)
	limitAddressSpace(childAddress)
	var request secondRequest
	if err := json.NewDecoder(in).Decode(&request); err != nil {
		fmt.Fprintln(os.Stderr, "second reader:", err)
		return 2
	}
	if err := answer(request, json.NewEncoder(out)); err != nil {
		fmt.Fprintln(os.Stderr, "second reader:", err)
		return 1
	}
	return 0
}

func answer(request secondRequest, out *json.Encoder) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("open: %v", p)
		}
	}()
	file, doc, err := pdf.Open(request.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	count := min(doc.NumPage(), maxChildPages)
	if err := out.Encode(secondPage{Count: count}); err != nil {
		return err
	}
	pages := request.Pages
	if len(pages) == 0 {
		for n := 1; n <= count; n++ {
			pages = append(pages, n)
		}
	}
	for _, n := range pages {
		if err := out.Encode(secondPage{Page: n, Begin: true}); err != nil {
			return err
		}
		if err := out.Encode(readSecondPage(doc, n)); err != nil {
			return err
		}
	}
	return nil
}

// readSecondPage reads one page; where the library panics the page is empty.
func readSecondPage(doc *pdf.Reader, n int) (p secondPage) {
	p = secondPage{Page: n}
	defer func() {
		if recover() != nil {
			p = secondPage{Page: n}
		}
	}()
	page := doc.Page(n)
	if page.V.IsNull() {
		return p
	}
	left, top := 0.0, 792.0
	p.Width, p.Height = 612, 792
	if box := mediaBox(page.V); box.Len() == 4 {
		left, top = box.Index(0).Float64(), box.Index(3).Float64()
		if w, h := box.Index(2).Float64()-left, top-box.Index(1).Float64(); w > 1 && h > 1 {
			p.Width, p.Height = float32(w), float32(h)
		}
	}
	p.Words = secondWords(page.Content().Text, left, top)
	return p
}

// mediaBox returns the size of a page, which it may have from the nodes above it.
func mediaBox(v pdf.Value) pdf.Value {
	for range 32 {
		if box := v.Key("MediaBox"); !box.IsNull() || v.IsNull() {
			return box
		}
		v = v.Key("Parent")
	}
	return pdf.Value{}
}

// secondWords joins the library's single characters to words.
func secondWords(chars []pdf.Text, left, top float64) []secondWord {
	var out []secondWord
	var cur secondWord
	var text strings.Builder
	end := func() {
		if cur.Text = strings.ToValidUTF8(text.String(), ""); cur.Text != "" {
			out = append(out, cur)
		}
		text.Reset()
	}
	var pen, lastX, lastY float64 // where the next character stands if the font has no widths: the library then leaves the pen where it was
	for i, c := range chars {
		if i == maxChildChars {
			break
		}
		size, x, base := math.Abs(c.FontSize), c.X-left, top-c.Y
		if !finite(size) || !finite(x) || !finite(base) || !finite(c.W) {
			continue
		}
		width := c.W
		if width <= 0 {
			if width = 0.5 * size; i > 0 && c.X == lastX && c.Y == lastY {
				x = pen
			}
		}
		pen, lastX, lastY = x+width, c.X, c.Y
		if strings.TrimSpace(c.S) == "" {
			end()
			continue
		}
		apart := text.Len() > 0 && (math.Abs(base-float64(cur.Base)) > 0.2*size || math.Abs(x-float64(cur.X1)) > 0.25*max(size, 1))
		if apart {
			end()
		}
		if text.Len() == 0 {
			cur = secondWord{X0: float32(x), Base: float32(base), Size: float32(size), Font: c.Font}
		}
		text.WriteString(c.S)
		cur.X1 = float32(x + width)
	}
	end()
	return out
}

func finite(v float64) bool { return math.Abs(v) < 1e6 }
