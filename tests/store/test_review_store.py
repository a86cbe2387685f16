"""The contract of the store of reviews, held by both real engines: one winner, nothing lost, nothing changed unseen."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from tests.reviews.review_samples import LATER, NOW, OPEN, TOO_LATE, field, intake, item, proposal, queue_steps
from tests.sampling import WHOLE, is_taken

from loanproof.core import Refused, Signer, StoreFailed, UsageError
from loanproof.reviews import State, approve, comment, decide, take, write_item
from loanproof.store import open_reviews

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.reviews import ReviewStore

ROOT = Path(__file__).parents[2]
MANY = 30


@pytest.fixture
def reviews(store_url: str) -> Iterator[ReviewStore]:
    opened = open_reviews(store_url)
    yield opened
    opened.close()


def fill(store: ReviewStore, count: int = 1) -> list[str]:
    """Queue an intake with some LOW items and return their ids."""
    queued = intake(*(field(value=f"value {number}", tranche=f"T{number}") for number in range(count)))
    made = queue_steps(queued)
    assert store.save_intake(queued, made)
    return [step.after.item_id for step in made]


def hold(store: ReviewStore, item_id: str, by: str) -> int:
    return store.change(item_id, lambda one, kept: take(one, by=by, now=NOW, policy=kept.policy)).fence


def test_an_intake_is_queued_once(reviews: ReviewStore) -> None:
    [item_id] = fill(reviews)
    assert not reviews.save_intake(intake(), queue_steps(intake()))
    assert [one.item_id for one in reviews.read_items()] == [item_id]
    assert reviews.check().faults == []


def test_a_step_that_is_refused_leaves_nothing(reviews: ReviewStore) -> None:
    [item_id] = fill(reviews)
    before = reviews.head()
    with pytest.raises(Refused):
        reviews.change(item_id, lambda one, _: approve(one, by="Ben", reason="fine", now=NOW, policy=OPEN))
    assert (reviews.head(), reviews.read_item(item_id).state) == (before, State.PENDING)


def test_an_unknown_item_is_told(reviews: ReviewStore) -> None:
    with pytest.raises(UsageError, match="no review item 'x'"):
        reviews.read_item("x")


def test_of_two_reviewers_who_race_for_an_item_one_gets_it(store_url: str, reviews: ReviewStore) -> None:
    ids = fill(reviews, MANY)
    start = Barrier(2)

    def race(by: str) -> set[str]:
        with closing(open_reviews(store_url)) as own:
            start.wait()
            won = set()
            for item_id in ids:
                try:
                    hold(own, item_id, by)
                    won.add(item_id)
                except Refused:
                    pass
            return won

    with ThreadPoolExecutor(2) as pool:
        ana, ben = pool.map(race, ("Ana", "Ben"))
    assert (ana & ben, ana | ben) == (set(), set(ids))
    assert {one.fence for one in reviews.read_items()} == {1}
    log = reviews.check()
    assert (log.faults, log.head.number) == ([], 1 + 2 * MANY)


def test_of_two_decisions_under_one_lock_one_counts(store_url: str, reviews: ReviewStore) -> None:
    [item_id] = fill(reviews)
    fence = hold(reviews, item_id, "Ana")
    start = Barrier(2)

    def race(reason: str) -> str | None:
        with closing(open_reviews(store_url)) as own:
            start.wait()
            said = proposal(fence=fence, reason=reason)
            try:
                own.change(item_id, lambda one, _: decide(one, said, now=LATER, policy=OPEN))
            except Refused:
                return None
            return reason

    with ThreadPoolExecutor(2) as pool:
        told = {one for one in pool.map(race, ("here", "there")) if one is not None}
    kept = reviews.read_item(item_id).decision
    assert kept is not None
    assert told == {kept.reason}


def test_an_expired_holder_is_refused_whether_or_not_somebody_else_has_the_item(reviews: ReviewStore) -> None:
    [item_id] = fill(reviews)
    fence = hold(reviews, item_id, "Ana")
    late = proposal(fence=fence)
    with pytest.raises(Refused, match="ended"):
        reviews.change(item_id, lambda one, _: decide(one, late, now=TOO_LATE, policy=OPEN))
    reviews.change(item_id, lambda one, _: take(one, by="Ben", now=TOO_LATE, policy=OPEN))
    with pytest.raises(Refused, match="Ben has"):
        reviews.change(item_id, lambda one, _: decide(one, late, now=TOO_LATE, policy=OPEN))
    theirs = proposal(by="Ben", fence=2)
    after = reviews.change(item_id, lambda one, _: decide(one, theirs, now=TOO_LATE, policy=OPEN))
    assert after.is_settled
    assert reviews.check().faults == []


KILLED = """
import sys
from tests.reviews.review_samples import LATER, NOW, OPEN, proposal
from loanproof.reviews import take, decide
from loanproof.store import open_reviews

