package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// WriteContent replaces all that is known of a document by what was read of it now, in one transaction: readers see
// the old version until it ends. doc.RowID says which document; its module and path stay as they are. The document
// becomes keyword-ready, or ready when no passage lacks a vector; with pages that are Unseen it goes on waiting, as a slow one. A passage whose text was there before keeps its
// row, its ID and, when its title and heading are the same too, its vector. The store sets the ID, DocumentID and, where it is empty,
// InputHash of the passages. Errors: ErrNotFound when the document was removed or excluded meanwhile.
func (s *Store) WriteContent(ctx context.Context, doc Document, pages []Page, passages []Passage) error {
	passages = identify(doc, passages)
	terms := analyse(doc, passages)
	err := s.write(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT module_id FROM documents WHERE id = ? AND state <> 'excluded'`, doc.RowID).
			Scan(&doc.ModuleID)
		if err != nil {
			return err
		}
		doc.Pages, doc.Passages = len(pages), len(passages)
		now := s.millis()
		if err := updateContent(ctx, tx, doc, now); err != nil {
			return err
		}
		if err := replacePages(ctx, tx, doc.RowID, pages); err != nil {
			return err
		}
		if err := replacePassages(ctx, tx, doc, passages, terms, now); err != nil {
			return err
		}
		if err := forgetParts(ctx, tx, doc.RowID); err != nil {
			return err
		}
		return settleState(ctx, tx, doc.RowID)
	})
	return wrap(fmt.Sprintf("write content of document %d", doc.RowID), err)
}

// updateContent sets what reading a document tells about it. The unread state is settleState's starting point.
func updateContent(ctx context.Context, tx *sql.Tx, d Document, now int64) error {
	tags, err := jsonList(d.Tags)
	if err != nil {
		return err
	}
	readBy, err := jsonList(d.ReadBy)
	if err != nil {
		return err
	}
	doubtful, err := jsonList(d.Doubtful)
	if err != nil {
		return err
	}
	described, err := jsonList(d.Described)
	if err != nil {
		return err
	}
	if d.ReadAt == 0 {
		d.ReadAt = now
	}
	state := KeywordReady
	if d.Unseen > 0 {
		state = Waiting
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE documents
		   SET title = ?, format = ?, unit = ?, kind = ?, lang = ?, week = ?, tags = ?, size = ?, mod_time = ?, sha256 = ?,
		       state = ?, stage = '', tries = 0, not_before = 0, problem_code = '', problem_detail = '',
		       slow = ?, unseen = ?, same_as = nullif(?, 0), pages = ?, passages = ?, read_by = ?, doubtful = ?, described = ?, described_by = ?,
		       read_at = ?
		 WHERE id = ?`,
		d.Title, d.Format, d.Unit, d.Kind, d.Lang, d.Week, tags, d.Size, d.ModTime, d.SHA256,
		state, d.Unseen > 0, d.Unseen, d.SameAs, d.Pages, d.Passages, readBy, doubtful, described, d.DescribedBy, d.ReadAt,
		d.RowID)
	return err
}

// settleState makes a document that is searchable by words ready when it has all its vectors in the active space,
// and keyword-ready when it has not.
func settleState(ctx context.Context, tx *sql.Tx, document int64) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE documents
		   SET stage = CASE WHEN stage = 'embedding' THEN '' ELSE stage END,
		       state = CASE WHEN passages = (
		         SELECT count(*) FROM vectors JOIN spaces ON spaces.id = vectors.space_id
		          WHERE vectors.document_id = documents.id AND spaces.state = 'active')
		       THEN 'ready' ELSE 'keyword-ready' END
		 WHERE id = ? AND state IN ('keyword-ready', 'ready')`, document)
	return err
}

// identify gives each passage the ID that depends on its document, its text and how often the text came before.
func identify(doc Document, passages []Passage) []Passage {
	passages = append([]Passage(nil), passages...)
	seen := make(map[string]uint64, len(passages))
	for i := range passages {
		p := &passages[i]
		p.DocumentID = doc.RowID
		p.ID = passageKey(doc.RowID, p.Text, seen[p.Text])
		seen[p.Text]++
		if p.InputHash == "" {
			p.InputHash = inputHash(doc.Title, p.Heading, p.Text)
		}
	}
	return passages
}

var keyEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// passageKey is 80 bits of a hash: enough that two passages of one library never share it.
func passageKey(document int64, text string, occurrence uint64) string {
	h := sha256.New()
	var numbers [16]byte
	binary.BigEndian.PutUint64(numbers[:8], uint64(document))
	binary.BigEndian.PutUint64(numbers[8:], occurrence)
	h.Write(numbers[:])
	h.Write([]byte(text))
	return strings.ToLower(keyEncoding.EncodeToString(h.Sum(nil)[:10]))
}

// inputHash names the text that is embedded for a passage.
func inputHash(title, heading, text string) string {
	sum := sha256.Sum256([]byte(title + "\n" + heading + "\n" + text))
	return hex.EncodeToString(sum[:])
}
