CREATE TABLE bare (a, b TEXT, c);
CREATE VIRTUAL TABLE search USING fts5(title, body);
