package extract

import (
	"fmt"
	"strings"
	"testing"

	"ibid/store"
)

// TestSpoken: transcripts as people copy them out of players and meetings have places in seconds; other texts with numbers have none.
func TestSpoken(t *testing.T) {
	lines := func(format string, step int) string {
		var b strings.Builder
		for i := range 8 {
			at := i * step
			fmt.Fprintf(&b, format+"\n", at/60, at%60, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text string
		want       string // the first words of the second cue; "" = not a transcript
		start, end float64
	}{
		{"times on lines of their own", "How memory works\n\n" + lines("%d:%02d\nsentence %d goes on.", 20), "sentence 1 goes", 20, 40},
		{"in brackets with a speaker", lines("[00:%02d:%02d] Anna: sentence %d goes on.", 15), "Anna: sentence 1", 15, 30},
		{"behind the speaker", lines("Dr. Anna Roe  %d:%02d\nsentence %d goes on.", 15), "Dr. Anna Roe: sentence 1", 15, 30},
		{"speaker and time in brackets", lines("Anna (%d:%02d): sentence %d goes on.", 15), "Anna: sentence 1", 15, 30},
		{"from and to", lines("00:%02d:%02d.000 --> 00:59:00.000 sentence %d goes on.", 15), "sentence 1 goes", 15, 3540},
		{"dash", lines("%d:%02d - sentence %d goes on.", 61), "sentence 1 goes", 61, 122},
		{"another clock begins", lines("%d:%02d sentence %d goes on.", 20) + lines("%d:%02d sentence %d goes on.", 20), "sentence 1 goes", 20, 40},
		{"a timetable", "9:00 Doors\n9:30 Words\n10:00 Talk\n10:30 Talk\n11:00 Tea\n11:30 Talk\n12:00 Lunch\n", "", 0, 0},
		{"in the afternoon", "1:00 pm Lunch\n1:30 pm Talk\n2:00 pm Talk\n2:30 pm Talk\n3:00 pm Tea\n3:30 pm Talk\n", "", 0, 0},
		{"verses", "1:8 And so\n1:9 it was\n" + lines("1:1%d verse %d %d", 1), "", 0, 0},
		{"few times", "0:10 one\n0:20 two\n0:30 three\nand the rest is text.\n", "", 0, 0},
		{"numbers", lines("The score was %d:%02d at half time %d.", 20), "", 0, 0},
		{"minutes that are none", strings.Replace(lines("%d:%02d sentence %d goes on.", 20), ":20", ":75", 1), "", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := plainText{}.Extract(t.Context(), sample{"a.txt", []byte(c.text)}.file())
			if err != nil {
				t.Fatal(err)
			}
			checkShape(t, "a.txt", text)
			if c.want == "" {
				if text.Unit != store.UnitHeading {
					t.Errorf("taken for a transcript: %q", text.Pages[0].Text)
				}
				return
			}
			at := -1
			for i, b := range text.Pages[0].Blocks {
				if strings.HasPrefix(text.Pages[0].Text[b.From:b.To], c.want) {
					at = i
					break
				}
			}
			if text.Unit != store.UnitTime || at < 0 {
				t.Fatalf("unit %s, text %q", text.Unit, text.Pages[0].Text)
			}
			if b := text.Pages[0].Blocks[at]; b.Start != c.start || b.End != c.end {
				t.Errorf("%q from %v to %v", c.want, b.Start, b.End)
			}
		})
	}
}
