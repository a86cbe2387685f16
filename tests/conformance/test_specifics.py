"""Specifics without a type (C-22): a right answer is never called invented, and an invention is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from tests.conformance.vectors import FIRST_REVISION, SECOND_REVISION, case_from, contract_of
from tests.rows import each_row
from tests.tables import load_table

from loanproof.cases import QaCase
from loanproof.core import Capability
from loanproof.documents import TextSource, load_document
from loanproof.outputs import QaOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_qa

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.scoring import CaseScore

FOLDER = Path(__file__).parent
DOCUMENT = "osprey-facility-agreement.txt"
INVENTED = frozenset({"SPECIFIC_NOT_IN_DOCUMENT", "PAGE_NOT_EXIST"})
ROWS: list[dict[str, Any]] = load_table(FOLDER / "specifics_qa.yaml")


class Said(NamedTuple):
    """One answer to the question of a row, the label that is due, and the reasons one of which must be given."""

    row: dict[str, Any]
    answer: str
    label: str
    reasons: frozenset[str] = frozenset()


def answers() -> Iterator[Said]:
    for row in ROWS:
        yield from (Said(row, answer, "correct") for answer in row["right"])
        yield from (Said(row, answer, "hallucination", INVENTED) for answer in row["invented"])
        for reason, wrong in row["wrong"].items():
            yield from (Said(row, answer, "fail", frozenset({reason})) for answer in wrong)


ANSWERS = list(answers())


@cache
def documents(revision: str) -> DocumentSet:
    return DocumentSet([load_document(FOLDER / "documents" / DOCUMENT)], contract_of(revision))


def scored(said: Said, revision: str = SECOND_REVISION, *, sources: DocumentSet | None = None) -> CaseScore:
    row = said.row
    citations = [{"page": one["page"], "section": one["at"], "quote": one["quote"]} for one in row["cited"]]
    case = case_from(
        {
            "id": row["id"],
            "capability": "qa",
            "document": DOCUMENT,
            "question": row["question"],
            "expected": {"facts": row["facts"], "topic": row["id"], "citations": citations},
        },
        name=row["id"],
    )
    given = {
        "answer": said.answer,
        "confidence": 0.95,
        "provenance": [{"document": DOCUMENT, **one} for one in citations],
    }
    read = parse_output(json.dumps(given), Capability.QA)
    assert isinstance(case, QaCase)
    assert isinstance(read, QaOutput)
    return score_qa(case, read, documents=sources or documents(revision), standard=contract_of(revision))


@each_row("said", ANSWERS, ids=lambda said: f"{said.row['id']}: {said.answer}")
def test_each_answer_has_its_label(said: Said) -> None:
    item = scored(said).items[0]
    assert item.label == said.label, [reason.message for reason in item.reasons]
    if said.reasons:
        assert said.reasons & {reason.code.value for reason in item.reasons if reason.ruling == "C-22"}


@each_row("said", [one for one in ANSWERS if one.label == "hallucination"], ids=lambda said: said.answer)
def test_a_hallucination_by_this_rule_alone_waits_for_a_person(said: Said) -> None:
    score = scored(said)
    assert score.items[0].hitl == "required"
    assert "CONFIRM_HALLUCINATION" in {finding.code for finding in score.findings}


@each_row("said", [one for one in ANSWERS if one.label != "correct"], ids=lambda said: said.answer)
def test_revision_one_does_not_read_them(said: Said) -> None:
    codes = {reason.code.value for reason in scored(said, FIRST_REVISION).items[0].reasons}
    assert not codes & (INVENTED | {"NUMBER_OF_ANOTHER", "CALCULATION_ERROR"})


def answered(document: Document, answer: str) -> CaseScore:
    """Score another answer to the first question, on a document that was changed."""
    given = Said(ROWS[0], answer, "")
    return scored(given, sources=DocumentSet([document], contract_of(SECOND_REVISION)))


def test_a_clause_is_invented_only_where_a_person_confirmed_the_index() -> None:
    read = load_document(FOLDER / "documents" / DOCUMENT)
    answer = "Four Business Days before the Utilisation Date; see also Clause 47.3."
    assert answered(read, answer).items[0].label == "correct"
    assert answered(replace(read, sections_complete=True), answer).items[0].label == "hallucination"
    known = "Four Business Days before the Utilisation Date; see also Clause 4.2."
    assert answered(replace(read, sections_complete=True), known).items[0].label == "correct"


def test_what_a_misread_page_may_hold_is_not_called_invented() -> None:
    read = load_document(FOLDER / "documents" / DOCUMENT)
    pages = tuple(replace(page, source=TextSource.OCR) for page in read.pages)
    score = answered(replace(read, pages=pages), "Four Business Days before the Utilisation Date, says Odette Varga.")
    assert score.items[0].label == "correct"
    assert score.items[0].hitl == "flag"
    assert any("Odette Varga" in finding.message for finding in score.findings if finding.code == "UNGROUNDED_WORDS")


@pytest.mark.parametrize(
    "piece", ["3 ", "9 Lenders: ", "A", "Varga ", "12:00 ", "x@", "within 3 days, i.e. 2044 ", "(1) "]
)
def test_a_long_answer_is_scored_all_the_same(piece: str) -> None:
    answer = "Four Business Days before. " + piece * (12_000 // len(piece))
    assert scored(Said(ROWS[0], answer, "")).items


def test_the_answers_are_many_and_half_of_them_are_right() -> None:
    counted = Counter(said.label == "correct" for said in ANSWERS)
    assert counted.total() >= 80
    assert counted[True] >= counted[False]
