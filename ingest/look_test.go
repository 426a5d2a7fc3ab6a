package ingest

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/ingest/extract"
	"ibid/store"
)

// fakeViewer draws each page in a colour of its own and describes what its colour says. Pages are those of fakeText: one that says
// "figure" shows one, one that says "blurred" could not be read.
type fakeViewer struct {
	c *course

	mu      sync.Mutex // guards what follows
	model   string
	saw     []string // pages that were looked at, as they were asked for
	looks   int
	fail    func(look int) error // counted from 1; may be nil
	say     string
	before  func()
	hidden  int // page that has no shape; 0 = none
	undrawn int // page that cannot be drawn; 0 = none
}

func (v *fakeViewer) Model() (string, string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.model == "" {
		return "", ""
	}
	return v.model, v.model + " 1"
}

func (v *fakeViewer) Shapes(_ context.Context, path, _ string) ([]extract.PageShape, error) {
	var shapes []extract.PageShape
	for i, text := range pagesOf(v.c.t, path) {
		if i+1 == v.hidden {
			continue
		}
		shapes = append(shapes, extract.PageShape{Number: i + 1, Width: 600, Height: 800, Figures: strings.Contains(text, "figure")})
	}
	return shapes, nil
}

func (v *fakeViewer) Picture(_ context.Context, path, _ string, page extract.PageShape) (image.Image, error) {
	if page.Number == v.undrawn {
		return nil, errors.New("no memory to draw it")
	}
	text := pagesOf(v.c.t, path)[page.Number-1]
	if strings.Contains(text, "white") {
		return nil, nil
	}
	picture := image.NewRGBA(image.Rect(0, 0, len(text), 1))
	for i := range len(text) {
		picture.Set(i, 0, color.RGBA{text[i], 0, 0, 255})
	}
	return picture, nil
}

