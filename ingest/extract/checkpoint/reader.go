package checkpoint

import (
	"errors"
	"fmt"
)

// reader reads the binary format. After an error it gives zeros.
type reader struct {
	b   []byte
	at  int
	err error
}

var errShort = errors.New("the module ends too early")

func (r *reader) take(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.b)-r.at {
		if r.err == nil {
			r.err = errShort
		}
		r.at = len(r.b)
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// u32 reads a number in LEB128. Signed ones of any length are passed over with it too.
func (r *reader) u32() uint32 {
	var v uint64
	for shift := 0; shift < 70; shift += 7 {
		c := r.byte()
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return uint32(v)
		}
	}
	r.err = errors.New("a number is too long")
	return 0
}

func (r *reader) limits() {
	if r.u32()&1 != 0 {
		r.u32()
	}
	r.u32()
}

// valueType reads the type of a value: of references to a certain type it takes two parts.
func (r *reader) valueType() {
	if t := r.byte(); t == 0x63 || t == 0x64 {
		r.u32()
	}
}

// operands passes over what belongs to an instruction.
func (r *reader) operands(op byte) {
	switch {
	case op == 0x02 || op == loop || op == ifThen || op == 0x06: // block, loop, if, try
		r.blockType()
	case op == 0x0e: // br_table
		for n := r.u32(); n > 0 && r.err == nil; n-- {
			r.u32()
		}
		r.u32()
	case op == 0x07 || op == 0x08 || op == 0x09 || op == 0x18, // catch, throw, rethrow, delegate
		op == 0x0c || op == 0x0d || op == call || op == 0x12 || op == 0x14 || op == 0x15, // branches and calls
		op >= localGet && op <= 0x26, op == 0xd0 || op == 0xd2 || op == 0xd5 || op == 0xd6, // variables, tables, references
		op == 0x3f || op == 0x40, op == i32Const || op == 0x42: // memory.size, memory.grow; constants
		r.u32()
	case op == 0x11 || op == 0x13: // indirect calls
		r.u32()
		r.u32()
	case op == 0x1c: // select
		for n := r.u32(); n > 0 && r.err == nil; n-- {
			r.valueType()
		}
	case op == 0x1f:
		r.tryTable()
	case op >= 0x28 && op <= 0x3e:
		r.memory()
	case op == 0x43:
		r.take(4)
	case op == 0x44:
		r.take(8)
	case op == 0xfc:
		r.bulk()
	case op == 0xfd:
		r.vector()
	case op <= 0x01, op == 0x05, op == 0x0a, op == end, op == leave, op == 0x19, op == 0x1a, op == 0x1b, op >= i32Eqz && op <= 0xc4, op == 0xd1, op == 0xd3, op == 0xd4:
	default:
		r.err = fmt.Errorf("unknown instruction %#x", op)
	}
}

func (r *reader) blockType() {
	if r.at < len(r.b) && (r.b[r.at] == 0x63 || r.b[r.at] == 0x64) {
		r.valueType()
		return
	}
	r.u32()
}

func (r *reader) tryTable() {
	r.blockType()
	for n := r.u32(); n > 0 && r.err == nil; n-- {
		if kind := r.byte(); kind < 2 { // catch, catch_ref: of one tag
			r.u32()
		}
		r.u32()
	}
}

// memory passes over alignment and offset, and the memory where it is named.
func (r *reader) memory() {
	if r.u32()&0x40 != 0 {
		r.u32()
	}
	r.u32()
}

// bulk passes over what belongs to conversions that saturate and to operations on stretches of memory and tables.
func (r *reader) bulk() {
	switch op := r.u32(); {
	case op <= 7:
	case op == 8 || op == 10 || op == 12 || op == 14:
		r.u32()
		r.u32()
	case op <= 17:
		r.u32()
	default:
		r.err = fmt.Errorf("unknown instruction 0xfc %d", op)
	}
}

// vector passes over what belongs to operations on 128 bits.
func (r *reader) vector() {
	switch op := r.u32(); {
	case op <= 11 || op == 92 || op == 93:
		r.memory()
	case op == 12 || op == 13:
		r.take(16)
	case op >= 21 && op <= 34:
		r.take(1)
	case op >= 84 && op <= 91:
		r.memory()
		r.take(1)
	case op > 275:
		r.err = fmt.Errorf("unknown instruction 0xfd %d", op)
	}
}

// unsigned appends a number in LEB128.
func unsigned(b []byte, v uint32) []byte {
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

func signed(b []byte, v int32) []byte {
	for ; v < -0x40 || v >= 0x40; v >>= 7 {
		b = append(b, byte(v)&0x7f|0x80)
	}
	return append(b, byte(v)&0x7f)
}
