-- Many rows: the text of an answer lies apart, by its digest, so that a run and its rescoring share it and keys are read without it;
-- one narrow row for each run holds what lists show, kept by the writer, so that no page ever counts; cases come worst first by an
-- index. Tables are made anew because SQLite reads a column behind a long text only through that text.

CREATE TABLE payloads (
  digest  TEXT PRIMARY KEY,
  content TEXT NOT NULL
);

-- Texts from before get their place for a digest: it is only a name, and what was kept is shown by the mark.
INSERT INTO payloads (digest, content)
  SELECT 'place:' || run_id || ':' || repeat_no || ':' || case_id, line FROM samples;

CREATE TABLE samples_anew (
  run_id     TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  case_id    TEXT NOT NULL,
  repeat_no  BIGINT NOT NULL,
  sample_key TEXT NOT NULL,
  payload    TEXT NOT NULL,
  calls      BIGINT NOT NULL,
  snapshot   TEXT,
  mark       TEXT,
  PRIMARY KEY (run_id, case_id, repeat_no)
);

INSERT INTO samples_anew (run_id, case_id, repeat_no, sample_key, payload, calls, snapshot, mark)
  SELECT run_id, case_id, repeat_no, sample_key, 'place:' || run_id || ':' || repeat_no || ':' || case_id, calls, snapshot, mark
  FROM samples;

DROP TABLE samples;
ALTER TABLE samples_anew RENAME TO samples;
CREATE INDEX samples_by_key ON samples (sample_key);
CREATE INDEX samples_by_payload ON samples (payload);
CREATE INDEX samples_with_snapshot ON samples (run_id, case_id, repeat_no) WHERE snapshot IS NOT NULL;

-- worst_first is minus the rank of a case, so that both columns of a page's key ascend.
CREATE TABLE results_anew (
  run_id      TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  place       BIGINT NOT NULL,
  case_id     TEXT NOT NULL,
  repeat_no   BIGINT NOT NULL,
  capability  TEXT NOT NULL,
  worst_first BIGINT NOT NULL,
  result      TEXT NOT NULL,
  PRIMARY KEY (run_id, place)
);

-- As rank_of in runs/ranking.py says it. The results were written without spaces, and a quote inside a text is escaped.
INSERT INTO results_anew (run_id, place, case_id, repeat_no, capability, worst_first, result)
  SELECT run_id, place, case_id, repeat_no,
    CASE WHEN result LIKE '%"capability":"extraction"%' THEN 'extraction'
         WHEN result LIKE '%"capability":"covenants"%' THEN 'covenants'
         WHEN result LIKE '%"capability":"bmt"%' THEN 'bmt'
         WHEN result LIKE '%"capability":"qa"%' THEN 'qa'
         ELSE 'task' END,
    CASE WHEN result LIKE '%"failure":{%' THEN -5
         WHEN result LIKE '%"hallucination":true%' OR result LIKE '%"label":"hallucination"%' THEN -4
         WHEN result LIKE '%"answered":false%' OR result LIKE '%"label":"fail"%' THEN -3
         WHEN result LIKE '%"capability":"task"%' AND result LIKE '%"passed":false%' THEN -3
         WHEN result NOT LIKE '%"capability":"task"%' AND result LIKE '%"score":null%' THEN -3
         WHEN result LIKE '%"label":"partial"%' THEN -2
         WHEN result LIKE '%"label":"semantic_match"%' THEN -1
         ELSE 0 END,
    result
  FROM results;

DROP TABLE results;
ALTER TABLE results_anew RENAME TO results;
CREATE UNIQUE INDEX results_by_case ON results (run_id, case_id, repeat_no);
CREATE INDEX results_worst_first ON results (run_id, worst_first, place, capability);

-- The one table that is updated: sums of what the others hold.
CREATE TABLE run_totals (
  run_id   TEXT PRIMARY KEY REFERENCES runs (run_id) ON DELETE CASCADE,
  finished BIGINT NOT NULL,
  judged   BIGINT NOT NULL,
  scored   BIGINT NOT NULL,
  end_no   BIGINT NOT NULL,
  status   TEXT NOT NULL
);

INSERT INTO run_totals (run_id, finished, judged, scored, end_no, status)
  SELECT run_id,
    (SELECT COUNT(*) FROM samples WHERE samples.run_id = runs.run_id),
    (SELECT COUNT(*) FROM evaluations WHERE evaluations.run_id = runs.run_id),
    (SELECT COUNT(*) FROM results WHERE results.run_id = runs.run_id),
    (SELECT COALESCE(MAX(end_no), 0) FROM ends WHERE ends.run_id = runs.run_id),
    COALESCE((SELECT status FROM ends WHERE ends.run_id = runs.run_id ORDER BY end_no DESC LIMIT 1), 'running')
  FROM runs;

CREATE INDEX runs_by_target ON runs (suite_id, target, began, run_id);
