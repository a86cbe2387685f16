"""Rows for :mod:`bench.store_rows`, made by PostgreSQL itself: keys and indexes go first and come back at the end.

Rows have no mark, as those of a store from before marks: they are read like any other, and said to be not
authenticated.
"""

from __future__ import annotations

from loanproof.store.database import Database

TABLES = "('samples'::regclass, 'payloads'::regclass, 'results'::regclass)"
LINE = """'{"case_id": "T-' || lpad((at / 10)::text, 6, '0') || '", "repeat": ' || mod(at, 10) + 1 || ', "output": "'
    || repeat('It is so, said ' || ?::text || ' ' || at || '. ', 12)
    || '", "latency_e2e_ms": 812, "latency_model_ms": 700, "input_tokens": 50, "output_tokens": 90}'"""
RESULT = """'{"answered":true,"capability":"task","case_id":"T-' || lpad((at / 10)::text, 6, '0') || '","rationale":"'
    || repeat('It says what was asked for. ', 30) || '"}'"""
SAMPLES = f"""WITH made AS MATERIALIZED (
      SELECT at, {LINE} AS line FROM generate_series(0, ?::int - 1) AS at),
    named AS MATERIALIZED (
      SELECT at, line, 'sha256:' || encode(sha256(convert_to(line, 'UTF8')), 'hex') AS digest FROM made),
    kept AS (INSERT INTO payloads (digest, content) SELECT digest, line FROM named)
  INSERT INTO samples (run_id, case_id, repeat_no, sample_key, payload, calls)
  SELECT ?::text, 'T-' || lpad((at / 10)::text, 6, '0'), mod(at, 10) + 1,
    'sha256:' || encode(sha256(convert_to(?::text || ' ' || at, 'UTF8')), 'hex'), digest, 1 FROM named"""
RESULTS = f"""INSERT INTO results (run_id, place, case_id, repeat_no, capability, worst_first, result)
  SELECT ?::text, at, 'T-' || lpad((at / 10)::text, 6, '0'), mod(at, 10) + 1, 'task',
    CASE WHEN mod(at, 50) = 7 THEN -3 ELSE 0 END, {RESULT} FROM generate_series(0, ?::int - 1) AS at"""


def generate(database: Database, run_ids: list[str], of_run: int) -> None:
    """Fill begun runs with samples and results."""
    constraints = database.rows(
        f"SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        f" WHERE conrelid IN {TABLES} AND contype IN ('p', 'f') ORDER BY contype DESC"
    )
    names = ", ".join(f"'{name}'" for _, name, _ in constraints)
    indexes = database.rows(
        f"SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
        f" WHERE indrelid IN {TABLES} AND indexrelid::regclass::text NOT IN ({names})"
    )
    for name, _ in indexes:
        database.run(f"DROP INDEX {name}")
    for table, name, _ in constraints:
        database.run(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    for run_id in run_ids:
        database.run(SAMPLES, (run_id, of_run, run_id, run_id))
        database.run(RESULTS, (run_id, of_run))
    database.run(f"UPDATE run_totals SET finished = {of_run}, scored = {of_run}")
    database.run("SET maintenance_work_mem = '1GB'")
    for table, name, definition in constraints:
        database.run(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
    for _, definition in indexes:
        database.run(str(definition))
    database.run("RESET maintenance_work_mem")
    database.run("ANALYZE")
