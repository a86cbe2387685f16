"""Every ruling is there once, and the page of rulings is what the data says."""

from __future__ import annotations

import pytest
from tools.render_rulings import PAGE, STANDARDS, render
from tools.ruling_sources import functions_of, leaves_set_by, shown_by

from loanproof.standards import Ruling, load_standard

RUBRIC_IDS = {"A-53", "A-54", "A-55", "A-59", "A-60", "A-61", "A-62", "C-13"}


def test_all_eighty_rulings_are_there_and_each_in_its_standard() -> None:
    every = {f"A-{number:02}" for number in range(1, 66)} | {f"C-{number:02}" for number in range(1, 16)}
    contract = [ruling.id for ruling in load_standard("eval-standards@1.0+r1").rulings]
    rubric = [ruling.id for ruling in load_standard("evaluation-rubric@1.0").rulings]
    assert set(rubric) == RUBRIC_IDS
    assert set(contract) == every - RUBRIC_IDS
    assert len(contract) + len(rubric) == 80


def test_every_ruling_asks_decides_and_sets_something() -> None:
    for ref in ("eval-standards@1.0", "evaluation-rubric@1.0"):
        for ruling in load_standard(ref).rulings:
            assert ruling.where.strip(), ruling.id
            assert ruling.question.strip(), ruling.id
            assert ruling.ruling.strip(), ruling.id
            assert ruling.sets, ruling.id


def test_no_ruling_sends_its_reader_to_a_paper_that_is_not_shipped() -> None:
    for ref in ("eval-standards@1.0", "evaluation-rubric@1.0"):
        for ruling in load_standard(ref).rulings:
            text = f"{ruling.question} {ruling.ruling} {ruling.why}"
            assert not any(word in text for word in ("0.7(", "formats.md", "domain.md", "1.18", "seed"))


def test_the_page_of_rulings_is_current() -> None:
    assert render() == PAGE.read_text(encoding="utf-8"), "Run: .venv/bin/python -m tools.render_rulings"


@pytest.mark.parametrize("ref", STANDARDS)
def test_every_ruling_that_is_built_is_applied_and_shown(ref: str) -> None:
    for ruling in load_standard(ref).rulings:
        only = [leaf.only for leaf in leaves_set_by(ruling)]
        if any(one is None or one.is_applied for one in only):
            assert functions_of(ruling) or None not in only, f"no function applies {ruling.id}"
            assert shown_by(ruling), f"{ruling.id} has no vector: name it in the rule of one, or mark a test with it"
        else:
            assert not functions_of(ruling), f"{ruling.id} is applied, so its type must admit that"


def test_a_ruling_that_no_source_knows_is_applied_and_shown_nowhere() -> None:
    unknown = Ruling(id="A-99", where="S1 1", question="q", ruling="r", why=None, sets=("parameters.nothing",))
    assert (functions_of(unknown), leaves_set_by(unknown), shown_by(unknown)) == ([], [], {})
