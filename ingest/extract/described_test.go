package extract

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/store"
)

func TestWithDescription(t *testing.T) {
	own := store.Page{Number: 3, Text: "Memory\nfades", Blocks: []store.Block{
		{Span: store.Span{To: 6}, Kind: store.Heading, Level: 1}, {Span: store.Span{From: 7, To: 12}, Kind: store.Paragraph},
	}, Boxes: []store.Box{{Span: store.Span{To: 6}}}}
	for name, test := range map[string]struct{ said, want string }{
		"a chart":            {"A bar chart.\n\nIt falls. ", "A bar chart.\n\nIt falls."},
		"nothing":            {" \n\t ", ""},
		"marks of a program": {"\x00\x1b[31mred\u202e\xff\u200b", "[31mred\u202e"},
		"data":               {"See " + strings.Repeat("A", 5000), "See"},
		"endless":            {strings.Repeat("é ", 40_000), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := WithDescription(own, test.said, "ollama:llava")
			again := WithDescription(WithDescription(got, "Something else.", "ollama:other"), test.said, "ollama:llava")
			if again.Text != got.Text || len(again.Blocks) != len(got.Blocks) {
				t.Errorf("a second one is put beside the first: %q", again.Text)
			}
			if back := WithDescription(got, "", ""); back.Text != own.Text || len(back.Blocks) != 2 || IsDescribed(back) {
				t.Errorf("it does not go: %+v", back)
			}
			if name == "endless" {
				if n := len(got.Text); n < maxDescription/2 || n > maxDescription+len(own.Text)+1 || !utf8.ValidString(got.Text) {
					t.Errorf("%d bytes", n)
				}
				return
			}
			if test.want == "" {
				if got.Text != own.Text || IsDescribed(got) {
					t.Errorf("%q", got.Text)
				}
				return
			}
			if got.Text != own.Text+"\n"+test.want || !IsDescribed(got) {
				t.Fatalf("%q", got.Text)
			}
			if b := got.Blocks[2]; got.Text[b.From:b.To] != test.want || b.By != "ollama:llava" || b.Kind != store.Described {
				t.Errorf("block %+v", b)
			}
		})
	}
	if alone := WithDescription(store.Page{}, "A graph.", "x"); alone.Text != "A graph." || alone.Blocks[0].To != 8 {
		t.Errorf("on an empty page: %+v", alone)
	} else if back := WithDescription(alone, "", ""); back.Text != "" || len(back.Blocks) != 0 {
		t.Errorf("taken off it: %+v", back)
	}
}
