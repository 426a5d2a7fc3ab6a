-- Pages that are read from pictures are kept like stretches of a recording, and what is read of a document before them is searchable.
ALTER TABLE documents ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE heard RENAME COLUMN stretch TO part;
ALTER TABLE heard RENAME TO parts;