store = open_reviews(sys.argv[1])
for item_id in sys.argv[2:]:
    fence = store.change(item_id, lambda one, _: take(one, by="Ana", now=NOW, policy=OPEN)).fence
    store.change(item_id, lambda one, _: decide(one, proposal(fence=fence), now=LATER, policy=OPEN))
    print(item_id, flush=True)
"""


@pytest.mark.parametrize("after", [0, 1, 7, 13] if WHOLE else [0, 7])
def test_no_decision_is_lost_when_the_program_is_killed(store_url: str, reviews: ReviewStore, after: int) -> None:
    ids = fill(reviews, MANY)
    command = [sys.executable, "-c", KILLED, store_url, *ids]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    told: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None
        for line in program.stdout:
            told.append(line.strip())
            if len(told) > after:
                program.send_signal(signal.SIGKILL)
    assert program.returncode == -signal.SIGKILL
    decided = {one.item_id for one in reviews.read_items() if one.state is State.DECIDED}
    assert set(told) <= decided
    assert len(decided) < MANY, "it was killed at its work"
    log = reviews.check()
    assert log.faults == []
    assert {key for key, last in log.items.items() if last["state"] == "decided"} == decided


def small_log(url: str) -> None:
    """Keep a decision, a comment on it, and what an erasure leaves of another document."""
    with closing(open_reviews(url)) as store:
        [item_id] = fill(store)
        fence = hold(store, item_id, "Ana")
        store.change(item_id, lambda one, _: decide(one, proposal(fence=fence), now=LATER, policy=OPEN))
        store.change(item_id, lambda one, _: comment(one, by="Ben", text="fine", now=LATER, policy=OPEN))
        erased(store)


def erased(store: ReviewStore) -> str:
    """Queue and decide on another document, forget it, and return its digest."""
    other = intake(field(value="7 % (secret)"), intake_id="in-2", document_digest="sha256:" + "2" * 64)
    [step] = queue_steps(other)
    assert store.save_intake(other, [step])
    hold(store, step.after.item_id, "Ana")
    assert store.erase(other.document_digest, by="Ops", at=LATER, reason="the client asked for it") == 2
    return other.document_digest


class Hand:
    """Writes what nobody should, in either database, past the store."""

    def __init__(self, url: str) -> None:
        self._is_sqlite = url.startswith("sqlite:")
        if self._is_sqlite:
            self._connection: Any = by_hand(Path(url.removeprefix("sqlite:")))
        else:
            self._connection = psycopg.connect(url, autocommit=True)

    def cells(self) -> list[tuple[str, str, str, str, str | int]]:
        """Return everything that the three tables hold: table, key, its value, column, content."""
        found = []
        for table, key in (("review_log", "entry_no"), ("review_items", "item_id"), ("review_intakes", "intake_id")):
            cursor = self._connection.execute(f"SELECT * FROM {table}")
            names = [one[0] for one in cursor.description]
            for row in cursor.fetchall():
                held = dict(zip(names, row, strict=True))
                found += [
                    (table, key, str(held[key]), name, value) for name, value in held.items() if value is not None
                ]
        return found

    def write(self, cell: tuple[str, str, str, str, str | int], now: bytes, content: bytes) -> bool:
        """Put other content into a cell, whose row has the key ``now``; false where the database refuses it."""
        table, key, _, column, value = cell
        mark = "?" if self._is_sqlite else "%s"
        kind = "BIGINT" if isinstance(value, int) and not self._is_sqlite else "TEXT"
        given: list[bytes] | list[str] = [content, now]
        if not self._is_sqlite:
            try:
                given = [content.decode(), now.decode()]
            except UnicodeDecodeError:
                return False
        where = f"CAST({key} AS TEXT) = CAST({mark} AS TEXT)"
        try:
            self._connection.execute(f"UPDATE {table} SET {column} = CAST({mark} AS {kind}) WHERE {where}", given)
        except (sqlite3.IntegrityError, psycopg.DataError, psycopg.IntegrityError):  # one number twice, or no number
            return False
        return True

    def close(self) -> None:
        self._connection.close()


def by_hand(path: Path) -> sqlite3.Connection:
    """Return a connection that writes at once, and does not wait for the disk."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def is_noticed(store: ReviewStore) -> bool:
    try:
        return bool(store.check().faults)
    except StoreFailed:  # bytes that are no text
        return True


