"""The log as a chain: what was changed, cut or exchanged is noticed, by a key also where digests were made anew."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.reviews.review_samples import LATER, NOW, OPEN, intake, item, proposal, queue_steps

from loanproof.core import Signer, digest_bytes
from loanproof.reviews import (
    Entry,
    Head,
    ReviewItem,
    Step,
    approve,
    check_log,
    decide,
    entry_of_intake,
    entry_of_step,
    parse_intake,
    parse_item,
    take,
    write_intake,
    write_item,
)

KEY = Signer(b"k" * 32)


def steps() -> list[Step]:
    made = queue_steps(intake())
    made.append(take(made[-1].after, by="Ana", now=NOW, policy=OPEN))
    made.append(decide(made[-1].after, proposal(), now=LATER, policy=OPEN))
    made.append(approve(made[-1].after, by="Ben", reason="agreed", now=LATER, policy=OPEN))
    return made


def log(signer: Signer = KEY, made: list[Step] | None = None) -> list[Entry]:
    entries = [entry_of_intake(intake(), Head(), signer)]
    for step in steps() if made is None else made:
        head = Head(number=entries[-1].number, digest=entries[-1].digest)
        entries.append(entry_of_step(step, head, signer))
    return entries


def forged(entries: list[Entry], signer: Signer) -> list[Entry]:
    """Return a log whose digests and marks were made anew after a change, as whoever can write the store could."""
    told, previous = [], Head().digest
    for number, entry in enumerate(entries, start=1):
        data = json.loads(entry.text) | {"previous": previous, "number": number}
        text = json.dumps(data, sort_keys=True, separators=(",", ":"))
        previous = digest_bytes(text.encode())
        told.append(replace(entry, number=number, text=text, digest=previous, mark=signer.mark(previous)))
    return told


def test_a_log_that_was_left_alone_holds_and_ends_where_the_item_is() -> None:
    found = check_log(log(), KEY)
    assert (found.faults, found.head.number, found.is_signed) == ([], 5, True)
    [last] = found.items.values()
    assert parse_item(last) == steps()[-1].after


@pytest.mark.parametrize("at", range(5))
def test_an_entry_that_is_taken_out_of_the_middle_is_missed(at: int) -> None:
    entries = log()
    del entries[at]
    found = check_log(entries, KEY)
    assert bool(found.faults) is (at < 4)  # the last one is missed by the items, which the store holds against the log


def test_two_exchanged_entries_are_noticed() -> None:
    entries = log()
    entries[2], entries[3] = entries[3], entries[2]
    assert check_log(entries, KEY).faults


def test_digests_that_were_made_anew_are_not_signed() -> None:
    entries = log()
    changed = [replace(one, text=one.text.replace("read it", "read on")) for one in entries]
    made_anew = forged(changed, Signer())
    assert check_log(made_anew, Signer()).faults == []  # without a key nobody can tell
    assert not check_log(made_anew, KEY).is_signed


def test_a_step_that_is_not_allowed_is_noticed_whoever_signed_it() -> None:
    skipped = [steps()[0], steps()[3]]  # approved, and never decided
    assert "does not begin where" in check_log(log(KEY, skipped), KEY).faults[0]
    first = steps()[0]
    jumped = [first, replace(steps()[3], before=first.after)]
    assert "cannot become approved by approve" in check_log(log(KEY, jumped), KEY).faults[0]


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"number":1}', "\ud800"])
def test_what_is_no_entry_is_a_fault_and_no_crash(text: str) -> None:
    digest = digest_bytes(text.encode("utf-8", "surrogatepass"))
    entry = Entry(number=1, item_id=None, text=text, digest=digest, mark=KEY.mark(digest))
    assert check_log([entry], KEY).faults == ["Entry 1 of the log: it is not an entry."]


def test_items_and_intakes_come_back_as_they_were() -> None:
    for step in steps():
        assert parse_item(json.loads(json.dumps(write_item(step.after)))) == step.after
    kept: ReviewItem = item(output={"amount": 40_000_000, "currency": "USD"}, tranche="Facility \x00\ud800")
    assert parse_item(json.loads(json.dumps(write_item(kept)))) == kept
    assert parse_intake(json.loads(json.dumps(write_intake(intake())))) == intake()
