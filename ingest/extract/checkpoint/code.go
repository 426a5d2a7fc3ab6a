package checkpoint

import "fmt"

// The instructions that are written, and those that are looked for.
const (
	unreachable = 0x00
	loop        = 0x03
	ifThen      = 0x04
	end         = 0x0b
	leave       = 0x0f
	call        = 0x10
	localGet    = 0x20
	globalGet   = 0x23
	globalSet   = 0x24
	i32Const    = 0x41
	i32Eqz      = 0x45
	i32Add      = 0x6a
	i32Sub      = 0x6b
	noResult    = 0x40
)

// point is a checkpoint: the functions visit, and after it the one that takes the address; the globals left, which counts down, and
// after it the address.
type point struct {
	write, visit, left uint32
	rounds             int32
}

// code rewrites the code of all functions and adds that of the two new ones.
func (p point) code(section []byte) ([]byte, error) {
	r := reader{b: section}
	n := r.u32()
	out := make([]byte, 0, len(section)+len(section)/8)
	out = unsigned(out, n+2)
	round := p.round()
	for i := range n {
		body, err := insert(r.take(int(r.u32())), round)
		if err != nil {
			return nil, fmt.Errorf("function %d: %w", i, err)
		}
		out = append(unsigned(out, uint32(len(body))), body...)
	}
	for _, body := range [][]byte{p.visiting(), p.starting()} {
		out = append(unsigned(out, uint32(len(body))), body...)
	}
	return out, r.err
}

// round is what each round of a loop begins with: it counts down and visits the checkpoint at zero.
func (p point) round() []byte {
	b := unsigned([]byte{globalGet}, p.left)
	b = append(b, i32Const, 1, i32Sub, globalSet)
	b = append(unsigned(b, p.left), globalGet)
	b = append(unsigned(b, p.left), i32Eqz, ifThen, noResult, call)
	return append(unsigned(b, p.visit), end)
}

// visiting is the function that writes, unless it was not told where, and traps when that fails.
func (p point) visiting() []byte {
	const standardOutput, written = 1, 16
	b := append(signed([]byte{0, i32Const}, p.rounds), globalSet)
	b = append(unsigned(b, p.left), globalGet)
	b = append(unsigned(b, p.left+1), i32Eqz, ifThen, noResult, leave, end, i32Const, standardOutput, globalGet)
	b = append(unsigned(b, p.left+1), i32Const, 1, globalGet)
	b = append(unsigned(b, p.left+1), i32Const, written, i32Add, call)
	return append(unsigned(b, p.write), ifThen, noResult, unreachable, end, end)
}

// starting is the function that takes the address.
func (p point) starting() []byte {
	return append(unsigned([]byte{0, localGet, 0, globalSet}, p.left+1), end)
}

// insert puts code at the beginning of each loop of a function.
func insert(body, code []byte) ([]byte, error) {
	r := reader{b: body}
	for n := r.u32(); n > 0 && r.err == nil; n-- { // local variables
		r.u32()
		r.valueType()
	}
	out, kept := make([]byte, 0, len(body)+len(body)/8), 0
	for r.at < len(body) && r.err == nil {
		op := r.byte()
		r.operands(op)
		if op == loop {
			out = append(append(out, body[kept:r.at]...), code...)
			kept = r.at
		}
	}
	return append(out, body[kept:]...), r.err
}
