-- Reviews. The log is append only and is what counts: every entry holds the digest of the one before it. Items are its last page
-- for each item, kept so that a queue is read without walking through the log; they are held against it.

CREATE TABLE review_intakes (
  intake_id       TEXT PRIMARY KEY,
  place           BIGINT NOT NULL,
  document_digest TEXT NOT NULL,
  intake          TEXT NOT NULL
);

CREATE INDEX review_intakes_by_document ON review_intakes (document_digest, place);

CREATE TABLE review_items (
  item_id         TEXT PRIMARY KEY,
  place           BIGINT NOT NULL,
  document_digest TEXT NOT NULL,
  item            TEXT NOT NULL
);

CREATE INDEX review_items_by_document ON review_items (document_digest, place);

CREATE TABLE review_log (
  entry_no BIGINT PRIMARY KEY,
  item_id  TEXT,
  entry    TEXT NOT NULL,
  digest   TEXT NOT NULL,
  mark     TEXT NOT NULL
);

CREATE INDEX review_log_by_item ON review_log (item_id, entry_no);
