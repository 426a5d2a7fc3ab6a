package chunk_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/ingest/chunk"
	"ibid/ingest/extract"
	"ibid/store"
)

// block is a line of a test's page.
type block struct {
	kind       store.BlockKind
	level      int
	text       string
	start, end float64
}

func pageOf(number int, sep string, blocks ...block) store.Page {
	p := store.Page{Number: number}
	for _, b := range blocks {
		if p.Text != "" {
			p.Text += sep
		}
		from := len(p.Text)
		p.Text += b.text
		p.Blocks = append(p.Blocks, store.Block{Span: store.Span{From: from, To: len(p.Text)}, Kind: b.kind, Level: b.level, Start: b.start, End: b.end})
	}
	return p
}

func heading(level int, text string) block {
	return block{kind: store.Heading, level: level, text: text}
}
func par(words int) block {
	return block{kind: store.Paragraph, text: strings.TrimSpace(strings.Repeat("Memory fades unless it is used again. ", words/7))}
}

// check holds passages to what the rest of the program relies on.
func check(t testing.TB, text extract.Text, got []store.Passage) {
	t.Helper()
	pages := map[int]store.Page{}
	for _, p := range text.Pages {
		pages[p.Number] = p
	}
	covered := map[int]int{}
	for i, p := range got {
		page, ok := pages[p.Page]
		switch {
		case p.Ordinal != i:
			t.Fatalf("passage %d has ordinal %d", i, p.Ordinal)
		case !ok || p.From < 0 || p.To > len(page.Text) || p.From >= p.To || page.Text[p.From:p.To] != p.Text:
			t.Fatalf("passage %d is not the text of its span %v on page %d", i, p.Span, p.Page)
		case !utf8.ValidString(p.Text) && utf8.ValidString(page.Text):
			t.Fatalf("passage %d cuts a character", i)
		case strings.TrimSpace(p.Text) == "":
			t.Fatalf("passage %d is blank", i)
		case utf8.RuneCountInString(p.Text) > 3000:
			t.Fatalf("passage %d has %d characters", i, utf8.RuneCountInString(p.Text))
		case p.Tokens > 420:
			t.Fatalf("passage %d has %d tokens", i, p.Tokens)
		case text.Unit == store.UnitTime && (p.End < p.Start || p.End-p.Start > 120):
			t.Fatalf("passage %d is from %v to %v", i, p.Start, p.End)
		case strings.Contains(p.Heading, "\n") || len(p.Heading) > 250:
			t.Fatalf("passage %d has the heading %q", i, p.Heading)
		}
		if i > 0 && got[i-1].Page == p.Page && (p.From <= got[i-1].From || p.To <= got[i-1].To) {
			t.Fatalf("passage %d does not go on: %v after %v", i, p.Span, got[i-1].Span)
		}
		// Nothing is lost: only white space stands between a passage and the end of the one before.
		if from := covered[p.Page]; p.From > from && strings.TrimSpace(page.Text[from:p.From]) != "" {
			t.Fatalf("%q before passage %d is in none", page.Text[from:p.From], i)
		}
		covered[p.Page] = p.To
	}
	for n, p := range pages {
		if strings.TrimSpace(p.Text[covered[n]:]) != "" {
			t.Fatalf("%q at the end of page %d is in no passage", p.Text[covered[n]:], n)
		}
	}
}

func split(t *testing.T, unit store.Unit, pages ...store.Page) []store.Passage {
	t.Helper()
	text := extract.Text{Unit: unit, Pages: pages}
	got := chunk.Split(text, chunk.Options{Title: "Memory"})
	check(t, text, got)
	if again := chunk.Split(text, chunk.Options{Title: "Memory"}); !reflect.DeepEqual(got, again) {
		t.Error("a second time it is cut otherwise")
	}
	return got
}

// TestSlides: a slide is a passage, and knows its title but not that of the slide before.
func TestSlides(t *testing.T) {
	got := split(t, store.UnitSlide,
		pageOf(1, "\n", heading(1, "Stages"), par(50)),
		pageOf(2, "\n", par(20)),
		pageOf(3, "\n"),
		pageOf(4, "\n", heading(1, "Sleep")),
	)
	if len(got) != 3 || got[0].Heading != "Stages" || got[1].Heading != "" || got[1].Page != 2 || got[2].Heading != "Sleep" {
		t.Errorf("%+v", got)
	}
}

