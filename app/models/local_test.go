package models

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

func openLocal(t testing.TB) *Local {
	t.Helper()
	l := NewLocal(LocalOptions{Dir: assetsDir(t)})
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

type referenceText struct {
	Prefix string    `json:"prefix"`
	Text   string    `json:"text"`
	Vector []float32 `json:"-"`
}

// references gives texts with the vectors of the float32 form of the same weights; see testdata/README.md.
func references(t testing.TB) (texts []referenceText) {
	t.Helper()
	data, err := os.ReadFile("testdata/reference_texts.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile("testdata/reference_vectors.f32")
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) != 4*localDim*len(texts) {
		t.Fatalf("%d bytes of vectors for %d texts", len(raw), len(texts))
	}
	for i := range texts {
		for range localDim {
			texts[i].Vector = append(texts[i].Vector, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
			raw = raw[4:]
		}
	}
	return texts
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

func TestVectorsAsReference(t *testing.T) {
	l, ctx := openLocal(t), context.Background()
	refs := references(t)
	var passages []string
	for _, r := range refs {
		if r.Prefix == passagePrefix {
			passages = append(passages, r.Text)
		}
	}
	batch, err := l.EmbedPassages(ctx, passages)
	if err != nil {
		t.Fatal(err)
	}
	worst, sum := 1.0, 0.0
	for _, r := range refs {
		var got []float32
		if r.Prefix == queryPrefix {
			if got, err = l.EmbedQuery(ctx, r.Text); err != nil {
				t.Fatal(err)
			}
		} else {
			got, batch = batch[0], batch[1:]
		}
		c := cosine(got, r.Vector)
		worst, sum = min(worst, c), sum+c
		if c < 0.997 {
			t.Errorf("cosine %.4f for %q", c, r.Text)
		}
	}
	t.Logf("cosine to float32: mean %.5f, least %.5f", sum/float64(len(refs)), worst)
}

func TestVectorsDoNotDependOnTheirBatch(t *testing.T) {
	l, ctx := openLocal(t), context.Background()
	texts := []string{"sleep", "", strings.Repeat("spaced practice ", 60), "sleep", "Größe", "short and long"}
	together, err := l.EmbedPassages(ctx, texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := l.EmbedPassages(ctx, []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if c := cosine(alone[0], together[i]); c < 0.99999 {
			t.Errorf("%.20q: cosine %.6f between alone and in a batch", text, c)
		}
	}
	if !slices.Equal(together[0], together[3]) {
		t.Error("the same text has two vectors")
	}
}

func TestIdentity(t *testing.T) {
	identity, dim, err := openLocal(t).Identity(context.Background())
	if err != nil || dim != 384 || !strings.HasPrefix(identity, "multilingual-e5-small/") || !strings.HasSuffix(identity, "/384/passage: ") {
		t.Errorf("identity %q, dimension %d, error %v", identity, dim, err)
	}
}
