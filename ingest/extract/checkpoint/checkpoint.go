// Package checkpoint puts checkpoints into the loops of a WebAssembly module, so that whoever runs it can look in from time to time and
// stop it.
//
// wazero can check in each round of each loop, which leaves the machine code each time and makes a program full of small loops three
// to four times slower. Here a round counts down a number, and only each so many rounds something is called: eight bytes are written
// to standard output with fd_write of WASI, which the module has to import. Where that write fails, the module traps.
package checkpoint

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Start is the function that Insert adds to the exports. It takes the address of Size bytes of the module's memory, which
// Prepare has filled; before it is called there are no checkpoints.
const Start = "checkpoint_start"

// Size is how many bytes of memory a checkpoint needs.
const Size = 24

// Prepare makes the bytes of a checkpoint that will lie at an address. message is what it writes.
func Prepare(address uint32, message [8]byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, address+8)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(message)))
	b = append(b, message[:]...)
	return append(b, make([]byte, Size-len(b))...) // how much was written, and what is left over
}

// Sections of a module.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	globalSection   = 6
	exportSection   = 7
	codeSection     = 10
)

// Insert returns a module with a checkpoint each so many rounds of its loops.
func Insert(module []byte, rounds int32) ([]byte, error) {
	r := reader{b: module}
	if string(r.take(8)) != "\x00asm\x01\x00\x00\x00" {
		return nil, errors.New("checkpoint: not a WebAssembly module")
	}
	sections := map[byte][]byte{}
	var order []byte
	var custom [][]byte // in their places among the others
	for r.err == nil && r.at < len(module) {
		id := r.byte()
		body := r.take(int(r.u32()))
		order = append(order, id)
		switch {
		case id == 0:
			custom = append(custom, body)
		case sections[id] != nil:
			return nil, fmt.Errorf("checkpoint: section %d comes twice", id)
		default:
			sections[id] = body
		}
	}
	if r.err != nil {
		return nil, fmt.Errorf("checkpoint: %w", r.err)
	}
	for _, id := range []byte{typeSection, importSection, functionSection, globalSection, exportSection, codeSection} {
		if sections[id] == nil {
			return nil, fmt.Errorf("checkpoint: the module has no section %d", id)
		}
	}
	in, err := importsOf(sections[importSection])
	if err != nil {
		return nil, fmt.Errorf("checkpoint: imports: %w", err)
	}
	types, functions, globals := count(sections[typeSection]), count(sections[functionSection]), count(sections[globalSection])
	p := point{write: in.write, visit: in.functions + functions, left: in.globals + globals, rounds: rounds}
	sections[typeSection] = add(sections[typeSection], []byte{0x60, 0, 0}, []byte{0x60, 1, 0x7f, 0})
	sections[functionSection] = add(sections[functionSection], unsigned(nil, types), unsigned(nil, types+1))
	sections[globalSection] = add(sections[globalSection],
		append(signed([]byte{0x7f, 1, i32Const}, rounds), end), []byte{0x7f, 1, i32Const, 0, end})
	sections[exportSection] = add(sections[exportSection], unsigned(append(append(unsigned(nil, uint32(len(Start))), Start...), 0), p.visit+1))
	if sections[codeSection], err = p.code(sections[codeSection]); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	out := slices.Clone(module[:8])
	for _, id := range order {
		body := sections[id]
		if id == 0 {
			body, custom = custom[0], custom[1:]
		}
		out = append(unsigned(append(out, id), uint32(len(body))), body...)
	}
	return out, nil
}

// imported is what a module imports: how many of each count before its own, and which function writes.
type imported struct{ functions, globals, write uint32 }

func importsOf(section []byte) (in imported, err error) {
	r := reader{b: section}
	writes := false
	for n := r.u32(); n > 0 && r.err == nil; n-- {
		module, name := string(r.take(int(r.u32()))), string(r.take(int(r.u32())))
		switch kind := r.byte(); kind {
		case 0:
			r.u32()
			if module == "wasi_snapshot_preview1" && name == "fd_write" {
				in.write, writes = in.functions, true
			}
			in.functions++
		case 1:
			r.byte()
			r.limits()
		case 2:
			r.limits()
		case 3:
			r.take(2)
			in.globals++
		case 4:
			r.byte()
			r.u32()
		default:
			return in, fmt.Errorf("unknown kind %d", kind)
		}
	}
	if r.err == nil && !writes {
		return in, errors.New("no fd_write of WASI")
	}
	return in, r.err
}

// count is the length of the vector that a section is.
func count(section []byte) uint32 {
	r := reader{b: section}
	return r.u32()
}

// add appends items to the vector that a section is.
func add(section []byte, items ...[]byte) []byte {
	r := reader{b: section}
	out := unsigned(nil, r.u32()+uint32(len(items)))
	return append(append(out, section[r.at:]...), slices.Concat(items...)...)
}