// TestDescribed: what a model said of a picture is in passages of its own, however short or long it is.
func TestDescribed(t *testing.T) {
	for _, words := range []int{7, 700} {
		page := pageOf(1, "\n", heading(1, "Stages"), par(28), par(words))
		page.Blocks[2].Kind, page.Blocks[2].By = store.Described, "ollama:llava"
		got := split(t, store.UnitPage, page)
		for _, p := range got {
			if by := p.DescribedBy; (by == "ollama:llava") != (p.From >= page.Blocks[2].From) || by != "" && by != "ollama:llava" {
				t.Errorf("%d words: passage from %d by %q", words, p.From, by)
			}
			if p.To > page.Blocks[1].To && p.From < page.Blocks[2].From {
				t.Errorf("%d words: a passage has both", words)
			}
		}
		if want := max(2, words/200); len(got) < want || got[1].Heading != "Stages" {
			t.Errorf("%d words: %d passages", words, len(got))
		}
	}
}

// TestSteps: slides that are built up make one passage, on the last of them.
func TestSteps(t *testing.T) {
	last := pageOf(4, "\n", heading(1, "Stages"), par(20), par(30))
	last.First = 2
	text := extract.Text{Unit: store.UnitPage, Pages: []store.Page{
		pageOf(1, "\n", par(20)), pageOf(2, "\n", heading(1, "Stages")), pageOf(3, "\n", heading(1, "Stages"), par(20)), last, pageOf(5, "\n", par(30)),
	}}
	var got [][2]int
	for _, p := range chunk.Split(text, chunk.Options{}) {
		got = append(got, [2]int{p.First, p.Page})
	}
	if want := [][2]int{{0, 1}, {2, 4}, {0, 5}}; !reflect.DeepEqual(got, want) {
		t.Errorf("passages on %v, want %v", got, want)
	}
}

// TestLongPage: a page of a book is cut at its heading and between paragraphs, into parts of about the same size.
func TestLongPage(t *testing.T) {
	got := split(t, store.UnitPage, pageOf(1, "\n", par(70), par(70), heading(2, "Sleep"), par(70), par(70)), pageOf(2, "\n", par(70)))
	if len(got) != 3 || !strings.HasPrefix(got[1].Text, "Sleep\n") || got[1].Heading != "Sleep" {
		t.Fatalf("%d passages: %+v", len(got), got)
	}
	if got[2].Page != 2 || got[2].Heading != "Sleep" {
		t.Errorf("page 2 goes on with the section: %+v", got[2])
	}
}

// TestSections: sections are passages with the path of their headings; next to empty ones join what follows.
func TestSections(t *testing.T) {
	got := split(t, store.UnitHeading, pageOf(1, "\n",
		par(30),
		heading(1, "Memory"), heading(2, "Stages"), par(60),
		heading(2, "Sleep"), par(14), heading(3, "REM"), par(60),
		heading(1, "Revision"), par(300)))
	var paths []string
	for _, p := range got {
		paths = append(paths, p.Heading)
	}
	want := []string{"", "Memory", "Memory > Sleep", "Revision", "Revision"}
	if !reflect.DeepEqual(paths, want) {
		t.Fatalf("%q, want %q", paths, want)
	}
	if d := got[3].Tokens - got[4].Tokens; d > 60 || d < -60 {
		t.Errorf("the halves of a long section have %d and %d tokens", got[3].Tokens, got[4].Tokens)
	}
}

// TestSentences: a paragraph that is too long is cut between sentences, and not behind an abbreviation.
func TestSentences(t *testing.T) {
	text := strings.TrimSpace(strings.Repeat("Man vergisst vieles, vgl. Kapitel drei, wenn man nicht wiederholt. ", 60))
	for _, p := range split(t, store.UnitHeading, pageOf(1, "\n", block{kind: store.Paragraph, text: text})) {
		if !strings.HasPrefix(p.Text, "Man ") || !strings.HasSuffix(p.Text, "wiederholt.") {
			t.Errorf("cut inside of a sentence: %q", p.Text)
		}
	}
}

// TestTable: rows stay whole.
func TestTable(t *testing.T) {
	blocks := []block{heading(1, "Results")}
	for range 60 {
		blocks = append(blocks, block{kind: store.Row, text: "testing | better after a week | strong evidence"})
	}
	for _, p := range split(t, store.UnitHeading, pageOf(1, "\n", blocks...)) {
		if !strings.HasSuffix(p.Text, "evidence") || strings.HasPrefix(p.Text, "|") {
			t.Errorf("a row is cut: %q", p.Text)
		}
	}
}

// TestCode: code is cut between lines, where a blank line stands if it can be, and keeps its indents.
func TestCode(t *testing.T) {
	code := strings.TrimSpace(strings.Repeat("def recall(item):\n    effort = item.age / item.strength\n    return effort > 0.5\n\n", 24))
	got := split(t, store.UnitHeading, pageOf(1, "\n", block{kind: store.CodeLine, text: code}))
	for _, p := range got {
		if !strings.HasPrefix(p.Text, "def ") {
			t.Errorf("cut inside of a function: %q", p.Text[:40])
		}
	}
	if len(got) < 2 {
		t.Errorf("%d passages", len(got))
	}
}

