-- Passages that say what others say are marked, and lines that stand on most pages are kept beside the text.
ALTER TABLE pages ADD COLUMN removed TEXT NOT NULL DEFAULT '[]';
CREATE INDEX pages_with_removed ON pages (document_id, number) WHERE removed <> '[]';
ALTER TABLE passages ADD COLUMN compared INTEGER NOT NULL DEFAULT 0 CHECK (compared IN (0, 1));
CREATE INDEX passages_to_compare ON passages (module_id) WHERE compared = 0;
CREATE TABLE copies (
  passage_id  INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
  original_id INTEGER NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
  level       TEXT NOT NULL CHECK (level IN ('same', 'near'))
) STRICT;
CREATE INDEX copies_by_original ON copies (original_id);
CREATE TRIGGER copies_removed AFTER DELETE ON copies BEGIN
  UPDATE passages SET compared = 0 WHERE id = old.passage_id;
END;
