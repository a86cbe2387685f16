-- The remediation that a failed gate demands: who does what by when. Append only, and like a root cause it outlives its run.

CREATE TABLE remediations (
  run_id   TEXT NOT NULL,
  began    TEXT NOT NULL,
  suite_id TEXT NOT NULL,
  target   TEXT NOT NULL,
  gate     TEXT NOT NULL,
  owner    TEXT NOT NULL,
  due      TEXT NOT NULL,
  action   TEXT NOT NULL,
  at       TEXT NOT NULL,
  PRIMARY KEY (run_id, gate, at, owner, due, action)
);

CREATE INDEX remediations_by_target ON remediations (suite_id, target);
