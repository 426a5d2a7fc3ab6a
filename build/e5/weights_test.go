package e5_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"ibid/build/e5"
)

// tiny writes a weights file of one layer, with every number the same in each tensor.
func tiny() []byte {
	const hidden, ffn, vocabulary, positions = 32, 64, 4, 8
	le := binary.LittleEndian
	out := append([]byte("E5S1"), 1, 0, 0, 0)
	for _, n := range []uint32{hidden, 1, 2, ffn, vocabulary, positions, 1} {
		out = le.AppendUint32(out, n)
	}
	out = le.AppendUint32(le.AppendUint32(out, math.Float32bits(1e-12)), 32)

	pieces := []string{"<s>", "<pad>", "</s>", "<unk>", "▁a", "▁ab", "<mask>"}
	for _, n := range []uint32{uint32(len(pieces)), 0, 2, 1, 3} {
		out = le.AppendUint32(out, n)
	}
	text := ""
	var offsets, scores []byte
	for i, p := range pieces {
		offsets = le.AppendUint32(offsets, uint32(len(text)))
		scores = le.AppendUint32(scores, math.Float32bits(float32(-i)))
		text += p
	}
	offsets = le.AppendUint32(offsets, uint32(len(text)))
	out = le.AppendUint64(out, uint64(len(text)))
	out = append(append(append(out, offsets...), scores...), text...)

	table := []byte{1, 0, 0, 0, 0, 0x00, 0x20, 0, 0, 1, ' ', 0, 0, 0} // U+0001 dropped, U+2000 a space: NFKC does the second
	out = append(le.AppendUint32(le.AppendUint32(out, 2), uint32(len(table))), table...)

	type tensor struct {
		name      string
		quantized bool
		n         int
	}
	tensors := []tensor{{"emb.word", true, vocabulary * hidden}, {"emb.pos", false, positions * hidden}, {"emb.type", false, hidden}}
	for _, n := range []string{"emb.ln", "l0.aln", "l0.oln"} {
		tensors = append(tensors, tensor{n + ".w", false, hidden}, tensor{n + ".b", false, hidden})
	}
	for _, n := range []string{"q", "k", "v", "ao"} {
		tensors = append(tensors, tensor{"l0." + n + ".w", true, hidden * hidden}, tensor{"l0." + n + ".b", false, hidden})
	}
	tensors = append(tensors, tensor{"l0.fi.w", true, ffn * hidden}, tensor{"l0.fi.b", false, ffn}, tensor{"l0.fo.w", true, ffn * hidden}, tensor{"l0.fo.b", false, hidden})

	size := 4
	for _, t := range tensors {
		size += 2 + len(t.name) + 1 + 4 + 8 + 8
	}
	from := len(out) + size
	out = le.AppendUint32(out, uint32(len(tensors)))
	var data []byte
	for _, t := range tensors {
		kind, bytes := byte(0), 4*t.n
		if t.quantized {
			kind, bytes = 1, t.n/32*18
		}
		out = append(le.AppendUint16(out, uint16(len(t.name))), t.name...)
		out = le.AppendUint32(append(out, kind), uint32(t.n))
		out = le.AppendUint64(le.AppendUint64(out, uint64(from+len(data))), uint64(bytes))
		for i := range bytes {
			data = append(data, byte(i*7%60))
		}
	}
	return append(out, data...)
}

func TestTheSameWeightsGiveTheSameFiles(t *testing.T) {
	var models, tokens [][]byte
	for range 2 {
		w, err := e5.ReadWeights(tiny())
		if err != nil {
			t.Fatal(err)
		}
		m, errM := w.Model()
		k, errT := w.Tokens()
		if err := errors.Join(errM, errT); err != nil {
			t.Fatal(err)
		}
		models, tokens = append(models, m), append(tokens, k)
	}
	if !bytes.Equal(models[0], models[1]) || !bytes.Equal(tokens[0], tokens[1]) {
		t.Error("two conversions differ")
	}
	for _, name := range []string{"input_ids", "attention_mask", "sentence_embedding", "MatMulInteger", "com.microsoft"} {
		if !bytes.Contains(models[0], []byte(name)) {
			t.Errorf("the model does not name %s", name)
		}
	}
	// After the six numbers of the head: one dropped character, no blank that NFKC does not make one.
	if lists := tokens[0][5+6*4:]; !bytes.HasPrefix(lists, []byte{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}) {
		t.Errorf("the lists of characters begin %v", lists[:12])
	}
}

func TestBrokenWeights(t *testing.T) {
	whole := tiny()
	for _, n := range []int{0, 3, 10, 44, 60, 100, 200, len(whole) / 2} {
		w, err := e5.ReadWeights(whole[:n])
		if err == nil {
			_, err = w.Model()
		}
		if !errors.Is(err, e5.ErrFormat) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add([]byte("E5S1"))
	f.Add(tiny())
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := e5.ReadWeights(data)
		if err != nil {
			return
		}
		_, _ = w.Tokens() // whatever the file says, it must come back
	})
}