// TestTranscript: passages of about a minute that overlap a little and end with a sentence; a clock that starts again separates.
func TestTranscript(t *testing.T) {
	var blocks []block
	add := func(n int) {
		for i := range n {
			text := "and what we see here is that"
			if i%4 == 3 {
				text = "memory fades over time."
			}
			blocks = append(blocks, block{store.Cue, 0, text, float64(4 * i), float64(4*i) + 3.9})
		}
	}
	add(60)
	first := len(blocks)
	add(30)
	got := split(t, store.UnitTime, pageOf(1, " ", blocks...))
	restart := 0
	for i, p := range got {
		if i > 0 && p.Start < got[i-1].Start {
			restart++
			if p.From != 0 && !strings.HasPrefix(p.Text, "and what") {
				t.Errorf("the second clock begins with %q", p.Text)
			}
		}
		if i+1 < len(got) && !strings.HasSuffix(p.Text, "time.") {
			t.Errorf("passage %d ends with %q", i, p.Text[len(p.Text)-20:])
		}
		if i > 0 && p.Start > got[i-1].Start && p.Start >= got[i-1].End {
			t.Errorf("passage %d does not overlap the one before", i)
		}
	}
	if restart != 1 || first != 60 || len(got) < 5 || len(got) > 9 {
		t.Errorf("%d passages, the clock starts again %d times", len(got), restart)
	}
}

// TestTopicTurns: without pauses and ends of sentences a transcript is cut where other words begin to be used, wherever that is.
func TestTopicTurns(t *testing.T) {
	topics := [][]string{strings.Fields("memory recall forgetting sleep hippocampus retention"), strings.Fields("price market demand supply inflation wages")}
	for _, turn := range []int{12, 15, 21} { // of cues of four seconds
		var cues []block
		for i := range 40 {
			words := topics[0]
			if i >= turn {
				words = topics[1]
			}
			text := "so we see " + words[i%6] + " and then " + words[(i*5+1)%6]
			cues = append(cues, block{kind: store.Cue, text: text, start: float64(4 * i), end: float64(4*i + 4)})
		}
		got := split(t, store.UnitTime, pageOf(1, " ", cues...))
		if want := float64(4 * turn); got[0].End != want {
			t.Errorf("the topic turns at %v, the first passage ends at %v", want, got[0].End)
		}
	}
}

// TestLongCue: a cue that holds a whole transcript is cut, its time shared out.
func TestLongCue(t *testing.T) {
	b := par(700)
	b.kind, b.end = store.Cue, 700
	got := split(t, store.UnitTime, pageOf(1, " ", b))
	if len(got) < 4 || got[0].Start != 0 || got[len(got)-1].End < 690 {
		t.Errorf("%d passages from %v to %v", len(got), got[0].Start, got[len(got)-1].End)
	}
	// The clock goes with the text: a hundredth of the words is a hundredth of the time.
	for i, p := range got {
		if from, to := 7*float64(p.From)/float64(len(b.text))*100, 7*float64(p.To)/float64(len(b.text))*100; p.Start < from-2 || p.Start > from+2 || p.End < to-2 || p.End > to+2 {
			t.Errorf("passage %d is from %v to %v, its words from %v to %v", i, p.Start, p.End, from, to)
		}
	}
}

// TestScripts: text without blanks is counted by characters, and cut at its own full stops.
func TestScripts(t *testing.T) {
	for name, text := range map[string]string{
		"zh": strings.Repeat("记忆有三个阶段，分别是编码、存储和提取，睡眠有助于巩固记忆。", 60),
		"ja": strings.Repeat("記憶には三つの段階があります。睡眠は記憶を固定します。", 60),
		"th": strings.Repeat("ความจำมีสามขั้นตอนการนอนหลับช่วยให้จำ", 80),
		"ru": strings.Repeat("Память человека имеет три стадии. Сон помогает запоминать. ", 60),
		"ar": strings.Repeat("للذاكرة ثلاث مراحل هي الترميز والتخزين والاسترجاع. ", 60),
	} {
		got := split(t, store.UnitHeading, pageOf(1, "\n", block{kind: store.Paragraph, text: strings.TrimSpace(text)}))
		if len(got) < 2 {
			t.Errorf("%s: %d passages", name, len(got))
		}
		for _, p := range got {
			if (name == "zh" || name == "ja") && !strings.HasSuffix(p.Text, "。") {
				t.Errorf("%s: cut inside of a sentence: %q", name, p.Text)
			}
		}
	}
}

