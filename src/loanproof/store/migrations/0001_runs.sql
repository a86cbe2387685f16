-- Runs, append only: nothing here is ever updated. One text for SQLite and PostgreSQL.

CREATE TABLE runs (
  run_id        TEXT PRIMARY KEY,
  began         TEXT NOT NULL,
  suite_id      TEXT NOT NULL,
  suite_folder  TEXT NOT NULL,
  target        TEXT NOT NULL,
  head          TEXT NOT NULL,
  options       TEXT NOT NULL,
  plan_digest   TEXT NOT NULL,
  samples       BIGINT NOT NULL,
  rescored_from TEXT
);

CREATE INDEX runs_by_time ON runs (began, run_id);

CREATE TABLE samples (
  run_id     TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  case_id    TEXT NOT NULL,
  repeat_no  BIGINT NOT NULL,
  sample_key TEXT NOT NULL,
  line       TEXT NOT NULL,
  calls      BIGINT NOT NULL,
  snapshot   TEXT,
  PRIMARY KEY (run_id, case_id, repeat_no)
);

CREATE INDEX samples_by_key ON samples (sample_key);

CREATE TABLE results (
  run_id    TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  place     BIGINT NOT NULL,
  case_id   TEXT NOT NULL,
  repeat_no BIGINT NOT NULL,
  result    TEXT NOT NULL,
  PRIMARY KEY (run_id, place)
);

CREATE UNIQUE INDEX results_by_case ON results (run_id, case_id, repeat_no);

-- A run that is resumed ends more than once; the last end counts.
CREATE TABLE ends (
  run_id  TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  end_no  BIGINT NOT NULL,
  status  TEXT NOT NULL,
  summary TEXT NOT NULL,
  PRIMARY KEY (run_id, end_no)
);

-- Outlives its run: it says why a later run was allowed.
CREATE TABLE root_causes (
  run_id   TEXT NOT NULL,
  at       TEXT NOT NULL,
  suite_id TEXT NOT NULL,
  target   TEXT NOT NULL,
  cause    TEXT NOT NULL,
  fix      TEXT NOT NULL,
  author   TEXT NOT NULL,
  PRIMARY KEY (run_id, at, author)
);

CREATE INDEX root_causes_by_target ON root_causes (suite_id, target);
