package e5

import (
	"encoding/binary"
	"fmt"
)

// Names of the model's inputs and output.
const (
	inputIDs   = "input_ids"
	inputMask  = "attention_mask"
	outputName = "sentence_embedding"
)

// network writes the operators of the model; the first tensor that is missing is kept in err.
type network struct {
	*graph
	w   *Weights
	err error
}

// Model gives the ONNX file: tokens and mask in (int64, [batch, sequence]), one unit vector a text out.
// The token table stays in the 4 bits it was published in. The layers compute with whole numbers: weights of 7 bits with a
// scale for each output, activations of 8 bits with a scale for each token, so that a text's vector does not depend on the
// texts beside it in the batch.
func (w *Weights) Model() ([]byte, error) {
	n := &network{graph: &graph{}, w: w}
	x := n.norm(n.op("Add", []string{n.tokens(), n.positions()}), "emb.ln")
	mask := n.op("Cast", []string{inputMask}, attribute{"to", typeInt32})
	for i := range w.Layers {
		x = n.layer(x, mask, fmt.Sprintf("l%d.", i))
	}
	n.pool(x)
	if n.err != nil {
		return nil, n.err
	}
	in := [][]byte{port(inputIDs, typeInt64, "batch", "sequence"), port(inputMask, typeInt64, "batch", "sequence")}
	out := [][]byte{port(outputName, typeFloat, "batch", w.Hidden)}
	return n.model("multilingual-e5-small", in, out), nil
}

func (n *network) tensor(name string) []float32 {
	v, err := n.w.floats(name)
	if err != nil && n.err == nil {
		n.err = err
	}
	return v
}

// tokens looks up the packed rows of the tokens and unpacks only those.
func (n *network) tokens() string {
	hidden := n.w.Hidden
	values, scales, err := n.w.quarter("emb.word")
	if err != nil {
		n.err = err
		return ""
	}
	var halves []byte
	for _, s := range scales {
		halves = binary.LittleEndian.AppendUint16(halves, s)
	}
	rows := len(values) / hidden
	packed := n.op("Gather", []string{n.constant(typeUint8, []int{rows, hidden / 2}, pack(values)), inputIDs})
	scale := n.op("Gather", []string{n.constant(typeHalf, []int{rows, hidden / block}, halves), inputIDs})
	scale = n.op("Cast", []string{scale}, attribute{"to", typeFloat})

	last := n.ints(-1)
	high := n.op("BitShift", []string{packed, n.byte(4)}, attribute{"direction", "RIGHT"})
	low := n.op("Sub", []string{packed, n.op("Mul", []string{high, n.byte(16)})})
	pairs := n.op("Concat", []string{n.op("Unsqueeze", []string{low, last}), n.op("Unsqueeze", []string{high, last})}, attribute{"axis", -1})
	blocks := n.op("Reshape", []string{pairs, n.ints(0, 0, hidden/block, block)})
	whole := n.op("Sub", []string{n.op("Cast", []string{blocks}, attribute{"to", typeFloat}), n.float(8)})
	scaled := n.op("Mul", []string{whole, n.op("Unsqueeze", []string{scale, last})})
	return n.op("Reshape", []string{scaled, n.ints(0, 0, hidden)})
}

// positions gives what is added for the place of each token; all tokens are of type 0, whose vector is added in here.
func (n *network) positions() string {
	place, kind := n.tensor("emb.pos"), n.tensor("emb.type")
	if n.err != nil {
		return ""
	}
	for i := range place {
		place[i] += kind[i%n.w.Hidden]
	}
	length := n.op("Shape", []string{inputIDs}, attribute{"start", 1}, attribute{"end", 2})
	return n.op("Slice", []string{n.floats(place, n.w.Positions, n.w.Hidden), n.ints(0), length, n.ints(0)})
}

func (n *network) norm(x, name string) string {
	weight, bias := n.tensor(name+".w"), n.tensor(name+".b")
	return n.op("LayerNormalization", []string{x, n.floats(weight, len(weight)), n.floats(bias, len(bias))},
		attribute{"axis", -1}, attribute{"epsilon", n.w.Epsilon})
}

// layer is one block of the encoder: attention and feed-forward, each added to its input and normalised.
func (n *network) layer(x, mask, p string) string {
	h := n.w.Hidden
	joined := n.linear(x, h, p+"q", p+"k", p+"v")
	q, k, v := n.name("q"), n.name("k"), n.name("v")
	n.node("", "Split", []string{joined, n.ints(h, h, h)}, []string{q, k, v}, []attribute{{"axis", -1}})
	seen := n.own("MultiHeadAttention", []string{q, k, v, "", mask}, attribute{"num_heads", n.w.Heads})
	x = n.norm(n.op("Add", []string{x, n.linear(seen, h, p+"ao")}), p+"aln")
	inner := n.own("Gelu", []string{n.linear(x, h, p+"fi")})
	return n.norm(n.op("Add", []string{x, n.linear(inner, n.w.FeedForward, p+"fo")}), p+"oln")
}

// linear multiplies by the named weights, side by side, in whole numbers, and adds their bias.
func (n *network) linear(x string, in int, names ...string) string {
	var weights, bias []float32
	for _, name := range names {
		w, err := n.w.dense(name + ".w")
		if err != nil && n.err == nil {
			n.err = err
		}
		weights, bias = append(weights, w...), append(bias, n.tensor(name+".b")...)
	}
	if n.err != nil {
		return ""
	}
	values, scales := narrow(weights, in)
	out := len(scales)
	most := n.op("ReduceMax", []string{n.op("Abs", []string{x})}, attribute{"axes", []int{-1}}, attribute{"keepdims", 1})
	step := n.op("Max", []string{n.op("Mul", []string{most, n.float(1.0 / 127)}), n.float(1e-9)})
	whole := n.op("Round", []string{n.op("Div", []string{x, step})})
	whole = n.op("Cast", []string{n.op("Add", []string{whole, n.float(128)})}, attribute{"to", typeUint8})
	y := n.op("MatMulInteger", []string{whole, n.constant(typeInt8, []int{in, out}, values), n.byte(128)})
	y = n.op("Mul", []string{n.op("Cast", []string{y}, attribute{"to", typeFloat}), step})
	y = n.op("Mul", []string{y, n.floats(scales, out)})
	return n.op("Add", []string{y, n.floats(bias, out)})
}

// pool averages the tokens that the mask keeps and scales the result to length 1.
func (n *network) pool(x string) {
	mask := n.op("Unsqueeze", []string{n.op("Cast", []string{inputMask}, attribute{"to", typeFloat}), n.ints(-1)})
	sum := n.op("ReduceSum", []string{n.op("Mul", []string{x, mask}), n.ints(1)}, attribute{"keepdims", 0})
	count := n.op("ReduceSum", []string{mask, n.ints(1)}, attribute{"keepdims", 0})
	mean := n.op("Div", []string{sum, n.op("Max", []string{count, n.float(1e-9)})})
	n.node("", "LpNormalization", []string{mean}, []string{outputName}, []attribute{{"axis", -1}, {"p", 2}})
}
