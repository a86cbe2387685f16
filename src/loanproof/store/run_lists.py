"""Lists and pages of runs on any database: every query reads a bounded number of rows by an index."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from loanproof.core import Signer
from loanproof.runs import Json, RunCounts, RunEntry, RunStatus, ScoredRecord
from loanproof.store.database import Database, Row
from loanproof.store.run_pages import MARKED_RUN, read_run_page
from loanproof.store.run_rows import RESULT, as_kept, manifest_of_row, scored_of_row
from loanproof.store.run_store import is_proven

_ENTRY = f"""SELECT {MARKED_RUN}, began, end_no, status
    FROM runs JOIN run_totals ON run_totals.run_id = runs.run_id"""


class SqlRunLists:
    """Implements :class:`loanproof.runs.RunLists`; see there for what each method promises."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database = database
        self._signer = signer

    def entries(self, *, after: tuple[str, str] | None = None, limit: int) -> list[RunEntry]:
        """Return runs, newest first."""
        return list(map(self._entry, read_run_page(self._database, _ENTRY, limit=limit, after=after)))

    def entry(self, run_id: str) -> RunEntry | None:
        """Return the run with exactly this id."""
        rows = self._database.rows(f"{_ENTRY} WHERE runs.run_id = ?", (run_id,))
        return self._entry(rows[0]) if rows else None

    def summary(self, run_id: str) -> Mapping[str, Json] | None:
        """Return the latest result of a run without its cases."""
        query = "SELECT summary FROM ends WHERE run_id = ? ORDER BY end_no DESC LIMIT 1"
        rows = self._database.rows(query, (run_id,))
        with as_kept(f"the record of the run {run_id}"):
            return dict(json.loads(str(rows[0][0]))) if rows else None

    def counts(self, run_id: str) -> RunCounts:
        """Return the progress of a run."""
        query = "SELECT finished, judged, scored FROM run_totals WHERE run_id = ?"
        answered, judged, scored = (int(one or 0) for one in self._database.rows(query, (run_id,))[0])
        return RunCounts(answered=answered, judged=judged, scored=scored)

    def results_after(self, run_id: str, position: int, *, limit: int) -> list[ScoredRecord]:
        """Return results after a position, in order."""
        query = f"SELECT {RESULT} FROM results WHERE run_id = ? AND place > ? ORDER BY place LIMIT ?"
        return [scored_of_row(row) for row in self._database.rows(query, (run_id, position, limit))]

    def results_of(self, run_id: str, case_ids: Sequence[str]) -> list[ScoredRecord]:
        """Return the results of some cases, by case id and repeat."""
        if not case_ids:
            return []
        marks = ", ".join("?" for _ in case_ids)
        query = f"""SELECT {RESULT} FROM results WHERE run_id = ? AND case_id IN ({marks})
            ORDER BY case_id, repeat_no"""
        return [scored_of_row(row) for row in self._database.rows(query, (run_id, *case_ids))]

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def _entry(self, row: Row) -> RunEntry:
        *kept, mark, began, ends, status = row
        is_proven(self._signer, "run", tuple(kept), mark)
        with as_kept(f"the record of the run {kept[0]}"):
            manifest = manifest_of_row(tuple(kept))
            return RunEntry(manifest=manifest, began=str(began), ends=int(ends or 0), status=RunStatus(str(status)))
