package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// Conversation is a thread of questions and answers.
type Conversation struct {
	ID        int64
	ModuleIDs []string // Module.ID of the modules it is about; none = all
	Title     string
	CreatedAt int64 // Unix milliseconds
	Messages  int   // how many it has
}

// Message is a question with its answer. The answer carries its quotes: they stay when the source goes.
type Message struct {
	ID             int64
	ConversationID int64
	Question       string
	Standalone     string // the question as it reads without the ones before it
	AnswerJSON     []byte
	Model          string
	State          string
	CreatedAt      int64 // Unix milliseconds
}

const conversationColumns = `id, modules, title, created_at,
	(SELECT count(*) FROM messages WHERE conversation_id = conversations.id)`

func scanConversation(row scanner) (Conversation, error) {
	var c Conversation
	var modules []byte
	if err := row.Scan(&c.ID, &modules, &c.Title, &c.CreatedAt, &c.Messages); err != nil {
		return c, err
	}
	if err := json.Unmarshal(modules, &c.ModuleIDs); err != nil {
		return c, fmt.Errorf("%w: conversation %d: %w", ErrCorrupt, c.ID, err)
	}
	return c, nil
}

// Conversations lists all conversations, the newest first.
func (s *Store) Conversations(ctx context.Context) ([]Conversation, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+conversationColumns+` FROM conversations ORDER BY id DESC`)
	all, err := collect(rows, err, scanConversation)
	return all, wrap("conversations", err)
}

// Conversation finds a conversation and its messages in their order.
func (s *Store) Conversation(ctx context.Context, id int64) (Conversation, []Message, error) {
	var c Conversation
	var messages []Message
	err := s.read(ctx, func(tx *sql.Tx) error {
		var err error
		c, err = scanConversation(tx.QueryRowContext(ctx, `SELECT `+conversationColumns+` FROM conversations WHERE id = ?`, id))
		if err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE conversation_id = ? ORDER BY id`, id)
		messages, err = collect(rows, err, scanMessage)
		return err
	})
	return c, messages, wrap(fmt.Sprintf("conversation %d", id), err)
}

// DeleteConversation removes a conversation with its messages and their quotes.
func (s *Store) DeleteConversation(ctx context.Context, id int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := erase(ctx, tx, false); err != nil {
			return err
		}
		return changed(tx.ExecContext(ctx, `DELETE FROM conversations WHERE id = ?`, id))
	})
	return wrap(fmt.Sprintf("delete conversation %d", id), err)
}
