-- Slides that are built up step by step are one place: the page of the last step knows the first one.
ALTER TABLE pages ADD COLUMN first_page INTEGER NOT NULL DEFAULT 0;
