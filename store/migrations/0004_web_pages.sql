-- A web page that the student added to a module; its document has the address as path.
CREATE TABLE web_pages (
  module_id INTEGER NOT NULL REFERENCES modules (id) ON DELETE CASCADE,
  url       TEXT NOT NULL,
  file      TEXT NOT NULL,                          -- its snapshot in the data folder, with '/'
  PRIMARY KEY (module_id, url)
) STRICT, WITHOUT ROWID;
