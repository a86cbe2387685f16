"""Root causes and remediations are marked: nobody opens the gate by writing a row into the store."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.store.test_run_store import CAUSE, MANIFEST, PLAN

from loanproof.core import Signer, StoreFailed
from loanproof.runs import RunStatus, read_remedies
from loanproof.runs.root_causes import has_root_cause, refuse_without_root_cause, unsigned_root_cause
from loanproof.store import open_store
from loanproof.store.opening import _open

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.runs import RunStore

OF = {"suite_id": "loan-core", "target": "house-model"}
KEY = Signer(b"the key of a house")


@pytest.fixture
def house(store_url: str) -> Iterator[RunStore]:
    """Return a store with our key, and a run that had a hallucination."""
    store = open_store(store_url, signer=KEY)
    store.save_run(MANIFEST)
    verdict: dict[str, bool] = {"rca_required": True}
    store.save_summary("r-1", RunStatus.COMPLETE, {"verdict": verdict})
    yield store
    store.close()


def change(url: str, statement: str) -> None:
    database = _open(url)
    with database.transaction():
        database.run(statement)
    database.close()


def test_what_our_key_signed_counts(house: RunStore) -> None:
    house.save_root_cause(CAUSE)
    house.save_remediation(PLAN)
    row = house.read_run("r-1")
    assert house.read_root_causes(**OF) == (CAUSE,)
    assert has_root_cause(house, row)
    assert unsigned_root_cause(house, row) is None
    assert [one.counts for one in read_remedies(house, row)] == [True]


@pytest.mark.parametrize("signer", [None, Signer(), Signer(b"the key of somebody else")], ids=["none", "digest", "key"])
def test_a_row_without_our_signature_counts_for_nothing_and_says_so(
    house: RunStore, store_url: str, signer: Signer | None
) -> None:
    other = open_store(store_url, signer=signer or Signer())
    other.save_root_cause(replace(CAUSE, by="mallory"))
    other.save_remediation(PLAN)
    other.close()
    if signer is None:
        for table in ("root_causes", "remediations"):
            change(store_url, f"UPDATE {table} SET mark = NULL")
    row = house.read_run("r-1")
    assert [one.is_proven for one in house.read_root_causes(**OF)] == [False]
    assert not has_root_cause(house, row)
    said = "analysis by 'mallory' is not signed with the key at hand, so it counts for nothing"
    assert said in (unsigned_root_cause(house, row) or "")
    with pytest.raises(Exception, match=said):
        refuse_without_root_cause(house, **OF)
    assert [(one.counts, one.closed_by) for one in read_remedies(house, row)] == [(False, None)]
    house.save_root_cause(CAUSE)
    refuse_without_root_cause(house, **OF)


def test_without_a_key_what_an_earlier_version_recorded_still_counts(store: RunStore, store_url: str) -> None:
    store.save_run(MANIFEST)
    store.save_root_cause(CAUSE)
    change(store_url, "UPDATE root_causes SET mark = NULL")
    assert has_root_cause(store, store.read_run("r-1"))


@pytest.mark.parametrize(
    ("statement", "record"),
    [
        ("UPDATE root_causes SET author = 'mallory'", "root cause said by mallory of r-1"),
        ("UPDATE remediations SET due = '2999-12-31'", "remediation of the gate tier1:margin of r-1"),
    ],
)
def test_a_changed_row_is_refused(house: RunStore, store_url: str, statement: str, record: str) -> None:
    house.save_root_cause(CAUSE)
    house.save_remediation(PLAN)
    change(store_url, statement)
    with pytest.raises(StoreFailed, match=f"the record of the {record} was changed in the store"):
        (house.read_root_causes if "root_causes" in statement else house.read_remediations)(**OF)
