-- What was written down of a recording so far, until it is heard to its end.
CREATE TABLE heard (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  source      TEXT NOT NULL,                        -- hash of its bytes, and the model that hears them
  share       REAL NOT NULL,                        -- of the recording that is heard with it, 0 to 1
  stretch     TEXT NOT NULL,
  PRIMARY KEY (document_id, number)
) STRICT, WITHOUT ROWID;
