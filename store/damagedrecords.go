package store

import (
	"context"
	"database/sql"
	"encoding/json"
)

// inspectParts checks what is kept of documents that are still being read. What of it cannot be read is of no use, and the rest of that
// document's is not whole without it: it is read again.
func inspectParts(ctx context.Context, tx *sql.Tx, i *inspection) error {
	broken, err := notJSON(ctx, tx, `SELECT document_id, part FROM parts`)
	for _, document := range broken {
		i.found(KeptPart, "what is kept of document %d", document)
		if err == nil && i.mends {
			err = forgetParts(ctx, tx, document)
		}
	}
	return err
}

// inspectConversations checks that the answers can be read, and what conversations are about. A question stays without the answer that
// is lost, and a conversation is about all modules then.
func inspectConversations(ctx context.Context, tx *sql.Tx, i *inspection) error {
	for _, column := range []struct{ what, list, mend string }{
		{"the answer of message %d", `SELECT id, answer FROM messages WHERE length(answer) > 0`, `UPDATE messages SET answer = NULL WHERE id = ?`},
		{"the modules of conversation %d", `SELECT id, modules FROM conversations`, `UPDATE conversations SET modules = '[]' WHERE id = ?`},
	} {
		broken, err := notJSON(ctx, tx, column.list)
		if err != nil {
			return err
		}
		for _, row := range broken {
			i.found(ConversationPart, column.what, row)
			if !i.mends {
				continue
			}
			if _, err := tx.ExecContext(ctx, column.mend, row); err != nil {
				return err
			}
		}
	}
	return nil
}

// notJSON lists, of rows with an id and a text, the ids of those whose text is no JSON.
func notJSON(ctx context.Context, tx *sql.Tx, query string) (ids []int64, err error) {
	rows, err := tx.QueryContext(ctx, query)
	_, err = collect(rows, err, func(row scanner) (struct{}, error) {
		var id int64
		var text sql.RawBytes
		err := row.Scan(&id, &text)
		if err == nil && !json.Valid(text) {
			ids = append(ids, id)
		}
		return struct{}{}, err
	})
	return ids, err
}
