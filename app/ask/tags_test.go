package ask

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestResolve(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Sky is blue [1].", "Sky is blue [1]."},
		{"renumbered by first appearance", "A [3]. B [1]. C [3].", "A [1]. B [2]. C [1]."},
		{"list", "A [1, 2].", "A [1][2]."},
		{"list with and", "A [1 and 2].", "A [1][2]."},
		{"adjacent", "A [2][1].", "A [1][2]."},
		{"range", "A [1-3].", "A [1][2][3]."},
		{"en dash", "A [1–2].", "A [1][2]."},
		{"lenticular", "A【1】.", "A[1]."},
		{"lenticular with source", "A【2†source】.", "A[1]."},
		{"word", "A [Source 2].", "A [1]."},
		{"words", "A (Sources 1 and 2).", "A [1][2]."},
		{"round", "A (source 1).", "A [1]."},
		{"round with page", "A (Source 1, page 4).", "A [1]."},
		{"see", "A (see passage 2).", "A [1]."},
		{"German", "A [Quelle 1], B (siehe Abschnitt 2).", "A [1], B [2]."},
		{"Chinese", "天空是蓝色的[来源1]。水是湿的（来源2）。", "天空是蓝色的[1]。水是湿的[2]。"},
		{"footnote", "A [^1].", "A [1]."},
		{"caret", "A. ^1", "A. [1]"},
		{"hash", "A [#2].", "A [1]."},
		{"escaped", `A \[1\].`, "A [1]."},
		{"double", "A [[1]].", "A [1]."},
		{"link", "A [1](https://example.org/x).", "A [1]."},
		{"nowhere", "A [9]. B [1].", "A. B [1]."},
		{"nowhere, zero", "A [0].", "A."},
		{"partly nowhere", "A [1, 9].", "A [1]."},
		{"twice", "A [1][1].", "A [1][1]."},
		{"exponent", "x^2 and 2^3 stay", "x^2 and 2^3 stay"},
		{"index", "so a[1] = 2 and my_list[2] stay", "so a[\u20601] = 2 and my_list[\u20602] stay"},
		{"code", "`lst[1]` and ```\nx[2]\n``` but [1]", "`lst[\u20601]` and ```\nx[\u20602]\n``` but [1]"},
		{"lone back quote", "a ` b\nc [1]", "a ` b\nc [1]"},
		{"round number", "(1) first (2) second", "(1) first (2) second"},
		{"other brackets", "[sic] and [x] stay", "[sic] and [x] stay"},
		{"unclosed", "A [1", "A [1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := numbering{passages: 3}
			if got := b.resolve(tt.in); got != tt.want {
				t.Errorf("resolve(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestStreamHoldsBackTags(t *testing.T) {
	const written = "First [2]. Then (see source 3, page 4) code `a[1]` and [9] nothing 【1】 at x[1] = 3.\nLast ^2 [1](http://x.y)."
	whole := numbering{passages: 3}
	want := whole.resolve(written)
	for size := 1; size < 9; size++ {
		r := &resolver{numbering: numbering{passages: 3}}
		got := ""
		for i := 0; i < len(written); i += size {
			got += r.write(written[i:min(len(written), i+size)])
		}
		got += r.flush()
		if got != want {
			t.Errorf("in parts of %d:\n got %q\nwant %q", size, got, want)
		}
	}
}

func TestStreamIsReadOnce(t *testing.T) {
	written := strings.Repeat("A word [2] and [9]. So ` [3] `` x [9][9] . Then\n```\nx[1] = 2\n```\n（来源1）天空 ^1 y ^2\n", 160)
	whole := numbering{passages: 3}
	want := whole.resolve(written)
	for _, size := range []int{1, 3, 5, 64} {
		r := &resolver{numbering: numbering{passages: 3}}
		var got strings.Builder
		behind := 0
		for i := 0; i < len(written); i += size {
			got.WriteString(r.write(written[i:min(len(written), i+size)]))
			behind = max(behind, r.raw.Len()-r.at)
		}
		got.WriteString(r.flush())
		if got.String() != want {
			t.Errorf("in parts of %d the stream is not the whole", size)
		}
		if behind > longestTag+size {
			t.Errorf("in parts of %d up to %d bytes are read again", size, behind)
		}
	}
}

func BenchmarkStream(b *testing.B) {
	written := strings.Repeat("The mitochondrion makes the energy of the cell [1]. ", maxWritten/52)
	for b.Loop() {
		r := &resolver{numbering: numbering{passages: 3}}
		for i := 0; i < len(written); i += 4 {
			r.write(written[i:min(len(written), i+4)])
		}
		r.flush()
	}
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"A [1, 2].", "【1†x】", "(source 1)", "^1", "`a[1]`", "[1-999]", "\\[1\\]", "[[1]](x)", "a.[9] .", "［1］", "（来源1）", "0[0]( )"} {
		f.Add(s, 3)
	}
	tag := regexp.MustCompile(`\[(\d+)\]`)
	f.Fuzz(func(t *testing.T, s string, cut int) {
		if !utf8.ValidString(s) {
			t.Skip()
		}
		b := numbering{passages: 3}
		whole := b.resolve(s)
		for _, m := range tag.FindAllStringSubmatch(whole, -1) {
			if n, err := strconv.Atoi(m[1]); err != nil || n < 1 || n > len(b.order) {
				t.Fatalf("%q: tag %s points nowhere", whole, m[0])
			}
		}
		for _, o := range b.order {
			if o < 1 || o > 3 {
				t.Fatalf("passage %d does not exist", o)
			}
		}
		if cut < 0 || cut > len(s) {
			return
		}
		r := &resolver{numbering: numbering{passages: 3}}
		if got := r.write(s[:cut]) + r.write(s[cut:]) + r.flush(); got != whole {
			t.Fatalf("cut at %d: %q, whole: %q", cut, got, whole)
		}
	})
}
