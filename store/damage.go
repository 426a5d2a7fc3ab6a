package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Part is a part of the database that is checked by itself.
type Part string

// The parts, in the order in which they are checked. What depends on another part comes after it.
const (
	FilePart         Part = "file"          // the pages of the file, its tables and SQLite's own indexes
	WordsPart        Part = "words"         // the word index beside the terms that it is made of
	ReferencePart    Part = "references"    // rows of something that is not there any more
	VectorPart       Part = "vectors"       // what the search by meaning has of each passage
	TextPart         Part = "texts"         // what was read: pages, passages, their places and hashes
	TermPart         Part = "terms"         // the terms of each passage beside its text
	KeptPart         Part = "kept"          // what is kept of documents that are being read
	ConversationPart Part = "conversations" // the answers, and what conversations are about
)

// Damage is what is wrong with a part.
type Damage struct {
	Part  Part
	Count int
	First string // the first that was found, for the log
}

// Check looks for damage in all that can be checked; of a file that is damaged itself it says no more. It changes nothing, and may run beside other processes; on is told before
// each part. Errors: ErrCorrupt where there is so much of it that it cannot be looked at.
func (s *Store) Check(ctx context.Context, on func(Part)) ([]Damage, error) {
	var found inspection
	for _, step := range steps {
		on(step.part)
		in := s.read
		if step.part == WordsPart { // the check is a statement that writes, to SQLite
			in = s.write
		}
		if err := in(ctx, func(tx *sql.Tx) error { return step.look(ctx, tx, &found) }); err != nil {
			return found.damages, wrap("check "+string(step.part), err)
		}
		if len(found.damages) > 0 && step.part == FilePart {
			break // a table may be missing
		}
	}
	return found.damages, nil
}

// Repair makes the word index anew and mends what is damaged from the texts that are kept, all in one transaction: the student's
// files are not needed. It returns what was wrong. Vectors that are lost are not made here: their passages wait for an embedder.
// A document whose text itself is damaged loses that part of it, and waits to be read again. Errors: ErrCorrupt, with
// nothing changed, where it cannot be mended; see Salvage. Only the holder of the IngestLock calls it.
func (s *Store) Repair(ctx context.Context, on func(Part)) ([]Damage, error) {
	found := inspection{mends: true}
	err := s.write(ctx, func(tx *sql.Tx) error {
		found.damages = nil
		for _, step := range steps {
			on(step.part)
			if err := step.look(ctx, tx, &found); err != nil {
				return err
			}
		}
		if len(found.damages) == 0 {
			return nil
		}
		var left inspection
		for _, step := range steps {
			on(step.part)
			if err := step.look(ctx, tx, &left); err != nil {
				return err
			}
		}
		if len(left.damages) > 0 {
			return fmt.Errorf("%w: %s: %s", ErrCorrupt, left.damages[0].Part, left.damages[0].First)
		}
		return nil
	})
	if err == nil {
		err = s.clean(ctx, true)
	}
	return found.damages, wrap("repair", err)
}

// steps are the checks. Each also mends what it finds where the inspection says so. The word index and the vector tables come before
// everything that changes passages, which fails where these are damaged.
var steps = []struct {
	part Part
	look func(context.Context, *sql.Tx, *inspection) error
}{
	{FilePart, inspectFile},
	{WordsPart, inspectWords},
	{ReferencePart, inspectReferences},
	{VectorPart, inspectVectors},
	{TextPart, inspectTexts},
	{TermPart, inspectTerms},
	{KeptPart, inspectParts},
	{ConversationPart, inspectConversations},
}

// inspection gathers what is found.
type inspection struct {
	mends   bool
	damages []Damage
}

// found notes one thing that is wrong.
func (i *inspection) found(part Part, format string, args ...any) {
	i.foundMany(part, 1, format, args...)
}

func (i *inspection) foundMany(part Part, n int, format string, args ...any) {
	if n == 0 {
		return
	}
	for at := range i.damages {
		if i.damages[at].Part == part {
			i.damages[at].Count += n
			return
		}
	}
	i.damages = append(i.damages, Damage{Part: part, Count: n, First: fmt.Sprintf(format, args...)})
}
