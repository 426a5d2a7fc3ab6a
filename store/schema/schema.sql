-- The newest shape of ibid.db, for new files. A change here comes with a file in ../migrations that
-- brings older files to the same shape.
--
-- Times are Unix milliseconds unless a comment says otherwise; lists and small records are JSON.

-- A course: a named, watched folder.
CREATE TABLE modules (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  slug       TEXT NOT NULL UNIQUE,                  -- public, never changes
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL UNIQUE,                  -- name without regard to case
  dir        TEXT NOT NULL UNIQUE,                  -- absolute
  paused     INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
  missing    INTEGER NOT NULL DEFAULT 0 CHECK (missing IN (0, 1)),
  remove_at  INTEGER NOT NULL DEFAULT 0,            -- 0 = no removal is pending
  created_at INTEGER NOT NULL,
  scanned_at INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A file of a module, or a web page. The queue is in here: state, stage, tries, not_before.
-- AUTOINCREMENT: a row number that was handed out is never given to another document, so that work that
-- finishes late cannot land on a stranger.
CREATE TABLE documents (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  module_id      INTEGER NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
  path           TEXT NOT NULL,                     -- inside the module's folder, with '/', or the address of a web page
  title          TEXT NOT NULL DEFAULT '',
  format         TEXT NOT NULL DEFAULT '',
  unit           TEXT NOT NULL DEFAULT '',
  kind           TEXT NOT NULL DEFAULT '',
  lang           TEXT NOT NULL DEFAULT '',
  week           INTEGER NOT NULL DEFAULT 0,
  tags           TEXT NOT NULL DEFAULT '[]',
  size           INTEGER NOT NULL DEFAULT 0,
  mod_time       INTEGER NOT NULL DEFAULT 0,        -- Unix nanoseconds
  sha256         TEXT NOT NULL DEFAULT '',
  state          TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN
                   ('waiting', 'reading', 'keyword-ready', 'ready', 'failed', 'skipped', 'missing', 'excluded')),
  stage          TEXT NOT NULL DEFAULT '',
  tries          INTEGER NOT NULL DEFAULT 0,
  not_before     INTEGER NOT NULL DEFAULT 0,        -- a waiting document is not taken up earlier
  slow           INTEGER NOT NULL DEFAULT 0 CHECK (slow IN (0, 1)), -- it takes seconds a page, or is to be heard: after the others
  unseen         INTEGER NOT NULL DEFAULT 0,        -- pages that are still to be read from their pictures
  problem_code   TEXT NOT NULL DEFAULT '',
  problem_detail TEXT NOT NULL DEFAULT '',
  same_as        INTEGER REFERENCES documents (id) ON DELETE SET NULL,
  pages          INTEGER NOT NULL DEFAULT 0,
  passages       INTEGER NOT NULL DEFAULT 0,
  read_by        TEXT NOT NULL DEFAULT '[]',
  doubtful       TEXT NOT NULL DEFAULT '[]',        -- page numbers
  read_at        INTEGER NOT NULL DEFAULT 0,
  added_at       INTEGER NOT NULL DEFAULT 0,
  described      TEXT NOT NULL DEFAULT '[]',        -- numbers of pages with what a vision model said of them
  described_by   TEXT NOT NULL DEFAULT '',          -- the model that has looked at all pages it was to, and the way it was asked
  UNIQUE (module_id, path)
) STRICT;
CREATE INDEX documents_by_state ON documents (state, not_before);
CREATE INDEX documents_by_sha256 ON documents (sha256) WHERE sha256 <> '';
CREATE INDEX documents_by_same_as ON documents (same_as) WHERE same_as IS NOT NULL;

-- A web page that the student added to a module; its document has the address as path.
CREATE TABLE web_pages (
  module_id INTEGER NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
  url       TEXT NOT NULL,
  file      TEXT NOT NULL,                          -- its snapshot in the data folder, with '/'
  PRIMARY KEY (module_id, url)
) STRICT, WITHOUT ROWID;

