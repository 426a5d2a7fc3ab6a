package e5

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Numbers of the ONNX format (onnx.proto): element types.
const (
	typeFloat = 1
	typeUint8 = 2
	typeInt8  = 3
	typeInt32 = 6
	typeInt64 = 7
	typeHalf  = 10
)

// contrib is the operator set that ONNX Runtime adds to the standard one.
const contrib = "com.microsoft"

// message builds one protobuf message: fields are appended in the order of the calls.
type message []byte

func (m *message) varint(field int, v uint64) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3)
	*m = binary.AppendUvarint(*m, v)
}

func (m *message) bytes(field int, b []byte) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|2)
	*m = binary.AppendUvarint(*m, uint64(len(b)))
	*m = append(*m, b...)
}

func (m *message) text(field int, s string) { m.bytes(field, []byte(s)) }

func (m *message) float(field int, v float32) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|5)
	*m = binary.LittleEndian.AppendUint32(*m, math.Float32bits(v))
}

// attribute is one setting of an operator; the value is an int, a float32 or a []int.
type attribute struct {
	name  string
	value any
}

func (a attribute) encode() []byte {
	var m message
	m.text(1, a.name)
	switch v := a.value.(type) {
	case float32:
		m.float(2, v)
		m.varint(20, 1)
	case int:
		m.varint(3, uint64(int64(v)))
		m.varint(20, 2)
	case string:
		m.text(4, v)
		m.varint(20, 3)
	case []int:
		for _, i := range v {
			m.varint(8, uint64(int64(i)))
		}
		m.varint(20, 7)
	}
	return m
}

// graph collects operators and constants and names their results.
type graph struct {
	nodes, constants message
	count            int
}

func (g *graph) name(kind string) string {
	g.count++
	return fmt.Sprintf("%s_%d", kind, g.count)
}

// constant adds a tensor and gives its name.
func (g *graph) constant(kind int, dims []int, raw []byte) string {
	var t message
	for _, d := range dims {
		t.varint(1, uint64(d))
	}
	name := g.name("const")
	t.varint(2, uint64(kind))
	t.text(8, name)
	t.bytes(9, raw)
	g.constants.bytes(5, t)
	return name
}

func (g *graph) floats(v []float32, dims ...int) string {
	var raw []byte
	for _, f := range v {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(f))
	}
	return g.constant(typeFloat, dims, raw)
}

func (g *graph) float(v float32) string { return g.floats([]float32{v}) }
func (g *graph) byte(v byte) string     { return g.constant(typeUint8, nil, []byte{v}) }

func (g *graph) ints(v ...int) string {
	var raw []byte
	for _, i := range v {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(int64(i)))
	}
	return g.constant(typeInt64, []int{len(v)}, raw)
}

// op adds an operator with one result and gives the result's name.
func (g *graph) op(kind string, inputs []string, attributes ...attribute) string {
	out := g.name(kind)
	g.node("", kind, inputs, []string{out}, attributes)
	return out
}

// own adds an operator of ONNX Runtime's own set.
func (g *graph) own(kind string, inputs []string, attributes ...attribute) string {
	out := g.name(kind)
	g.node(contrib, kind, inputs, []string{out}, attributes)
	return out
}

func (g *graph) node(domain, kind string, inputs, outputs []string, attributes []attribute) {
	var n message
	for _, s := range inputs {
		n.text(1, s)
	}
	for _, s := range outputs {
		n.text(2, s)
	}
	n.text(3, "n_"+outputs[0])
	n.text(4, kind)
	for _, a := range attributes {
		n.bytes(5, a.encode())
	}
	if domain != "" {
		n.text(7, domain)
	}
	g.nodes.bytes(1, n)
}

// port describes an input or output; a dimension is a name or a number.
func port(name string, kind int, dims ...any) []byte {
	var shape, tensor, kinds, m message
	for _, d := range dims {
		var dim message
		switch d := d.(type) {
		case string:
			dim.text(2, d)
		case int:
			dim.varint(1, uint64(d))
		}
		shape.bytes(1, dim)
	}
	tensor.varint(1, uint64(kind))
	tensor.bytes(2, shape)
	kinds.bytes(1, tensor)
	m.text(1, name)
	m.bytes(2, kinds)
	return m
}

// model closes the graph and gives the file. IR version 8 and operator set 17 go together.
func (g *graph) model(title string, inputs, outputs [][]byte) []byte {
	var body, standard, own, m message
	body = append(body, g.nodes...)
	body.text(2, title)
	body = append(body, g.constants...)
	for _, p := range inputs {
		body.bytes(11, p)
	}
	for _, p := range outputs {
		body.bytes(12, p)
	}
	standard.text(1, "")
	standard.varint(2, 17)
	own.text(1, contrib)
	own.varint(2, 1)
	m.varint(1, 8)
	m.text(2, "ibid")
	m.bytes(7, body)
	m.bytes(8, standard)
	m.bytes(8, own)
	return m
}
