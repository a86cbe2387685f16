"""The store of runs on any database: append only, read page by page so that memory does not grow with a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from loanproof.core import Proof, Signer, StoreFailed, UsageError, digest_bytes
from loanproof.runs import (
    EvaluationRecord,
    Json,
    Manifest,
    PlannedRemediation,
    RootCause,
    RunRow,
    RunStatus,
    SampleRecord,
    ScoredRecord,
    parse_options,
    write_options,
)
from loanproof.store.database import Database, Row

PAGE = 1000
_LOCK_DIGITS = 15  # hexadecimal, so that the number fits into 63 bits
# S608 is silenced below: names of tables and columns are written here, and every value goes in through a mark.
RUN_COLUMNS = "run_id, suite_id, suite_folder, target, head, options, plan_digest, samples, rescored_from"
_SAMPLE = "case_id, repeat_no, sample_key, line, calls, snapshot, run_id"
_READ_SAMPLE = _SAMPLE.replace("run_id", "samples.run_id, samples.mark")  # read by key, a sample is joined to its run
_EVALUATION = "case_id, repeat_no, evaluation, calls, run_id"
_REMEDIATION = "run_id, began, suite_id, target, gate, owner, due, action, at"
_ROOT_CAUSE = "run_id, suite_id, target, cause, fix, author, at"


class SqlRunStore:
    """Implements :class:`loanproof.runs.RunStore`; see there for what each method promises."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database = database
        self._signer = signer

    @property
    def signer(self) -> Signer:
        """Makes the marks of records and of results."""
        return self._signer

    def save_run(self, manifest: Manifest) -> None:
        """Begin a run; its id must be new."""
        row = _manifest_row(manifest)
        began = str(manifest.head.get("timestamp_utc") or "")
        with self._database.transaction():
            self._insert(f"runs ({RUN_COLUMNS}, began, mark)", (*row, began, self._mark("run", row)))

    @contextmanager
    def holding(self, run_id: str) -> Iterator[None]:
        """Let nobody else work on a run meanwhile."""
        number = int(digest_bytes(run_id.encode()).rpartition(":")[2][:_LOCK_DIGITS], 16)
        with self._database.hold(number) as is_held:
            if not is_held:
                hint = "Wait until it ends, or end it; what is kept is not asked again."
                raise UsageError(f"another program is working on {run_id}.", hint=hint)
            yield

    def save_samples(self, run_id: str, samples: Sequence[SampleRecord]) -> None:
        """Keep finished samples; one that is kept already is left as it is."""
        rows = [(one.case_id, one.repeat, one.key, one.line, one.calls, one.snapshot, run_id) for one in samples]
        self._keep(f"samples ({_SAMPLE}, mark)", self._marked("sample", samples, rows))

    def save_evaluations(self, run_id: str, evaluations: Sequence[EvaluationRecord]) -> None:
        """Keep what a judge said; one that is kept already is left as it is."""
        rows = [(one.case_id, one.repeat, one.evaluation, one.calls, run_id) for one in evaluations]
        self._keep(f"evaluations ({_EVALUATION}, mark)", self._marked("evaluation", evaluations, rows))

    def save_results(self, run_id: str, results: Sequence[ScoredRecord]) -> None:
        """Keep the results of samples; one that is kept already is left as it is."""
        rows = [(run_id, one.position, one.case_id, one.repeat, one.result) for one in results]
        self._keep("results (run_id, place, case_id, repeat_no, result)", rows)

    def save_summary(self, run_id: str, status: RunStatus, summary: Mapping[str, Json]) -> None:
        """End a run with its figures and verdict."""
        with self._database.transaction():
            [(last,)] = self._database.rows("SELECT COALESCE(MAX(end_no), 0) FROM ends WHERE run_id = ?", (run_id,))
            values = (run_id, int(last or 0) + 1, status.value, _write(summary))
            self._insert("ends (run_id, end_no, status, summary)", values)

    def save_root_cause(self, root_cause: RootCause) -> None:
        """Keep a root-cause analysis."""
        one = root_cause
        values = (one.run_id, one.suite_id, one.target, one.cause, one.fix, one.by, one.at)
        with self._database.transaction():
            self._insert(f"root_causes ({_ROOT_CAUSE})", values)

    def save_remediation(self, plan: PlannedRemediation) -> None:
        """Keep the remediation of a failed gate."""
        one = plan
        values = (
            *(one.run_id, one.began, one.suite_id, one.target),
            *(one.gate, one.owner, one.due, one.action, one.at),
        )
        self._keep(f"remediations ({_REMEDIATION})", [values])

    def read_run(self, run_id: str) -> RunRow:
        """Return a run by its id or by a beginning that only one id has."""
        query = f"SELECT {RUN_COLUMNS}, mark FROM runs WHERE substr(run_id, 1, ?) = ? ORDER BY run_id LIMIT 3"
        rows = self._database.rows(query, (len(run_id), run_id))
        exact = [row for row in rows if row[0] == run_id]
        if not rows or not run_id:
            raise UsageError(f"there is no run {run_id!r}.", hint="List them: loanproof runs.")
        if len(rows) > 1 and not exact:
            ids = ", ".join(str(row[0]) for row in rows)
            raise UsageError(f"several runs begin with {run_id!r}: {ids}.", hint="Write more of the id.")
        return self._run_row((exact or rows)[0])

    def read_runs(self, *, suite_id: str | None = None, target: str | None = None) -> Iterator[RunRow]:
        """Yield runs, the newest first."""
        after: tuple[str, ...] = ()
        while rows := self._run_page(suite_id, target, after):
            yield from (self._run_row(row[:-1]) for row in rows)
            after = (str(rows[-1][-1]), str(rows[-1][0]))

    def read_sample_keys(self, run_id: str) -> Iterable[tuple[str, int, str]]:
        """Yield case id, repeat and key of every kept sample."""
        for case_id, repeat, key in self._pages("case_id, repeat_no, sample_key", "samples", run_id):
            yield str(case_id), int(repeat or 0), str(key)

    def read_samples(self, run_id: str) -> Iterator[SampleRecord]:
        """Yield the kept samples by case id and repeat."""
        return map(self._sample, self._pages(_READ_SAMPLE, "samples", run_id))

    def read_samples_of(self, run_id: str, case_ids: Sequence[str]) -> list[SampleRecord]:
        """Return the kept samples of some cases."""
        return list(map(self._sample, self._of_cases(_READ_SAMPLE, "samples", run_id, case_ids)))

    def read_samples_by_key(self, keys: Sequence[str]) -> list[SampleRecord]:
        """Return samples of any run that have one of these keys, the first kept of each."""
        query = f"""SELECT {_READ_SAMPLE} FROM samples JOIN runs ON runs.run_id = samples.run_id
            WHERE sample_key IN ({_marks(keys)}) ORDER BY began DESC, samples.run_id DESC"""
        return list({one.key: one for one in map(self._sample, self._database.rows(query, keys))}.values())

    def read_snapshot(self, run_id: str) -> str | None:
        """Return the build that the provider reported first, by case id and repeat."""
        query = (
            "SELECT snapshot FROM samples WHERE run_id = ? AND snapshot IS NOT NULL ORDER BY case_id, repeat_no LIMIT 1"
        )
        rows = self._database.rows(query, (run_id,))
        return str(rows[0][0]) if rows else None

    def read_evaluation_keys(self, run_id: str) -> Iterable[tuple[str, int]]:
        """Yield case id and repeat of every kept evaluation."""
        for case_id, repeat in self._pages("case_id, repeat_no", "evaluations", run_id):
            yield str(case_id), int(repeat or 0)

    def read_evaluations_of(self, run_id: str, case_ids: Sequence[str]) -> list[EvaluationRecord]:
        """Return the kept evaluations of some cases."""
        rows = self._of_cases(f"{_EVALUATION}, mark", "evaluations", run_id, case_ids)
        return list(map(self._evaluation, rows))

    def read_results(self, run_id: str) -> Iterator[ScoredRecord]:
        """Yield the results in the order of their positions."""
        query = f"""SELECT case_id, repeat_no, place, result FROM results
            WHERE run_id = ? AND place > ? ORDER BY place LIMIT {PAGE}"""
        after = -1
        while rows := self._database.rows(query, (run_id, after)):
            yield from map(scored_record, rows)
            after = int(rows[-1][2] or 0)

    def read_result(self, run_id: str, case_id: str, repeat: int) -> ScoredRecord | None:
        """Return the result of one sample."""
        query = (
            "SELECT case_id, repeat_no, place, result FROM results WHERE run_id = ? AND case_id = ? AND repeat_no = ?"
        )
        rows = self._database.rows(query, (run_id, case_id, repeat))
        return scored_record(rows[0]) if rows else None

    def read_root_causes(self, *, suite_id: str, target: str) -> tuple[RootCause, ...]:
        """Return the analyses for a suite and a target, the newest first."""
        query = f"SELECT {_ROOT_CAUSE} FROM root_causes WHERE suite_id = ? AND target = ? ORDER BY at DESC, run_id"
        rows = [tuple(map(str, row)) for row in self._database.rows(query, (suite_id, target))]
        return tuple(
            RootCause(run_id=run_id, suite_id=suite, target=name, cause=cause, fix=fix, by=author, at=at)
            for run_id, suite, name, cause, fix, author, at in rows
        )

    def read_remediations(self, *, suite_id: str, target: str) -> tuple[PlannedRemediation, ...]:
        """Return the remediations for a suite and a target, the newest first."""
        query = f"SELECT {_REMEDIATION} FROM remediations WHERE suite_id = ? AND target = ? ORDER BY at DESC, run_id"
        names = _REMEDIATION.split(", ")
        rows = (map(str, row) for row in self._database.rows(query, (suite_id, target)))
        return tuple(PlannedRemediation(**dict(zip(names, row, strict=True))) for row in rows)

    def read_log_head(self) -> tuple[int, str] | None:
        """Return the number and the digest of the last entry of the log of reviews."""
        rows = self._database.rows("SELECT entry_no, digest FROM review_log ORDER BY entry_no DESC LIMIT 1")
        return (int(rows[0][0] or 0), str(rows[0][1])) if rows else None

    def delete_run(self, run_id: str) -> None:
        """Take a run away with all it has; root-cause analyses and remediations stay."""
        with self._database.transaction():
            self._database.run("DELETE FROM runs WHERE run_id = ?", (run_id,))

    def close(self) -> None:
        """Give the database back."""
        self._database.close()

    def _mark(self, kind: str, row: Row) -> str:
        return self._signer.mark(json.dumps([kind, *row]))

    def _marked(self, kind: str, records: Sequence[SampleRecord | EvaluationRecord], rows: Sequence[Row]) -> list[Row]:
        """Return rows with their marks; what was not proven when it was read gets none when it is kept anew."""
        pairs = zip(records, rows, strict=True)
        return [(*row, self._mark(kind, row) if record.is_proven else None) for record, row in pairs]

    def _is_proven(self, kind: str, row: Row, mark: object) -> bool:
        return is_proven(self._signer, kind, row, mark)

    def _sample(self, marked: Row) -> SampleRecord:
        *row, mark = marked
        case_id, repeat, key, line, calls, snapshot, _ = row
        return SampleRecord(
            case_id=str(case_id),
            repeat=int(repeat or 0),
            key=str(key),
            line=str(line),
            calls=int(calls or 0),
            snapshot=None if snapshot is None else str(snapshot),
            is_proven=self._is_proven("sample", tuple(row), mark),
        )

    def _evaluation(self, marked: Row) -> EvaluationRecord:
        *row, mark = marked
        case_id, repeat, evaluation, calls, _ = row
        return EvaluationRecord(
            case_id=str(case_id),
            repeat=int(repeat or 0),
            evaluation=str(evaluation),
            calls=int(calls or 0),
            is_proven=self._is_proven("evaluation", tuple(row), mark),
        )

    def _insert(self, into: str, values: Row) -> None:
        self._database.run(f"INSERT INTO {into} VALUES ({_marks(values)})", values)

    def _keep(self, into: str, rows: Sequence[Row]) -> None:
        if not rows:
            return
        statement = f"INSERT INTO {into} VALUES ({_marks(rows[0])}) ON CONFLICT DO NOTHING"
        with self._database.transaction():
            self._database.run_many(statement, rows)

    def _pages(self, columns: str, table: str, run_id: str) -> Iterator[Row]:
        """Yield rows by case id and repeat, a page at a time."""
        query = f"""SELECT {columns} FROM {table} WHERE run_id = ? AND (case_id, repeat_no) > (?, ?)
            ORDER BY case_id, repeat_no LIMIT {PAGE}"""
        after: tuple[str, int] = ("", -1)
        while rows := self._database.rows(query, (run_id, *after)):
            yield from rows
            after = (str(rows[-1][0]), int(rows[-1][1] or 0))

    def _of_cases(self, columns: str, table: str, run_id: str, case_ids: Sequence[str]) -> list[Row]:
        if not case_ids:
            return []
        query = f"SELECT {columns} FROM {table} WHERE run_id = ? AND case_id IN ({_marks(case_ids)})"
        return self._database.rows(query, (run_id, *case_ids))

    def _run_page(self, suite_id: str | None, target: str | None, after: tuple[str, ...]) -> list[Row]:
        conditions = ["1 = 1"]
        values: list[str] = []
        for name, value in (("suite_id", suite_id), ("target", target)):
            if value is not None:
                conditions.append(f"{name} = ?")
                values.append(value)
        if after:
            conditions.append("(began, run_id) < (?, ?)")
        where = " AND ".join(conditions)
        query = (
            f"SELECT {RUN_COLUMNS}, mark, began FROM runs WHERE {where} ORDER BY began DESC, run_id DESC LIMIT {PAGE}"
        )
        return self._database.rows(query, (*values, *after))

    def _run_row(self, marked: Row) -> RunRow:
        *row, mark = marked
        self._is_proven("run", tuple(row), mark)
        manifest = manifest_of(tuple(row))
        ends = self._database.rows(
            "SELECT status, summary FROM ends WHERE run_id = ? ORDER BY end_no DESC LIMIT 1", (manifest.run_id,)
        )
        [(finished,)] = self._database.rows("SELECT COUNT(*) FROM samples WHERE run_id = ?", (manifest.run_id,))
        status, summary = ends[0] if ends else (RunStatus.RUNNING, None)
        return RunRow(
            manifest=manifest,
            status=RunStatus(str(status)),
            finished=int(finished or 0),
            summary=None if summary is None else json.loads(str(summary)),
        )


