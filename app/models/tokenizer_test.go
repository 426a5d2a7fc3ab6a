package models

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

var sharedTokenizer = sync.OnceValues(func() (*tokenizer, error) {
	return openTokenizer(filepath.Join("..", "..", "build", "assets", "multilingual-e5-small.tokens"))
})

func newTokenizer(t testing.TB) *tokenizer {
	t.Helper()
	assetsDir(t)
	tok, err := sharedTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// TestTokensAsReference compares with the ids of another tokenizer made from the same weights; see testdata/README.md.
func TestTokensAsReference(t *testing.T) {
	tok := newTokenizer(t)
	data, err := os.ReadFile("testdata/reference_tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text string  `json:"text"`
		IDs  []int32 `json:"ids"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := tok.encode(c.Text, 0); !slices.Equal(got, c.IDs) {
			t.Errorf("%q:\n got %v\nwant %v", c.Text, got, c.IDs)
		}
	}
}

func TestTokensAreCut(t *testing.T) {
	tok := newTokenizer(t)
	long := strings.Repeat("memory and sleep ", 400)
	whole, cut := tok.encode(long, 0), tok.encode(long, 512)
	if len(cut) != 512 || cut[511] != tok.end || !slices.Equal(cut[:511], whole[:511]) {
		t.Errorf("cut to %d tokens, ending in %d", len(cut), cut[len(cut)-1])
	}
	// The cut may fall within a word, whose pieces are many.
	words := strings.Repeat("Gedächtniskonsolidierung hippocampal-neocortical ", 5)
	whole = tok.encode(words, 0)
	for limit := 3; limit < len(whole); limit++ {
		if cut := tok.encode(words, limit); len(cut) != limit || cut[limit-1] != tok.end || !slices.Equal(cut[:limit-1], whole[:limit-1]) {
			t.Errorf("cut to %d tokens, want %d", len(cut), limit)
		}
	}
	if short := tok.encode("sleep", 512); !slices.Equal(short, tok.encode("sleep", 0)) {
		t.Errorf("a short text changed: %v", short)
	}
}

func TestBrokenTokenizerFiles(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(assetsDir(t), "multilingual-e5-small.tokens"))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 4, 5, 20, 40, 1000, len(data) / 2, len(data) - 1} {
		if _, err := readTokenizer(data[:n]); err == nil {
			t.Errorf("a file cut to %d bytes was read", n)
		}
	}
}

func FuzzTokens(f *testing.F) {
	tok := newTokenizer(f)
	for _, s := range []string{"", " a  b ", "Größe", "ไทย", "क्षत्रिय", "▁▁", "～", "\xff\x00", "👩‍🏫"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ids := tok.encode(text, 0)
		if ids[0] != tok.start || ids[len(ids)-1] != tok.end || len(ids) > 2+2*utf8.RuneCountInString(text)*18+2 {
			t.Fatalf("%d tokens for %d characters", len(ids), utf8.RuneCountInString(text))
		}
		for _, id := range ids {
			if id < 0 || int(id) >= len(tok.scores) {
				t.Fatalf("token %d", id)
			}
		}
		if cut := tok.encode(text, 16); len(cut) > 16 || len(ids) <= 16 && !slices.Equal(cut, ids) {
			t.Fatalf("cut to %d", len(cut))
		}
	})
}

func FuzzReadTokenizer(f *testing.F) {
	f.Add([]byte("IBTK\x01"))
	f.Add(slices.Concat([]byte("IBTK\x01\x02\x00\x00\x00\x01\x00\x00\x00"), make([]byte, 64)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if tok, err := readTokenizer(data); err == nil {
			tok.encode("a b c", 0)
		}
	})
}

func BenchmarkTokens(b *testing.B) {
	tok := newTokenizer(b)
	text := strings.Repeat("Sleep after learning protects new traces; der Schlaf schützt neue Spuren. ", 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		tok.encode(text, 0)
	}
}

func BenchmarkOpenTokenizer(b *testing.B) {
	path := filepath.Join(assetsDir(b), "multilingual-e5-small.tokens")
	for b.Loop() {
		if _, err := openTokenizer(path); err != nil {
			b.Fatal(err)
		}
	}
}