func (v *fakeViewer) Look(ctx context.Context, model string, picture image.Image, transcribe bool) (string, error) {
	v.mu.Lock()
	v.looks++
	before, fail, say, look := v.before, v.fail, v.say, v.looks
	v.mu.Unlock()
	if before != nil {
		before()
	}
	if fail != nil && fail(look) != nil {
		return "", fail(look)
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	var text strings.Builder
	for i := range picture.Bounds().Dx() {
		r, _, _, _ := picture.At(i, 0).RGBA()
		text.WriteByte(byte(r >> 8))
	}
	task := "describe "
	if transcribe {
		task = "transcribe "
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.saw = append(v.saw, task+text.String())
	if say != "" {
		return say, nil
	}
	return "What " + model + " says of " + text.String(), nil
}

func (v *fakeViewer) take() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	saw := v.saw
	v.saw = nil
	return saw
}

func pagesOf(t testing.TB, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	var pages []string
	for _, text := range strings.Split(strings.TrimSuffix(string(data), "%%EOF"), "\f") {
		pages = append(pages, strings.TrimSpace(text))
	}
	return pages
}

// seeing is a course in which pages that say "blurred" are doubtful and files that say "SCAN" have no text, and a model that looks.
func seeing(t *testing.T) (*course, *fakeViewer) {
	t.Helper()
	c := newCourse(t)
	v := &fakeViewer{c: c, model: "ollama:llava"}
	withViewer(c, v)
	return c, v
}

func withViewer(c *course, v *fakeViewer) {
	read := c.reader.Read
	c.in.Viewer = v
	c.in.Extract = func(ctx context.Context, path string, way extract.Way) (extract.Text, error) {
		text, err := read(ctx, path, way)
		if err == nil && strings.HasPrefix(text.Pages[0].Text, "SCAN") {
			return extract.Text{}, &extract.Error{Code: extract.NoText}
		}
		for i := range text.Pages {
			text.Pages[i].Doubtful = strings.Contains(text.Pages[i].Text, "blurred")
			text.Pages[i].Width, text.Pages[i].Height = 600, 800
		}
		return text, err
	}
}

// look has everything looked at that there is.
func (c *course) look() {
	c.t.Helper()
	for more := true; more; {
		var err error
		if more, err = c.in.lookSome(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
	}
}

// said lists the passages of a document.
func (c *course) said(path string) []store.Passage {
	c.t.Helper()
	list, err := c.store.PassagesOf(c.t.Context(), c.document(path).RowID)
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

const threePages = "Memory fades.\fA blurred page.\fA figure of memory.%%EOF"

func TestPagesAreLookedAt(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	before := c.said("a.pdf")
	if d := c.document("a.pdf"); !slices.Equal(d.Doubtful, []int{2}) || len(before) != 3 {
		t.Fatalf("%+v, %d passages", d, len(before))
	}
	c.look()
	c.work()
	if saw := v.take(); !slices.Equal(saw, []string{"transcribe A blurred page.", "describe A figure of memory."}) {
		t.Errorf("saw %q", saw)
	}
	d := c.document("a.pdf")
	if !slices.Equal(d.Described, []int{2, 3}) || len(d.Doubtful) != 0 || !slices.Equal(d.ReadBy, []string{"text", "vision"}) || d.State != store.Ready {
		t.Errorf("%+v", d)
	}
	var marked []string
	for i, p := range c.said("a.pdf") {
		if p.DescribedBy == "" {
			continue
		}
		marked = append(marked, fmt.Sprint(i, p.Page, p.DescribedBy, " ", p.Text))
	}
	if !slices.Equal(marked, []string{"2 2ollama:llava What ollama:llava says of A blurred page.", "4 3ollama:llava What ollama:llava says of A figure of memory."}) {
		t.Errorf("passages %q", marked)
	}
	page, err := c.store.Page(t.Context(), d.RowID, 2)
	if err != nil || !strings.HasPrefix(page.Text, "A blurred page.\n") || !page.Doubtful {
		t.Errorf("page %+v, %v", page, err)
	}
	if embedded := c.embed.take(); len(embedded) != 5 {
		t.Errorf("%d texts were embedded", len(embedded))
	}
}

// A picture that cannot be drawn has no shape: its page keeps its text, and the pages behind it their places.
func TestAPageWithoutAShape(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	v.hidden = 2
	c.turn()
	c.look()
	var pages []int
	for _, p := range c.said("a.pdf") {
		pages = append(pages, p.Page)
	}
	if d := c.document("a.pdf"); !slices.Equal(pages, []int{1, 2, 3, 3}) || !slices.Equal(d.Described, []int{3}) || !slices.Equal(d.Doubtful, []int{2}) {
		t.Errorf("passages of pages %v, described %v, doubtful %v", pages, d.Described, d.Doubtful)
	}
}

// A page that cannot be drawn for now keeps what was said of it, and is looked at later.
func TestAPageThatIsNotDrawnForNow(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	c.look()
	v.model, v.undrawn = "ollama:qwen", 2
	c.look()
	if d := c.document("a.pdf"); !slices.Equal(d.Described, []int{2, 3}) || d.DescribedBy != "ollama:llava 1" {
		t.Errorf("%+v", d)
	}
	v.undrawn = 0
	c.in.now = func() time.Time { return time.Now().Add(lookAgain) }
	c.look()
	if d := c.document("a.pdf"); d.DescribedBy != "ollama:qwen 1" {
		t.Errorf("%+v", d)
	}
}

// Nothing is described twice: not when the file is read again, nor where the same picture stands elsewhere, nor by another process.
func TestNothingIsLookedAtTwice(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	c.look()
	v.take()
	c.look()
	c.write("a.pdf", "A new page.\f"+threePages)
	c.write("b.pdf", "A figure of memory.\fMore.%%EOF")
	c.turn()
	c.look()
	if saw := v.take(); len(saw) != 0 {
		t.Errorf("saw %q again", saw)
	}
	if d := c.document("a.pdf"); !slices.Equal(d.Described, []int{3, 4}) {
		t.Errorf("described %v", d.Described)
	}
	if d := c.document("b.pdf"); !slices.Equal(d.Described, []int{1}) {
		t.Errorf("described %v", d.Described)
	}
	c.in = c.ingester()
	withViewer(c, v)
	c.look()
	if saw := v.take(); len(saw) != 0 {
		t.Errorf("saw %q after a restart", saw)
	}
}

func TestAnotherModelTakesThePlaceOfOne(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	c.look()
	v.model = "ollama:qwen"
	c.look()
	for _, p := range c.said("a.pdf") {
		if strings.Contains(p.Text, "llava") || p.DescribedBy == "ollama:llava" {
			t.Errorf("passage %q by %s", p.Text, p.DescribedBy)
		}
	}
	if n := len(c.said("a.pdf")); n != 5 {
		t.Errorf("%d passages", n)
	}
	v.model = ""
	v.take()
	c.write("b.pdf", threePages+" ")
	c.turn()
	c.look()
	if saw := v.take(); len(saw) != 0 {
		t.Errorf("nobody is chosen, and saw %q", saw)
	}
}

// A scan in which no text was found has what the model reads on it.
func TestWithoutTextThereAreThePictures(t *testing.T) {
	c, v := seeing(t)
	c.write("scan.pdf", "SCAN of a letter\fwhite\fand its end%%EOF")
	c.turn()
	if d := c.document("scan.pdf"); d.State != store.Failed || d.Problem.Code != extract.NoText {
		t.Fatalf("%+v", d)
	}
	c.look()
	c.work()
	d := c.document("scan.pdf")
	if d.State != store.Ready || d.Problem.Code != "" || d.Pages != 3 || !slices.Equal(d.Described, []int{1, 3}) || !slices.Equal(d.Doubtful, []int{2}) ||
		!slices.Equal(d.ReadBy, []string{"vision"}) || d.Title == "" {
		t.Errorf("%+v", d)
	}
	for _, p := range c.said("scan.pdf") {
		if p.DescribedBy != "ollama:llava" {
			t.Errorf("passage %+v", p)
		}
	}
	v.take()
	c.look()
	c.touch("scan.pdf")
	c.turn()
	c.look()
	if saw := v.take(); len(saw) != 0 || c.document("scan.pdf").State != store.Ready {
		t.Errorf("saw %q again", saw)
	}
}

func TestNothingToSay(t *testing.T) {
	c, v := seeing(t)
	c.write("scan.pdf", "SCAN%%EOF")
	c.write("a.pdf", threePages)
	v.say = " \n"
	c.turn()
	c.look()
	if d := c.document("a.pdf"); len(d.Described) != 0 || !slices.Equal(d.Doubtful, []int{2}) || slices.Contains(d.ReadBy, "vision") {
		t.Errorf("%+v", d)
	}
	if d := c.document("scan.pdf"); d.State != store.Failed {
		t.Errorf("%+v", d)
	}
	v.take()
	c.look()
	if saw := v.take(); len(saw) != 0 {
		t.Errorf("saw %q again", saw)
	}
}

// A model that is away is a standing problem; what was seen before stays, and the rest follows when it is back.
func TestAModelThatIsAway(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	away := errors.New("nothing answers")
	v.fail = func(look int) error {
		if look > 1 {
			return away
		}
		return nil
	}
	for range 2 {
		if more, err := c.in.lookSome(t.Context()); !errors.Is(err, away) || more {
			t.Fatalf("more %v, error %v", more, err)
		}
	}
	if d := c.document("a.pdf"); !slices.Equal(d.Described, []int{2}) || d.DescribedBy != "" || len(c.said("a.pdf")) != 4 {
		t.Errorf("%+v", d)
	}
	v.fail = nil
	c.look()
	if d := c.document("a.pdf"); !slices.Equal(d.Described, []int{2, 3}) || d.DescribedBy != "ollama:llava 1" {
		t.Errorf("%+v", d)
	}
	if saw := v.take(); len(saw) != 2 {
		t.Errorf("saw %q", saw)
	}
}

// One picture that a model cannot take keeps it neither from the other documents nor from the pages before.
func TestOnePictureThatFails(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", "A blurred page.\fA bad and blurred page.%%EOF")
	c.write("b.pdf", "Another blurred page, of a larger file than that other one.%%EOF")
	c.turn()
	v.fail = func(look int) error {
		if look == 2 {
			return fmt.Errorf("%w: it stalls", ErrNotSeen)
		}
		return nil
	}
	c.look()
	if d := c.document("a.pdf"); !slices.Equal(d.Described, []int{1}) || !slices.Equal(d.Doubtful, []int{2}) {
		t.Errorf("%+v", d)
	}
	if d := c.document("b.pdf"); !slices.Equal(d.Described, []int{1}) {
		t.Errorf("%+v", d)
	}
	if rows := c.in.unseen.rows(c.in.now()); !slices.Equal(rows, []int64{c.document("a.pdf").RowID}) {
		t.Errorf("left alone: %v", rows)
	}
	if rows := c.in.unseen.rows(c.in.now().Add(lookAgain)); len(rows) != 0 {
		t.Errorf("left alone for too long: %v", rows)
	}
}

// What can be read is read before anything is looked at, also in the middle of a document.
func TestReadingComesBeforeLooking(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", "A blurred page.\fAnother blurred page.%%EOF")
	c.turn()
	v.before = func() {
		c.write("b.md", "Sleep helps.")
		c.scan()
	}
	if more, err := c.in.lookSome(t.Context()); more || err != nil {
		t.Fatalf("more %v, error %v", more, err)
	}
	if saw := v.take(); len(saw) != 1 {
		t.Errorf("saw %q", saw)
	}
	if d := c.document("a.pdf"); !slices.Equal(d.Described, []int{1}) || !slices.Equal(d.Doubtful, []int{2}) {
		t.Errorf("what was seen is not there yet: %+v", d)
	}
	v.before = nil
	c.turn()
	c.look()
	if saw := v.take(); !slices.Equal(saw, []string{"transcribe Another blurred page."}) {
		t.Errorf("saw %q", saw)
	}
}

// On battery nothing is looked at.
func TestLookingWaitsForPower(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	c.in.saving.Store(true)
	c.look()
	if saw := v.take(); len(saw) != 0 {
		t.Errorf("saw %q", saw)
	}
	c.in.saving.Store(false)
	c.look()
	if saw := v.take(); len(saw) != 2 {
		t.Errorf("saw %q", saw)
	}
}

// A file that is not as it was read is the scan's business first.
func TestAChangedFileIsNotLookedAt(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.write("b.pdf", threePages+" ")
	c.turn()
	c.touch("a.pdf")
	c.remove("b.pdf")
	c.look()
	if saw := v.take(); len(saw) != 0 {
		t.Errorf("saw %q", saw)
	}
}

// A document that goes while it is looked at takes what was said of it along.
func TestADocumentThatGoes(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	row := c.document("a.pdf").RowID
	v.before = func() {
		if err := c.store.ExcludeDocument(t.Context(), row); err != nil {
			t.Error(err)
		}
	}
	c.look()
	if d := c.document("a.pdf"); d.State != store.Excluded || len(d.Described) != 0 {
		t.Errorf("%+v", d)
	}
}

// While the program runs, pages are looked at when everything is read.
func TestTheProgramLooksByItself(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	looking, ended := make(chan struct{}), make(chan struct{})
	v.before = func() { close(looking); <-ended }
	stop := c.start()
	<-looking
	if d := c.document("a.pdf"); d.State != store.KeywordReady && d.State != store.Ready {
		t.Errorf("it is looked at when it is %s", d.State)
	}
	v.mu.Lock()
	v.before = nil
	v.mu.Unlock()
	close(ended)
	c.until("everything is described", func() bool { return len(c.document("a.pdf").Described) == 2 })
	stop()
}

// The end of the program ends the look at a picture, and nothing is lost.
func TestLookingStopsWithTheProgram(t *testing.T) {
	c, v := seeing(t)
	c.write("a.pdf", threePages)
	c.turn()
	ctx, cancel := context.WithCancel(t.Context())
	v.before = cancel
	if _, err := c.in.lookSome(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	v.before = nil
	c.look()
	if d := c.document("a.pdf"); len(d.Described) != 2 {
		t.Errorf("%+v", d)
	}
}
