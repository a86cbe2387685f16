"""The datasheet of the corpus: equal to the deals, and honest about what no case shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tools.corpus.datasheet import PAGE, UNTESTED, Corpus, fields_of, is_out_of_scope, load_corpus, render
from tools.corpus.deal import Deal, Planned
from tools.corpus.drawing import CANARY

PLAN = (
    Planned(document="demo", archetype="1", split="dev", maturity="End Date"),
    Planned(document="later", archetype="2", split="test"),
)
NAMES = {
    "archetypes": {"1": "a loan", "2": "another", "3": "a third"},
    "question_types": {"T1": "a value", "T2": "a term"},
}
QUESTION: dict[str, Any] = {
    "capability": "qa",
    "type": "T1",
    "question": "How much?",
    "expected": {"answerable": "false"},
}
EXTRACTION: dict[str, Any] = {
    "capability": "extraction",
    "expected": {
        "fields": {"margin": {"state": "illegible"}, "borrower": {"value": "A Ltd"}},
        "tranches": [{"label": "A", "fields": {"margin": {"value": "1%"}}}],
    },
}
DEAL = Deal(name="demo", planned=PLAN[0], title="A loan", text="", traps=("flat-margin",), cases=(QUESTION, EXTRACTION))
TWIN = replace(DEAL, name="demo-b", cases=(EXTRACTION,), twin_of="demo", twin_fact="margin")
CORPUS = Corpus(plan=PLAN, deals=(DEAL,), twins=(TWIN,), pages={"demo": 7, "demo-b": 7}, size=1_500_000, names=NAMES)


@pytest.fixture(scope="module")
def whole() -> Corpus:
    """Return the corpus as it is drafted."""
    return load_corpus()


def test_the_page_says_what_the_corpus_holds(whole: Corpus) -> None:
    assert render(whole) == PAGE.read_text("utf-8"), "Run: python -m tools.corpus build"


@pytest.mark.parametrize(
    "row",
    [
        "| Documents drafted | 1 | 0 | 1 | 52 |",
        "| Questions out of scope | 1 | 0 | 1 | 93, 59 in test |",
        "| Fields that can be held at HIGH | 2 | 0 | 2 | 299 in test |",
        "| Twins, each with one fact changed | 1 | 0 | 1 | 40 |",
        "| Size of all documents, twins included |  |  | 1.5 MB | at most 15 MB |",
        "| 1 | a loan | dev | demo (7) | 1 | UNTESTED | UNTESTED | 1 | T1 |",
        "| flat-margin | dev | 1 | UNTESTED | UNTESTED | 1 |",
        "| T1 | a value | 1 | UNTESTED |",
        "| margin | 1 | UNTESTED | UNTESTED | UNTESTED | UNTESTED | 1 | 1 |",
        "| borrower | 1 | UNTESTED | UNTESTED | UNTESTED | UNTESTED | UNTESTED | UNTESTED |",
    ],
)
def test_what_is_there_is_counted_without_twins(row: str) -> None:
    assert row in render(CORPUS).splitlines()


def test_what_no_case_shows_is_untested() -> None:
    page = render(CORPUS).splitlines()
    assert f"| 2 | another | test | later {UNTESTED} | {' | '.join([UNTESTED] * 5)} |" in page
    assert f"| 3 | a third |  | {' | '.join([UNTESTED] * 6)} |" in page
    assert f"| T2 | a term | {UNTESTED} | {UNTESTED} |" in page


def test_every_place_of_the_prose_is_filled_and_the_canary_is_on_the_page() -> None:
    assert "<!--" not in render(CORPUS)
    assert CANARY in render(CORPUS)


def test_every_planned_archetype_and_every_question_type_has_a_name(whole: Corpus) -> None:
    assert {row.archetype for row in whole.plan} <= set(whole.names["archetypes"])
    types = {case["type"] for case in whole.cases() if case["capability"] == "qa"}
    assert types <= set(whole.names["question_types"])


def test_a_field_of_a_tranche_is_a_field() -> None:
    assert sorted(fields_of(EXTRACTION)) == [("borrower", "present"), ("margin", "illegible"), ("margin", "present")]
    assert is_out_of_scope(QUESTION)
    assert not is_out_of_scope(EXTRACTION)
