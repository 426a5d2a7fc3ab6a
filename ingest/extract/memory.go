package extract

import (
	"context"
	"encoding/json"
	"fmt"
)

// Memory keeps what was read of one file that takes long, part by part, so that another try goes on where the last one ended.
type Memory interface {
	// Kept lists the parts that were kept under an identity, in order.
	Kept(ctx context.Context, identity string) ([][]byte, error)
	// Keep adds a part, in JSON. share is how much of the file is read with it, from 0 to 1. An error of it ends the reading.
	Keep(ctx context.Context, identity string, part []byte, share float64) error
}

// kept is what a memory has under an identity.
func kept[T any](ctx context.Context, m Memory, identity string) ([]T, error) {
	if m == nil {
		return nil, nil
	}
	parts, err := m.Kept(ctx, identity)
	if err != nil {
		return nil, err
	}
	out := make([]T, len(parts))
	for i, part := range parts {
		if err := json.Unmarshal(part, &out[i]); err != nil {
			return nil, fmt.Errorf("what was read before: %w", err)
		}
	}
	return out, nil
}

// keep adds a part to a memory.
func keep[T any](ctx context.Context, m Memory, identity string, part T, share float64) error {
	if m == nil {
		return nil
	}
	text, err := json.Marshal(part)
	if err != nil {
		return fmt.Errorf("keep what was read: %w", err)
	}
	return m.Keep(ctx, identity, text, share)
}