// TestNothing: no text, no passages.
// TestTokens: text whose words take many tokens is bounded by them, and leaves room for the title and headings that go with it.
func TestTokens(t *testing.T) {
	var russian block
	for n := 5; n <= 40; n++ {
		russian = block{kind: store.Paragraph, text: strings.TrimSpace(strings.Repeat("Воспоминания постепенно исчезают, если ими долгое время совершенно не пользоваться. ", n))}
		split(t, store.UnitPage, pageOf(1, "\n", russian))
	}
	long := heading(1, strings.TrimSpace(strings.Repeat("A heading that goes on ", 8)))
	text := extract.Text{Unit: store.UnitPage, Pages: []store.Page{pageOf(1, "\n", long, russian)}}
	got := chunk.Split(text, chunk.Options{Title: strings.Repeat("A title that goes on and on ", 20)})
	check(t, text, got)
	for _, p := range got {
		if room := 480 - 100 - len(p.Heading)/3; p.Heading == "" || p.Tokens > room {
			t.Errorf("passage %d has %d tokens beside a long title and %q: the embedder has room for %d", p.Ordinal, p.Tokens, p.Heading, room)
		}
	}
}

// TestHeadingStaysWithItsText: wherever a long page is cut, no passage ends with a heading.
func TestHeadingStaysWithItsText(t *testing.T) {
	for before := 21; before < 400; before += 14 {
		for after := 7; after < 300; after += 28 {
			for _, p := range split(t, store.UnitPage, pageOf(1, "\n", par(before), heading(2, "Sleep"), par(after), par(100))) {
				if strings.HasSuffix(p.Text, "Sleep") {
					t.Fatalf("%d words before and %d after: a passage ends with the heading", before, after)
				}
			}
		}
	}
}

// TestSlowSpeech: few words in a long time are cut by the clock, the end of the recording too.
func TestSlowSpeech(t *testing.T) {
	for n := 5; n < 12; n++ {
		var cues []block
		for i := range n {
			cues = append(cues, block{kind: store.Cue, text: "and then we wait", start: float64(20 * i), end: float64(20*i + 20)})
		}
		for _, p := range split(t, store.UnitTime, pageOf(1, " ", cues...)) {
			if p.End-p.Start > 100 {
				t.Errorf("%d cues: a passage from %v to %v", n, p.Start, p.End)
			}
		}
	}
}

func TestNothing(t *testing.T) {
	if got := chunk.Split(extract.Text{}, chunk.Options{}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	split(t, store.UnitPage, pageOf(1, "\n"), store.Page{Number: 2, Text: " \n "})
	if got := split(t, store.UnitPage, store.Page{Number: 1, Text: "A page without blocks."}); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// FuzzSplit makes pages out of any text: each line a block of the kind that its first letter says.
func FuzzSplit(f *testing.F) {
	f.Add("#One\npSome words. More of them.\nra | b\nccode\n\n\nc  more", uint8(0), "Title")
	f.Add(strings.Repeat("p记忆有三个阶段。", 300), uint8(1), "")
	f.Add(strings.Repeat("qwords and words ", 500), uint8(2), strings.Repeat("long ", 200))
	f.Add("u1\nuone\n"+strings.Repeat("utwo. ", 700)+"\n-", uint8(3), "t")
	kinds := map[byte]store.BlockKind{'#': store.Heading, 'r': store.Row, 'c': store.CodeLine, 'i': store.Item, 'n': store.NotesText}
	units := []store.Unit{store.UnitPage, store.UnitSlide, store.UnitHeading, store.UnitTime}
	f.Fuzz(func(t *testing.T, lines string, unit uint8, title string) {
		u := units[int(unit)%len(units)]
		var blocks []block
		clock := 0.0
		for _, l := range strings.Split(strings.ToValidUTF8(lines, "?"), "\n") {
			if strings.TrimSpace(l) == "" {
				continue
			}
			b := block{kind: store.Paragraph, text: l}
			if k, ok := kinds[l[0]]; ok {
				b.kind, b.level = k, len(l)%7
			}
			if u == store.UnitTime {
				if l[0] == '-' {
					clock = 0
				}
				b.kind, b.level, b.start, b.end = store.Cue, 0, clock, clock+float64(len(l))
				clock += float64(len(l) % 50)
			}
			blocks = append(blocks, b)
		}
		text := extract.Text{Unit: u, Pages: []store.Page{pageOf(1, "\n", blocks...), pageOf(2, "\n", blocks...)}}
		check(t, text, chunk.Split(text, chunk.Options{Title: title}))
	})
}

func BenchmarkSplit(b *testing.B) {
	var blocks []block
	for i := range 2000 {
		if i%20 == 0 {
			blocks = append(blocks, heading(1+i%3, "A heading"))
		}
		blocks = append(blocks, par(20+i*7%300))
	}
	text := extract.Text{Unit: store.UnitHeading, Pages: []store.Page{pageOf(1, "\n", blocks...)}}
	b.SetBytes(int64(len(text.Pages[0].Text)))
	for b.Loop() {
		chunk.Split(text, chunk.Options{Title: "Title"})
	}
}