def is_proven(signer: Signer, kind: str, row: Row, mark: object) -> bool:
    """Return whether a row is what was kept, or raise :class:`StoreFailed` where it is not."""
    proof = signer.check(json.dumps([kind, *row]), None if mark is None else str(mark))
    if proof is Proof.CHANGED:
        what = f"the record of the {kind} {row[0]}" + ("" if kind == "run" else f" of {row[-1]}")
        hint = "What it held is not known any more: restore a copy of the store, or start a new run."
        raise StoreFailed(f"{what} was changed in the store after it was kept.", hint=hint)
    return proof is signer.best


def _manifest_row(one: Manifest) -> Row:
    return (
        one.run_id,
        one.suite_id,
        one.suite_folder,
        one.target,
        _write(one.head),
        _write(write_options(one.options)),
        one.plan_digest,
        one.samples,
        one.rescored_from,
    )


def manifest_of(row: Row) -> Manifest:
    """Return what a row of :data:`RUN_COLUMNS` holds."""
    run_id, suite_id, suite_folder, target, head, options, plan_digest, samples, rescored_from = row
    return Manifest(
        run_id=str(run_id),
        suite_id=str(suite_id),
        suite_folder=str(suite_folder),
        target=str(target),
        head=json.loads(str(head)),
        options=parse_options(json.loads(str(options))),
        plan_digest=str(plan_digest),
        samples=int(samples or 0),
        rescored_from=None if rescored_from is None else str(rescored_from),
    )


def scored_record(row: Row) -> ScoredRecord:
    """Return the result of one sample, from its case id, repeat, place and text."""
    case_id, repeat, place, result = row
    return ScoredRecord(case_id=str(case_id), repeat=int(repeat or 0), position=int(place or 0), result=str(result))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" for _ in values)


def _write(data: Mapping[str, Any]) -> str:
    """Return JSON in ASCII: PostgreSQL's text holds neither a null character nor a lone surrogate."""
    return json.dumps(data, sort_keys=True, default=dict)
