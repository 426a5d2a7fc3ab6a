package store

import (
	"context"
	"database/sql"
	"fmt"
)

const messageColumns = `id, conversation_id, question, standalone, answer, model, state, created_at`

func scanMessage(row scanner) (Message, error) {
	var m Message
	err := row.Scan(&m.ID, &m.ConversationID, &m.Question, &m.Standalone, &m.AnswerJSON, &m.Model, &m.State, &m.CreatedAt)
	return m, err
}

// KeepMessage keeps a message under its ID, which is the caller's. Its conversation is made when it is not there and c is not nil;
// else it is ErrNotFound. A message that is there already takes over what comes after the question: the standalone form, the
// answer, its model and state; an answer does not give way to none. still, if not nil, is asked while nobody else can write: nothing
// is kept when it says no.
func (s *Store) KeepMessage(ctx context.Context, c *Conversation, m Message, still func() bool) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if still != nil && !still() {
			return nil
		}
		if c != nil {
			modules, err := jsonList(c.ModuleIDs)
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `
				INSERT INTO conversations (id, modules, title, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				c.ID, modules, c.Title, c.CreatedAt)
			if err != nil {
				return err
			}
		}
		var there int64
		err := tx.QueryRowContext(ctx, `SELECT id FROM conversations WHERE id = ?`, m.ConversationID).Scan(&there)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO messages (id, conversation_id, question, standalone, answer, model, state, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE
			   SET standalone = excluded.standalone, answer = excluded.answer, model = excluded.model, state = excluded.state
			 WHERE excluded.answer IS NOT NULL`,
			m.ID, m.ConversationID, m.Question, m.Standalone, m.AnswerJSON, m.Model, m.State, m.CreatedAt)
		return err
	})
	return wrap(fmt.Sprintf("keep message %d", m.ID), err)
}

// Message finds a message by its ID.
func (s *Store) Message(ctx context.Context, id int64) (Message, error) {
	m, err := scanMessage(s.reader.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE id = ?`, id))
	return m, wrap(fmt.Sprintf("message %d", id), err)
}