-- What was read of a document, with its exact place.
CREATE TABLE pages (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  label       TEXT NOT NULL DEFAULT '',
  text        TEXT NOT NULL,
  blocks      TEXT NOT NULL DEFAULT '[]',
  boxes       BLOB,                                 -- see boxes.go; NULL where the format has no layout
  width       REAL NOT NULL DEFAULT 0,
  height      REAL NOT NULL DEFAULT 0,
  read_by     TEXT NOT NULL DEFAULT '',
  doubtful    INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1)),
  first_page  INTEGER NOT NULL DEFAULT 0,           -- where this is the last of slides that each add to the one before: the first; 0 = it stands alone
  confidence  REAL NOT NULL DEFAULT 0,              -- of what was read from a picture, 0 to 1; 0 = it was not
  removed     TEXT NOT NULL DEFAULT '[]',           -- lines that stand on most pages of the document, and not in text
  UNIQUE (document_id, number)
) STRICT;
CREATE INDEX pages_with_removed ON pages (document_id, number) WHERE removed <> '[]';

-- What was heard of a recording or seen of a scan so far, until that is done; then, as for any document that takes its time, all that
-- was read, until its passages are in.
CREATE TABLE parts (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  source      TEXT NOT NULL,                        -- hash of its bytes, and what reads them
  share       REAL NOT NULL,                        -- of the document that is read with it, 0 to 1
  part        TEXT NOT NULL,
  PRIMARY KEY (document_id, number)
) STRICT, WITHOUT ROWID;

-- What vision models said of pictures of pages, so that no picture is looked at twice. It belongs to a document so that it goes with it.
CREATE TABLE descriptions (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  picture     TEXT NOT NULL,                        -- hash of its pixels
  reader      TEXT NOT NULL,                        -- the model and what it was asked
  text        TEXT NOT NULL,                        -- '' = there is nothing to say
  PRIMARY KEY (document_id, picture, reader)
) STRICT, WITHOUT ROWID;
CREATE INDEX descriptions_by_picture ON descriptions (picture, reader);

CREATE TABLE passages (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  key         TEXT NOT NULL UNIQUE,                 -- public, survives re-indexing of unchanged text
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  module_id   INTEGER NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
  ordinal     INTEGER NOT NULL,
  page        INTEGER NOT NULL,
  from_byte   INTEGER NOT NULL,
  to_byte     INTEGER NOT NULL,
  heading     TEXT NOT NULL DEFAULT '',
  start_s     REAL NOT NULL DEFAULT 0,
  end_s       REAL NOT NULL DEFAULT 0,
  text        TEXT NOT NULL,
  tokens      INTEGER NOT NULL DEFAULT 0,
  described_by TEXT NOT NULL DEFAULT '',             -- the model that said this of a picture; '' = the document says it
  input_hash  TEXT NOT NULL DEFAULT '',
  compared    INTEGER NOT NULL DEFAULT 0 CHECK (compared IN (0, 1)) -- with those of its module, for the table copies
) STRICT;
CREATE INDEX passages_by_document ON passages (document_id, ordinal);
CREATE INDEX passages_by_module ON passages (module_id);
CREATE INDEX passages_by_input ON passages (input_hash);
CREATE INDEX passages_to_compare ON passages (module_id) WHERE compared = 0;

-- Which passage says what another one of its module says: the one that came first is the original, and never a copy itself.
CREATE TABLE copies (
  passage_id  INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
  original_id INTEGER NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
  level       TEXT NOT NULL CHECK (level IN ('same', 'near'))
) STRICT;
CREATE INDEX copies_by_original ON copies (original_id);
-- When an original goes, its copies are originals until they have been compared with each other.
CREATE TRIGGER copies_removed AFTER DELETE ON copies BEGIN
  UPDATE passages SET compared = 0 WHERE id = old.passage_id;
