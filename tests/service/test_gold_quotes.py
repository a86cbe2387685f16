"""Which citations of a case belong to an item of its result; the cases are written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.reports import made_runs as made

from loanproof.cases import load_suite, make_suite
from loanproof.runs import ResultItem
from loanproof.service.gold_quotes import gold_of


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gold") / "suite"
    make_suite(folder)
    return folder


def item(name: str, **changes: Any) -> ResultItem:
    return ResultItem.model_validate(made.item(name, **changes))


def test_a_field_a_covenant_and_an_answer_have_the_quotes_of_their_own_place(starter: Path) -> None:
    for located in load_suite(starter).cases:
        case = located.case
        expected = case.model_dump(mode="json", by_alias=True).get("expected") or {}
        if case.capability == "extraction":
            for name, field in (expected.get("fields") or {}).items():
                told = [one["quote"] for one in ((field or {}).get("citations") or ())]
                assert [one.quote for one in gold_of(case, item(name))] == told, name
        if case.capability == "covenants":
            for covenant in expected["covenants"]:
                told = [one["quote"] for one in covenant["citations"]]
                assert [one.quote for one in gold_of(case, item(covenant["name"]))][: len(told)] == told
        if case.capability == "qa":
            told = [one["quote"] for one in expected.get("citations") or ()]
            assert [one.quote for one in gold_of(case, item("answer"))] == told


def test_an_item_that_the_case_does_not_expect_has_none(starter: Path) -> None:
    for located in load_suite(starter).cases:
        assert gold_of(located.case, item("margin", extra=True)) == ()
