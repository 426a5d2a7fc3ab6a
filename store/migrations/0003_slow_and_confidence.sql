-- Documents whose pages are read from pictures come after the others, and their pages say how sure the reading is.
ALTER TABLE documents ADD COLUMN slow INTEGER NOT NULL DEFAULT 0 CHECK (slow IN (0, 1));
ALTER TABLE pages ADD COLUMN confidence REAL NOT NULL DEFAULT 0;