END;

-- The terms of each passage as store/terms makes them, separated by blanks: the content of the word index.
CREATE TABLE passage_terms (
  id      INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
  title   TEXT NOT NULL,
  heading TEXT NOT NULL,
  text    TEXT NOT NULL
) STRICT;

-- The terms are ready made: the tokenizer only splits at blanks. Its extra characters are those of terms.Extra.
-- FTS5's own 'secure-delete' is off: it takes 3 ms a passage, and minutes for a module. A removal ends with 'rebuild'
-- instead (see erasure.go), which writes the index anew at 30 to 60 microseconds for each passage that stays ('optimize' is
-- quicker, but leaves some of the deleted terms in its pages).
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  title, heading, text,
  content = 'passage_terms', content_rowid = 'id',
  tokenize = "ascii tokenchars '_+#.'"
);

CREATE TRIGGER passage_terms_added AFTER INSERT ON passage_terms BEGIN
  INSERT INTO passage_fts (rowid, title, heading, text) VALUES (new.id, new.title, new.heading, new.text);
END;
CREATE TRIGGER passage_terms_removed AFTER DELETE ON passage_terms BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, title, heading, text)
  VALUES ('delete', old.id, old.title, old.heading, old.text);
END;
CREATE TRIGGER passage_terms_changed AFTER UPDATE ON passage_terms BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, title, heading, text)
  VALUES ('delete', old.id, old.title, old.heading, old.text);
  INSERT INTO passage_fts (rowid, title, heading, text) VALUES (new.id, new.title, new.heading, new.text);
END;

-- An embedding space: the vectors of one embedder. identity = model file hash, dimension and prefix.
CREATE TABLE spaces (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  identity TEXT NOT NULL UNIQUE,
  dim      INTEGER NOT NULL CHECK (dim > 0),
  state    TEXT NOT NULL CHECK (state IN ('building', 'active'))
) STRICT;
CREATE UNIQUE INDEX one_active_space ON spaces (state) WHERE state = 'active';

-- The vec0 table of each space and module.
CREATE TABLE vector_tables (
  space_id   INTEGER NOT NULL REFERENCES spaces (id),
  module_id  INTEGER NOT NULL REFERENCES modules (id),
  generation INTEGER NOT NULL DEFAULT 0,            -- counts its rebuilds
  filled     INTEGER NOT NULL DEFAULT 0,            -- slots that were filled since the last one
  live       INTEGER NOT NULL DEFAULT 0,            -- vectors it has
  PRIMARY KEY (space_id, module_id)
) STRICT, WITHOUT ROWID;

-- Which passage has a vector in which space. No cascade: the vector in the vec0 table has to go first.
CREATE TABLE vectors (
  space_id    INTEGER NOT NULL REFERENCES spaces (id),
  passage_id  INTEGER NOT NULL REFERENCES passages (id),
  document_id INTEGER NOT NULL REFERENCES documents (id),
  PRIMARY KEY (space_id, passage_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX vectors_by_document ON vectors (document_id, space_id);
CREATE INDEX vectors_by_passage ON vectors (passage_id);

-- Conversations keep their quotes when the source goes: nothing here refers to the tables above.
CREATE TABLE conversations (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  modules    TEXT NOT NULL DEFAULT '[]',            -- slugs; [] = all
  title      TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE messages (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  question        TEXT NOT NULL,
  standalone      TEXT NOT NULL DEFAULT '',
  answer          BLOB,
  model           TEXT NOT NULL DEFAULT '',
  state           TEXT NOT NULL DEFAULT '',
  created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id, id);

CREATE TABLE settings (
  key   TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Has its row only within a transaction that takes out something that must not leave bytes behind.
CREATE TABLE erasures (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  words INTEGER NOT NULL CHECK (words IN (0, 1))    -- the word index had some of it
) STRICT;