def test_every_single_byte_that_is_changed_is_detected(store_url: str) -> None:
    small_log(store_url)
    missed, tried = [], 0
    with closing(open_reviews(store_url)) as store, closing(Hand(store_url)) as hand:
        for cell in hand.cells():
            table, key, own, column, value = cell
            content, row = str(value).encode(), own.encode()
            for at in range(len(content)):
                if not is_taken(f"{table}.{column}.{at}", one_of=4):
                    continue
                for flip in (1, 0x80):  # another letter, and no letter at all
                    changed = content[:at] + bytes([content[at] ^ flip]) + content[at + 1 :]
                    if not hand.write(cell, row, changed):
                        continue
                    tried += 1
                    if not is_noticed(store):
                        missed.append((table, column, at))
                    assert hand.write(cell, changed if column == key else row, content)
        assert store.check().faults == [], "all was put back"
    assert missed == []
    assert tried > (5_000 if WHOLE else 1_000)


def test_a_document_that_is_erased_leaves_who_and_when_and_a_log_that_holds(
    store_url: str, reviews: ReviewStore
) -> None:
    before = reviews.head()
    digest = erased(reviews)
    found = reviews.check()
    assert found.faults == []
    assert before.digest in found.heads, "the head of an older export is still in the log"
    assert reviews.read_intakes(digest) == ()
    assert reviews.read_items(document_digest=digest) == ()
    with closing(Hand(store_url)) as hand:
        kept = " ".join(str(content) for *_, content in hand.cells())
    assert "secret" not in kept
    assert "Termination Date" not in kept
    assert '"by":"Ana"' in kept
    assert "the client asked for it" in kept
    assert reviews.erase(digest, by="Ops", at=LATER, reason="again") == 0


def test_a_document_may_be_queued_and_erased_again(reviews: ReviewStore) -> None:
    erased(reviews)
    erased(reviews)
    assert reviews.check().faults == []


def test_an_entry_that_was_made_a_stub_by_hand_is_noticed(store_url: str, reviews: ReviewStore) -> None:
    fill(reviews)
    with closing(Hand(store_url)) as hand:
        [cell] = [one for one in hand.cells() if one[0] == "review_log" and one[2:4] == ("2", "entry")]
        data = json.loads(str(cell[4]))
        kept = {name: data[name] for name in ("number", "previous", "item_id", "action", "by", "at")}
        stub = json.dumps({**kept, "erased": True}, sort_keys=True, separators=(",", ":"))
        assert hand.write(cell, b"2", stub.encode())
    assert reviews.check().faults == ["Entry 2 of the log: its text was changed."]


def test_nothing_of_an_erased_document_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with closing(open_reviews(f"sqlite:{path}")) as store:
        erased(store)
        files = [one.read_bytes() for one in tmp_path.glob("runs.db*")]
    assert files
    assert not any(b"secret" in one for one in files)


def test_a_cut_tail_is_noticed_by_the_items(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    small_log(f"sqlite:{path}")
    with closing(by_hand(path)) as hand:
        hand.execute("DELETE FROM review_log WHERE entry_no >= 3")
    with closing(open_reviews(f"sqlite:{path}")) as store:
        assert "is not what the log says" in store.check().faults[0]


def test_an_item_that_is_put_beside_the_log_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    small_log(f"sqlite:{path}")
    planted = json.dumps(write_item(item(state=State.APPROVED)), sort_keys=True)
    with closing(by_hand(path)) as hand:
        hand.execute("INSERT INTO review_items VALUES ('i-1', 9, 'x', ?)", (planted,))
    with closing(open_reviews(f"sqlite:{path}")) as store:
        assert store.check().faults == ["The item i-1 is not what the log says."]


def test_a_log_is_signed_with_the_key_of_the_house(store_url: str) -> None:
    key = Signer(b"k" * 32)
    with closing(open_reviews(store_url, signer=key)) as store:
        fill(store)
        assert store.check().is_signed
    with closing(open_reviews(store_url)) as store:
        found = store.check()
        assert (found.faults, found.is_signed) == ([], False)
