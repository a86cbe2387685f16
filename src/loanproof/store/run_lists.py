"""Lists and pages of runs on any database: every query reads a bounded number of rows by an index."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from loanproof.core import Signer
from loanproof.runs import Json, RunCounts, RunEntry, RunStatus, ScoredRecord
from loanproof.store.database import Database, Row
from loanproof.store.run_store import RUN_COLUMNS, is_proven, manifest_of, scored_record

_RESULT = "case_id, repeat_no, place, result"
_ENDS = "(SELECT MAX(end_no) FROM ends WHERE ends.run_id = runs.run_id)"
_ENTRY = f"SELECT {RUN_COLUMNS}, mark, began, {_ENDS} FROM runs"


class SqlRunLists:
    """Implements :class:`loanproof.runs.RunLists`; see there for what each method promises."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database = database
        self._signer = signer

    def entries(self, *, after: tuple[str, str] | None = None, limit: int) -> list[RunEntry]:
        """Return runs, the newest first."""
        where, values = ("", ()) if after is None else (" WHERE (began, run_id) < (?, ?)", after)
        query = f"{_ENTRY}{where} ORDER BY began DESC, run_id DESC LIMIT ?"
        return [self._entry(row) for row in self._database.rows(query, (*values, limit))]

    def entry(self, run_id: str) -> RunEntry | None:
        """Return the run with exactly this id."""
        rows = self._database.rows(f"{_ENTRY} WHERE run_id = ?", (run_id,))
        return self._entry(rows[0]) if rows else None

    def summary(self, run_id: str) -> Mapping[str, Json] | None:
        """Return the result of a run without its cases, as it ended last."""
        query = "SELECT summary FROM ends WHERE run_id = ? ORDER BY end_no DESC LIMIT 1"
        rows = self._database.rows(query, (run_id,))
        found: Mapping[str, Json] | None = json.loads(str(rows[0][0])) if rows else None
        return found

    def counts(self, run_id: str) -> RunCounts:
        """Count how far a run is."""
        answered, judged, scored = (
            int(self._database.rows(f"SELECT COUNT(*) FROM {table} WHERE run_id = ?", (run_id,))[0][0] or 0)
            for table in ("samples", "evaluations", "results")
        )
        return RunCounts(answered=answered, judged=judged, scored=scored)

    def results_after(self, run_id: str, position: int, *, limit: int) -> list[ScoredRecord]:
        """Return results behind a position, in order."""
        query = f"SELECT {_RESULT} FROM results WHERE run_id = ? AND place > ? ORDER BY place LIMIT ?"
        return [scored_record(row) for row in self._database.rows(query, (run_id, position, limit))]

    def results_of(self, run_id: str, case_ids: Sequence[str]) -> list[ScoredRecord]:
        """Return the results of some cases, by case id and repeat."""
        if not case_ids:
            return []
        marks = ", ".join("?" for _ in case_ids)
        query = f"""SELECT {_RESULT} FROM results WHERE run_id = ? AND case_id IN ({marks})
            ORDER BY case_id, repeat_no"""
        return [scored_record(row) for row in self._database.rows(query, (run_id, *case_ids))]

    def close(self) -> None:
        """Give the database back."""
        self._database.close()

    def _entry(self, row: Row) -> RunEntry:
        *kept, mark, began, ends = row
        is_proven(self._signer, "run", tuple(kept), mark)
        manifest = manifest_of(tuple(kept))
        status = RunStatus.RUNNING
        if ends is not None:
            query = "SELECT status FROM ends WHERE run_id = ? AND end_no = ?"
            status = RunStatus(str(self._database.rows(query, (manifest.run_id, ends))[0][0]))
        return RunEntry(manifest=manifest, began=str(began), ends=int(ends or 0), status=status)
