-- What vision models said of pictures of pages: kept by picture, and marked in the passages that are made of it.
CREATE TABLE descriptions (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  picture     TEXT NOT NULL,                        -- hash of its pixels
  reader      TEXT NOT NULL,                        -- the model and what it was asked
  text        TEXT NOT NULL,                        -- '' = there is nothing to say
  PRIMARY KEY (document_id, picture, reader)
) STRICT, WITHOUT ROWID;
CREATE INDEX descriptions_by_picture ON descriptions (picture, reader);
ALTER TABLE documents ADD COLUMN described TEXT NOT NULL DEFAULT '[]';
ALTER TABLE documents ADD COLUMN described_by TEXT NOT NULL DEFAULT '';
ALTER TABLE passages ADD COLUMN described_by TEXT NOT NULL DEFAULT '';
