-- What a judge said of a sample, with its raw replies; append only, one for each sample of a run.

CREATE TABLE evaluations (
  run_id     TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  case_id    TEXT NOT NULL,
  repeat_no  BIGINT NOT NULL,
  evaluation TEXT NOT NULL,
  calls      BIGINT NOT NULL,
  PRIMARY KEY (run_id, case_id, repeat_no)
);
