"""The store of reviews on any database: every change is one transaction with its log entry."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Signer, UsageError, digest_data
from loanproof.reviews import (
    CheckedLog,
    Entry,
    Erasure,
    Head,
    Intake,
    ReviewItem,
    Step,
    check_log,
    entry_of_erasure,
    entry_of_intake,
    entry_of_step,
    parse_intake,
    parse_item,
    stub_of,
    write_intake,
    write_item,
)

if TYPE_CHECKING:
    from datetime import datetime

    from loanproof.store.database import Database, Row

PAGE = 500


class SqlReviewStore:
    """Implements :class:`loanproof.reviews.ReviewStore`; see there for what each method promises."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database = database
        self._signer = signer

    def save_intake(self, intake: Intake, steps: Sequence[Step]) -> bool:
        """Save an intake with its items, or nothing of it; return whether it is new."""
        with self._database.exclusive():
            if self._database.rows("SELECT 1 FROM review_intakes WHERE intake_id = ?", (intake.intake_id,)):
                return False
            entry = self._append(entry_of_intake(intake, self.head(), self._signer), None)
            self._database.run(
                "INSERT INTO review_intakes (intake_id, place, document_digest, intake) VALUES (?, ?, ?, ?)",
                (intake.intake_id, entry.number, intake.document_digest, _write(write_intake(intake))),
            )
            for step in steps:
                item = step.after
                entry = self._append(entry_of_step(step, self.head(), self._signer), item.item_id)
                self._database.run(
                    "INSERT INTO review_items (item_id, place, document_digest, item) VALUES (?, ?, ?, ?)",
                    (item.item_id, entry.number, item.document_digest, _write(write_item(item))),
                )
        return True

    def change(self, item_id: str, change: Callable[[ReviewItem, Intake], Step]) -> ReviewItem:
        """Apply a step to an item's current state, exclusively, and save it with its log entry."""
        with self._database.exclusive():
            item = self.read_item(item_id)
            step = change(item, self.read_intake(item.intake_id))
            self._append(entry_of_step(step, self.head(), self._signer), item_id)
            values = (_write(write_item(step.after)), item_id)
            self._database.run("UPDATE review_items SET item = ? WHERE item_id = ?", values)
        return step.after

    def read_item(self, item_id: str) -> ReviewItem:
        """Return an item, or raise :class:`UsageError`."""
        rows = self._database.rows("SELECT item FROM review_items WHERE item_id = ?", (item_id,))
        if not rows:
            raise UsageError(f"there is no review item {item_id[:60]!r}.", hint="See loanproof review list.")
        return parse_item(json.loads(str(rows[0][0])))

    def read_items(self, *, document_digest: str | None = None, after: int = 0) -> tuple[ReviewItem, ...]:
        """Return the items of a document, or all, in the order they were queued."""
        wanted = {
            "document_digest = ?": document_digest,
            "item_id IN (SELECT item_id FROM review_log WHERE entry_no > ?)": after or None,
        }
        asked = {condition: value for condition, value in wanted.items() if value is not None}
        where = f"WHERE {' AND '.join(asked)}" if asked else ""
        rows = self._database.rows(f"SELECT item FROM review_items {where} ORDER BY place", tuple(asked.values()))
        return tuple(parse_item(json.loads(str(item))) for (item,) in rows)

    def count_items(self) -> int:
        """Return how many items there are."""
        return int(self._database.rows("SELECT COUNT(*) FROM review_items")[0][0] or 0)

    def read_intakes(self, document_digest: str) -> tuple[Intake, ...]:
        """Return the intakes of a document, newest first."""
        query = "SELECT intake FROM review_intakes WHERE document_digest = ? ORDER BY place DESC"
        rows = self._database.rows(query, (document_digest,))
        return tuple(parse_intake(json.loads(str(intake))) for (intake,) in rows)

    def read_intake(self, intake_id: str) -> Intake:
        """Return an intake."""
        rows = self._database.rows("SELECT intake FROM review_intakes WHERE intake_id = ?", (intake_id,))
        if not rows:
            raise UsageError(f"there is no intake {intake_id[:60]!r}.", hint="Run loanproof review verify.")
        return parse_intake(json.loads(str(rows[0][0])))

    def read_history(self, item_id: str) -> tuple[str, ...]:
        """Return the log entries of an item, in order, as text."""
        query = "SELECT entry FROM review_log WHERE item_id = ? ORDER BY entry_no"
        return tuple(str(entry) for (entry,) in self._database.rows(query, (item_id,)))

    def erase(self, document_digest: str, *, by: str, at: datetime, reason: str) -> int:
        """Delete everything about a document except who did what, when; return how many entries became stubs."""
        of_document = (document_digest,)
        with self._database.exclusive():
            query = "SELECT intake_id FROM review_intakes WHERE document_digest = ? ORDER BY place"
            intakes = tuple(str(one) for (one,) in self._database.rows(query, of_document))
            entries = self._database.rows(
                """SELECT entry_no, item_id, entry, digest, mark FROM review_log WHERE item_id IN
                (SELECT item_id FROM review_items WHERE document_digest = ?) ORDER BY entry_no""",
                of_document,
            )
            stubs = [stub for one in entries if (stub := stub_of(_entry(one))) is not None]
            if not stubs and not intakes:
                return 0
            for stub in stubs:
                self._database.run("UPDATE review_log SET entry = ? WHERE entry_no = ?", (stub.text, stub.number))
            for table in ("review_items", "review_intakes"):
                self._database.run(f"DELETE FROM {table} WHERE document_digest = ?", of_document)
            erasure = Erasure(document_digest=document_digest, intakes=intakes, by=by, at=at, reason=reason)
            self._append(entry_of_erasure(erasure, stubs, self.head(), self._signer), None)
        self._database.wipe(("review_log", "review_items", "review_intakes"))
        return len(stubs)

    def check(self) -> CheckedLog:
        """Check the whole log, and items and intakes against it."""
        with self._database.exclusive():  # no concurrent writes
            found = check_log(self._entries(), self._signer)
            if not found.faults:
                found.faults += self._faults_of_rows(found)
        return found

    def head(self) -> Head:
        """Return the last entry of the log."""
        rows = self._database.rows("SELECT entry_no, digest FROM review_log ORDER BY entry_no DESC LIMIT 1")
        return Head(number=int(rows[0][0] or 0), digest=str(rows[0][1])) if rows else Head()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def _append(self, entry: Entry, item_id: str | None) -> Entry:
        self._database.run(
            "INSERT INTO review_log (entry_no, item_id, entry, digest, mark) VALUES (?, ?, ?, ?, ?)",
            (entry.number, item_id, entry.text, entry.digest, entry.mark),
        )
        return entry

    def _entries(self) -> Iterator[Entry]:
        query = f"""SELECT entry_no, item_id, entry, digest, mark FROM review_log WHERE entry_no > ?
            ORDER BY entry_no LIMIT {PAGE}"""
        after: int | None = None
        while rows := self._database.rows(query, (-(2**62) if after is None else after,)):
            for row in rows:
                entry = _entry(row)
                after = entry.number
                yield entry

    def _faults_of_rows(self, found: CheckedLog) -> Iterator[str]:
        """Yield where items and intakes contradict the log."""
        said = {key: (found.places[key], last["document_digest"], last) for key, last in found.items.items()}
        kept = {
            str(key): (place, digest, _read(text))
            for key, place, digest, text in self._all("review_items", "item_id, place, document_digest, item")
        }
        for key in sorted(said.keys() | kept.keys()):
            if said.get(key) != kept.get(key):
                yield f"The item {key} is not what the log says."
        queued = {key: (found.places[key], digest) for key, digest in found.intakes.items()}
        stored = {
            str(key): (place, _digest_of_intake(_read(text), digest))
            for key, place, digest, text in self._all("review_intakes", "intake_id, place, document_digest, intake")
        }
        for key in sorted(queued.keys() | stored.keys()):
            if queued.get(key) != stored.get(key):
                yield f"The intake {key} is not what the log says."

    def _all(self, table: str, columns: str) -> list[tuple[str | int | None, ...]]:
        return self._database.rows(f"SELECT {columns} FROM {table}")


def _entry(row: Row) -> Entry:
    number, item_id, text, digest, mark = row
    return Entry(
        number=number if isinstance(number, int) else 0,  # SQLite accepts any text as a number
        item_id=None if item_id is None else str(item_id),
        text=str(text),
        digest=str(digest),
        mark=str(mark),
    )


def _write(data: object) -> str:
    """Return JSON in ASCII: PostgreSQL text cannot contain a null character or a lone surrogate."""
    return json.dumps(data, sort_keys=True)


def _read(text: object) -> object:
    try:
        return json.loads(str(text))
    except ValueError:
        return None


def _digest_of_intake(data: object, document_digest: object) -> str | None:
    """Return the digest of a stored intake; ``None`` if it cannot be what was queued."""
    if not isinstance(data, dict) or data.get("document_digest") != document_digest:
        return None
    try:
        return digest_data(data)
    except TypeError:  # a fraction: intakes never contain one
        return None
