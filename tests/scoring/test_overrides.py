"""Overrides: which of them count, and what is said of those that do not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import Vector, build, contract_of

from loanproof.cases import BmtCase
from loanproof.core import FailedPart, Failure
from loanproof.outputs import BmtOutput
from loanproof.scoring import CaseScore, Override, apply_overrides, score_bmt
from loanproof.scoring.failures import score_failed
from loanproof.standards import Label

if TYPE_CHECKING:
    from pathlib import Path

CONTRACT = contract_of("1.0+r2")


@pytest.fixture
def score(tmp_path: Path) -> CaseScore:
    built = build(Vector(id="plain", rule=(), why="", base="bmt-singapore", expect={}), tmp_path, CONTRACT)
    assert isinstance(built.case, BmtCase)
    assert isinstance(built.output, BmtOutput)
    return score_bmt(built.case, built.output, documents=built.documents, standard=CONTRACT)


def override(item: str, seen: Label, label: Label = Label.FAIL, by: str = "Ann") -> Override:
    return Override(
        case_id="c",
        repeat=1,
        item=item,
        tranche=None,
        machine_label=seen,
        label=label,
        by=by,
        approved_by="Bob",
        reason="checked by hand",
    )


def told(score: CaseScore, *overrides: Override) -> list[str]:
    return [one.message for one in apply_overrides(score, overrides, CONTRACT).findings if "decided" in one.message]


def test_an_override_of_the_label_that_the_machine_still_gives_counts(score: CaseScore) -> None:
    changed = apply_overrides(score, [override("default_interest", Label.CORRECT)], CONTRACT)
    labels = {item.head.item: item.label for item in changed.items}
    assert labels["default_interest"] is Label.FAIL
    assert changed.findings == score.findings


def test_an_override_of_another_label_says_which_label_there_is_now(score: CaseScore) -> None:
    assert told(score, override("default_interest", Label.HALLUCINATION)) == [
        "What Ann and Bob decided does not count: the label is correct now, not hallucination."
    ]


def test_an_override_of_an_item_that_is_not_there_says_so(score: CaseScore) -> None:
    assert told(score, override("no_such_term", Label.FAIL)) == [
        "What Ann and Bob decided does not count: the case has no such item any more."
    ]


def test_an_override_of_an_item_that_could_not_be_scored_says_so(score: CaseScore) -> None:
    failure = Failure(kind=FailedPart.SCORER, cause="a bug", item="default_interest")
    items = tuple(
        score_failed(item.head, failure, CONTRACT) if item.head.item == "default_interest" else item
        for item in score.items
    )
    assert told(replace(score, items=items), override("default_interest", Label.FAIL, Label.CORRECT)) == [
        "What Ann and Bob decided does not count: the item could not be scored."
    ]


def test_of_two_overrides_of_one_item_the_later_counts_and_the_earlier_is_told(score: CaseScore) -> None:
    earlier = override("default_interest", Label.CORRECT, by="Ann")
    later = override("default_interest", Label.CORRECT, by="Cleo")
    changed = apply_overrides(score, [earlier, later], CONTRACT)
    overruled = {item.head.item: item.overruled for item in changed.items}["default_interest"]
    assert overruled is not None
    assert overruled.by == "Cleo"
    assert told(score, earlier, later) == [
        "What Ann and Bob decided does not count: a later decision on the same item counts."
    ]


def test_of_two_overrides_the_one_that_fits_the_label_counts(score: CaseScore) -> None:
    fitting = override("default_interest", Label.CORRECT)
    stale = override("default_interest", Label.HALLUCINATION, by="Cleo")
    changed = apply_overrides(score, [fitting, stale], CONTRACT)
    assert {item.head.item: item.label for item in changed.items}["default_interest"] is Label.FAIL
    assert told(score, fitting, stale) == [
        "What Cleo and Bob decided does not count: the label is correct now, not hallucination."
    ]
