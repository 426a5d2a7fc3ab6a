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

// AppendMessage adds a message to its conversation and returns it with its ID; a CreatedAt of zero becomes now.
func (s *Store) AppendMessage(ctx context.Context, m Message) (Message, error) {
	if m.CreatedAt == 0 {
		m.CreatedAt = s.millis()
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		var there int64
		err := tx.QueryRowContext(ctx, `SELECT id FROM conversations WHERE id = ?`, m.ConversationID).Scan(&there)
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `
			INSERT INTO messages (conversation_id, question, standalone, answer, model, state, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
			m.ConversationID, m.Question, m.Standalone, m.AnswerJSON, m.Model, m.State, m.CreatedAt).Scan(&m.ID)
	})
	return m, wrap("append message", err)
}

// UpdateMessage changes what comes after the question: the standalone form, the answer, its model and state.
func (s *Store) UpdateMessage(ctx context.Context, m Message) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		return changed(tx.ExecContext(ctx, `
			UPDATE messages SET standalone = ?, answer = ?, model = ?, state = ? WHERE id = ?`,
			m.Standalone, m.AnswerJSON, m.Model, m.State, m.ID))
	})
	return wrap(fmt.Sprintf("update message %d", m.ID), err)
}

// Message finds a message by its ID.
func (s *Store) Message(ctx context.Context, id int64) (Message, error) {
	m, err := scanMessage(s.reader.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE id = ?`, id))
	return m, wrap(fmt.Sprintf("message %d", id), err)
}
