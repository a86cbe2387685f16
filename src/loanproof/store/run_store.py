"""The store of runs on any database: append only, read page by page so that memory does not grow with a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice

from loanproof.core import Capability, Proof, RecordChanged, Signer, StoreFailed, UsageError, digest_bytes
from loanproof.runs import (
    BROKEN,
    EvaluationRecord,
    Json,
    Manifest,
    PlannedRemediation,
    ResultCursor,
    RootCause,
    RunRow,
    RunStatus,
    SampleRecord,
    ScoredRecord,
)
from loanproof.store.database import Database, Row
from loanproof.store.run_pages import MARKED_RUN, read_run_page
from loanproof.store.run_rows import (
    RESULT,
    RUN,
    as_kept,
    manifest_of_row,
    row_of_manifest,
    row_of_scored,
    scored_of_row,
    write_json,
)

PAGE = 1000
RUNS_AT_ONCE = 50  # each with its summary, which is long
_LOCK_DIGITS = 15  # hexadecimal, so that the number fits into 63 bits
# S608 is silenced below: names of tables and columns are constants, and every value is a parameter.
_RUN_ROWS = f"""SELECT {MARKED_RUN},
    run_totals.status, finished, judged, scored, summary
    FROM runs LEFT JOIN run_totals ON run_totals.run_id = runs.run_id
    LEFT JOIN ends ON ends.run_id = runs.run_id AND ends.end_no = run_totals.end_no"""
_SAMPLE = "case_id, repeat_no, sample_key, payload, calls, snapshot, run_id"
_READ_SAMPLE = "case_id, repeat_no, sample_key, content, calls, snapshot, samples.run_id, samples.mark"
_SAMPLES = "samples LEFT JOIN payloads ON digest = payload"
_TOTALS = {"samples": "finished", "evaluations": "judged", "results": "scored"}
_BEFORE_ALL = -(BROKEN + 1)
_EVALUATION = "case_id, repeat_no, evaluation, calls, run_id"
_REMEDIATION = "gate, began, suite_id, target, owner, due, action, at, run_id"
_ROOT_CAUSE = "author, suite_id, target, cause, fix, at, run_id"
_FOR_THE_GATE, _SAID_BY = "remediation of the gate", "root cause said by"


class SqlRunStore:
    """Implements :class:`loanproof.runs.RunStore`; see there for what each method promises."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database = database
        self._signer = signer

    @property
    def signer(self) -> Signer:
        """Makes the marks of records and results."""
        return self._signer

    def save_run(self, manifest: Manifest) -> None:
        """Begin a run; its id must be new."""
        row = row_of_manifest(manifest)
        with self._database.transaction():
            self._insert(f"runs ({RUN}, began, mark)", (*row, manifest.began, self._mark("run", row)))
            totals = (manifest.run_id, 0, 0, 0, 0, RunStatus.RUNNING.value)
            self._insert("run_totals (run_id, finished, judged, scored, end_no, status)", totals)

    @contextmanager
    def holding(self, run_id: str) -> Iterator[None]:
        """Keep everybody else from working on a run meanwhile."""
        number = int(digest_bytes(run_id.encode()).rpartition(":")[2][:_LOCK_DIGITS], 16)
        with self._database.hold(number) as is_held:
            if not is_held:
                hint = "Wait until it ends, or end it; what is kept is not asked again."
                raise UsageError(f"another program is working on {run_id}.", hint=hint)
            yield

    def save_samples(self, run_id: str, samples: Sequence[SampleRecord]) -> None:
        """Save finished samples; those already stored are left unchanged."""
        rows = [(one.case_id, one.repeat, one.key, one.line, one.calls, one.snapshot, run_id) for one in samples]
        digests = [digest_bytes(one.line.encode("utf-8", "surrogatepass")) for one in samples]
        named = zip(digests, self._marked("sample", samples, rows), strict=True)
        # No run may be deleted meanwhile: a text that both share would be deleted with it.
        with self._database.sharing():
            new = self._add(run_id, "samples", f"{_SAMPLE}, mark", [(*row[:3], name, *row[4:]) for name, row in named])
            texts = {name: one.line for name, one in zip(digests, samples, strict=True)}
            if new < len(samples):  # a stored sample keeps its text, and nothing would ever delete a second one
                kept = self._of_cases("payload", "samples", run_id, list({one.case_id for one in samples}))
                texts = {name: texts[name] for (name,) in kept if isinstance(name, str) and name in texts}
            # In a fixed order, so that two programs that save the same texts cannot deadlock.
            self._database.add("payloads", "digest, content", sorted(texts.items()))

    def save_evaluations(self, run_id: str, evaluations: Sequence[EvaluationRecord]) -> None:
        """Save evaluations; those already stored are left unchanged."""
        rows = [(one.case_id, one.repeat, one.evaluation, one.calls, run_id) for one in evaluations]
        with self._database.transaction():
            self._add(run_id, "evaluations", f"{_EVALUATION}, mark", self._marked("evaluation", evaluations, rows))

    def save_results(self, run_id: str, results: Sequence[ScoredRecord]) -> None:
        """Save the results of samples; those already stored are left unchanged."""
        with self._database.transaction():
            self._add(run_id, "results", f"{RESULT}, run_id", [(*row_of_scored(one), run_id) for one in results])

    def save_summary(self, run_id: str, status: RunStatus, summary: Mapping[str, Json]) -> None:
        """End a run with its figures and verdict."""
        with self._database.transaction():
            [(last,)] = self._database.rows("SELECT COALESCE(MAX(end_no), 0) FROM ends WHERE run_id = ?", (run_id,))
            number = int(last or 0) + 1
            self._insert("ends (run_id, end_no, status, summary)", (run_id, number, status.value, write_json(summary)))
            change = "UPDATE run_totals SET end_no = ?, status = ? WHERE run_id = ?"
            self._database.run(change, (number, status.value, run_id))

    def save_root_cause(self, root_cause: RootCause) -> None:
        """Save a root-cause analysis."""
        one = root_cause
        values = (one.by, one.suite_id, one.target, one.cause, one.fix, one.at, one.run_id)
        with self._database.transaction():
            self._insert(f"root_causes ({_ROOT_CAUSE}, mark)", (*values, self._mark(_SAID_BY, values)))

    def save_remediation(self, plan: PlannedRemediation) -> None:
        """Save the remediation of a failed gate."""
        one = plan
        values = (
            *(one.gate, one.began, one.suite_id, one.target),
            *(one.owner, one.due, one.action, one.at, one.run_id),
        )
        with self._database.transaction():
            self._database.add("remediations", f"{_REMEDIATION}, mark", [(*values, self._mark(_FOR_THE_GATE, values))])

    def read_run(self, run_id: str) -> RunRow:
        """Return a run by its id or a unique prefix of it."""
        rows = self._database.rows(f"{_RUN_ROWS} WHERE runs.run_id = ?", (run_id,))
        if not rows and run_id:
            query = f"{_RUN_ROWS} WHERE substr(runs.run_id, 1, ?) = ? ORDER BY runs.run_id LIMIT 3"
            rows = self._database.rows(query, (len(run_id), run_id))
        if not rows:
            raise UsageError(f"there is no run {run_id!r}.", hint="List them: loanproof runs.")
        if len(rows) > 1:
            ids = ", ".join(str(row[0]) for row in rows)
            raise UsageError(f"several runs begin with {run_id!r}: {ids}.", hint="Write more of the id.")
        return self._run_row(rows[0])

    def read_run_ids(self) -> Iterator[str]:
        """Yield the id of every run, newest first, whatever its record holds."""
        after: tuple[str, str] | None = None
        while rows := read_run_page(self._database, "SELECT runs.run_id, began FROM runs", limit=PAGE, after=after):
            yield from (str(run_id) for run_id, _ in rows)
            after = (str(rows[-1][1]), str(rows[-1][0]))

    def read_runs(self, *, suite_id: str | None = None, target: str | None = None) -> Iterator[RunRow]:
        """Yield runs, newest first."""
        wanted = {"suite_id": suite_id, "target": target}
        after: tuple[str, str] | None = None
        while rows := read_run_page(self._database, _RUN_ROWS, limit=RUNS_AT_ONCE, after=after, wanted=wanted):
            runs = list(map(self._run_row, rows))
            yield from runs
            after = (runs[-1].manifest.began, runs[-1].manifest.run_id)

    def read_sample_keys(self, run_id: str) -> Iterable[tuple[str, int, str]]:
        """Yield case id, repeat and key of every stored sample."""
        for case_id, repeat, key in self._pages("case_id, repeat_no, sample_key", "samples", run_id):
            yield str(case_id), int(repeat or 0), str(key)

    def read_samples(self, run_id: str) -> Iterator[SampleRecord]:
        """Yield the stored samples by case id and repeat."""
        return map(self._sample, self._pages(_READ_SAMPLE, _SAMPLES, run_id))

    def read_samples_of(self, run_id: str, case_ids: Sequence[str]) -> list[SampleRecord]:
        """Return the stored samples of some cases."""
        return list(map(self._sample, self._of_cases(_READ_SAMPLE, _SAMPLES, run_id, case_ids)))

    def read_samples_by_key(self, keys: Sequence[str]) -> list[SampleRecord]:
        """Return samples of any run with one of these keys, the first stored for each."""
        query = f"""SELECT {_READ_SAMPLE} FROM {_SAMPLES} JOIN runs ON runs.run_id = samples.run_id
            WHERE sample_key IN ({_marks(keys)}) ORDER BY began DESC, samples.run_id DESC"""
        return list({one.key: one for one in map(self._sample, self._database.rows(query, keys))}.values())

    def read_snapshot(self, run_id: str) -> str | None:
        """Return the first build that the provider reported, by case id and repeat."""
        query = (
            "SELECT snapshot FROM samples WHERE run_id = ? AND snapshot IS NOT NULL ORDER BY case_id, repeat_no LIMIT 1"
        )
        rows = self._database.rows(query, (run_id,))
        return str(rows[0][0]) if rows else None

    def read_evaluation_keys(self, run_id: str) -> Iterable[tuple[str, int]]:
        """Yield case id and repeat of every stored evaluation."""
        for case_id, repeat in self._pages("case_id, repeat_no", "evaluations", run_id):
            yield str(case_id), int(repeat or 0)

    def read_evaluations_of(self, run_id: str, case_ids: Sequence[str]) -> list[EvaluationRecord]:
        """Return the stored evaluations of some cases."""
        rows = self._of_cases(f"{_EVALUATION}, mark", "evaluations", run_id, case_ids)
        return list(map(self._evaluation, rows))

    def read_results(self, run_id: str) -> Iterator[ScoredRecord]:
        """Yield the results by position."""
        query = f"SELECT {RESULT} FROM results WHERE run_id = ? AND place > ? ORDER BY place LIMIT {PAGE}"
        after = -1
        while rows := self._database.rows(query, (run_id, after)):
            yield from map(scored_of_row, rows)
            after = int(rows[-1][2] or 0)

    def read_result(self, run_id: str, case_id: str, repeat: int) -> ScoredRecord | None:
        """Return the result of one sample."""
        query = f"SELECT {RESULT} FROM results WHERE run_id = ? AND case_id = ? AND repeat_no = ?"
        rows = self._database.rows(query, (run_id, case_id, repeat))
        return scored_of_row(rows[0]) if rows else None

    def read_result_page(
        self,
        run_id: str,
        *,
        limit: int,
        after: ResultCursor | None = None,
        capability: Capability | None = None,
        least_rank: int = 0,
    ) -> list[ScoredRecord]:
        """Return the results after a position, worst first."""
        began = (_BEFORE_ALL, 0) if after is None else (-after.rank, after.position)
        of_it, values = ("", ()) if capability is None else ("AND capability = ?", (capability.value,))
        query = f"""SELECT {RESULT} FROM results
            WHERE run_id = ? AND worst_first <= ? AND (worst_first, place) > (?, ?) {of_it}
            ORDER BY worst_first, place LIMIT ?"""
        rows = self._database.rows(query, (run_id, -least_rank, *began, *values, limit))
        return list(map(scored_of_row, rows))

    def read_root_causes(self, *, suite_id: str, target: str) -> tuple[RootCause, ...]:
        """Return the analyses for a suite and a target, newest first."""
        query = f"""SELECT {_ROOT_CAUSE}, mark FROM root_causes
            WHERE suite_id = ? AND target = ? ORDER BY at DESC, run_id"""
        names = _ROOT_CAUSE.replace("author", "by").split(", ")
        return tuple(
            RootCause(**dict(zip(names, map(str, row), strict=True)), is_proven=self._is_proven(_SAID_BY, row, mark))
            for *row, mark in self._database.rows(query, (suite_id, target))
        )

    def read_remediations(self, *, suite_id: str, target: str) -> tuple[PlannedRemediation, ...]:
        """Return the remediations for a suite and a target, newest first."""
        query = f"""SELECT {_REMEDIATION}, mark FROM remediations
            WHERE suite_id = ? AND target = ? ORDER BY at DESC, run_id"""
        names = _REMEDIATION.split(", ")
        return tuple(
            PlannedRemediation(
                **dict(zip(names, map(str, row), strict=True)), is_proven=self._is_proven(_FOR_THE_GATE, row, mark)
            )
            for *row, mark in self._database.rows(query, (suite_id, target))
        )

    def read_log_head(self) -> tuple[int, str] | None:
        """Return the number and digest of the last entry of the review log."""
        rows = self._database.rows("SELECT entry_no, digest FROM review_log ORDER BY entry_no DESC LIMIT 1")
        return (int(rows[0][0] or 0), str(rows[0][1])) if rows else None

    def delete_run(self, run_id: str) -> None:
        """Delete a run with all its data; root-cause analyses and remediations stay."""
        with self._database.exclusive():  # otherwise a text could be deleted that another run is about to use
            self._delete_texts(run_id)
            self._database.run("DELETE FROM runs WHERE run_id = ?", (run_id,))

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def _mark(self, kind: str, row: Row) -> str:
        return self._signer.mark(json.dumps([kind, *row]))

    def _is_proven(self, kind: str, row: Sequence[str | int | None], mark: object) -> bool:
        return is_proven(self._signer, kind, tuple(row), mark)

    def _marked(self, kind: str, records: Sequence[SampleRecord | EvaluationRecord], rows: Sequence[Row]) -> list[Row]:
        """Return rows with their marks; a copy of an unproven record gets none."""
        pairs = zip(records, rows, strict=True)
        return [(*row, self._mark(kind, row) if record.is_proven else None) for record, row in pairs]

    def _sample(self, marked: Row) -> SampleRecord:
        *row, mark = marked
        case_id, repeat, key, line, calls, snapshot, run_id = row
        if line is None:
            hint = "Restore a copy of the store, or start a new run."
            raise StoreFailed(f"the text of the sample {case_id} of {run_id} is not in the store.", hint=hint)
        return SampleRecord(
            case_id=str(case_id),
            repeat=int(repeat or 0),
            key=str(key),
            line=str(line),
            calls=int(calls or 0),
            snapshot=None if snapshot is None else str(snapshot),
            is_proven=is_proven(self._signer, "sample", tuple(row), mark),
        )

    def _evaluation(self, marked: Row) -> EvaluationRecord:
        *row, mark = marked
        case_id, repeat, evaluation, calls, _ = row
        return EvaluationRecord(
            case_id=str(case_id),
            repeat=int(repeat or 0),
            evaluation=str(evaluation),
            calls=int(calls or 0),
            is_proven=is_proven(self._signer, "evaluation", tuple(row), mark),
        )

    def _insert(self, into: str, values: Row) -> None:
        self._database.run(f"INSERT INTO {into} VALUES ({_marks(values)})", values)

    def _add(self, run_id: str, table: str, columns: str, rows: Sequence[Row]) -> int:
        """Add rows to a run inside a transaction, and count those that are new."""
        new = self._database.add(table, columns, rows) if rows else 0
        if new:
            total = _TOTALS[table]
            self._database.run(f"UPDATE run_totals SET {total} = {total} + ? WHERE run_id = ?", (new, run_id))
        return new

    def _delete_texts(self, run_id: str) -> None:
        """Delete the texts that only this run uses, a page at a time: one query for all would read every sample."""
        named = (str(digest) for _, _, digest in self._pages("case_id, repeat_no, payload", "samples", run_id))
        while page := list(islice(named, PAGE)):
            query = f"""DELETE FROM payloads WHERE digest IN ({_marks(page)}) AND NOT EXISTS
                (SELECT 1 FROM samples WHERE samples.payload = payloads.digest AND samples.run_id <> ?)"""
            self._database.run(query, (*page, run_id))

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

    def _run_row(self, found: Row) -> RunRow:
        *row, mark, status, finished, judged, scored, summary = found
        is_proven(self._signer, "run", tuple(row), mark)
        if status is None:
            hint = "Restore a copy of the store."
            raise RecordChanged(f"the sums of the run {row[0]} are not in the store.", hint=hint)
        with as_kept(f"the record of the run {row[0]}"):
            return RunRow(
                manifest=manifest_of_row(tuple(row)),
                status=RunStatus(str(status)),
                finished=int(finished or 0),
                summary=None if summary is None else dict(json.loads(str(summary))),
                judged=int(judged or 0),
                scored=int(scored or 0),
            )


def is_proven(signer: Signer, kind: str, row: Row, mark: object) -> bool:
    """Return whether a row has a valid mark, or raise :class:`RecordChanged` if it does not match its mark."""
    proof = signer.check(json.dumps([kind, *row]), None if mark is None else str(mark))
    if proof is Proof.CHANGED:
        what = f"the record of the {kind} {row[0]}" + ("" if kind == "run" else f" of {row[-1]}")
        instead = "" if kind in (_FOR_THE_GATE, _SAID_BY) else ", or start a new run"
        hint = f"What it held is not known any more: restore a copy of the store{instead}."
        raise RecordChanged(f"{what} was changed in the store after it was kept.", hint=hint)
    return proof is signer.best


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" for _ in values)
