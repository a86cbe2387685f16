"""What is said about a value (C-21): right answers in unusual words are right, and each wrong part has its reason."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.conformance.vectors import SECOND_REVISION, case_from, contract_of
from tests.rows import each_row
from tests.tables import load_table

from loanproof.cases import QaCase
from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.outputs import QaOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_qa

if TYPE_CHECKING:
    from loanproof.scoring import ItemScore

FOLDER = Path(__file__).parent
TABLES = {
    "statements_qa.yaml": "linnet-facilities-agreement.txt",
    "statements_qa_us.yaml": "heron-credit-agreement.txt",
    "statements_qa_project.yaml": "curlew-project-agreement.txt",
    "statements_qa_letter.yaml": "egret-facility-letter.txt",
    "statements_qa_ship.yaml": "plover-loan-agreement.txt",
    "statements_qa_parts.yaml": "merganser-facilities-agreement.txt",
    "statements_qa_credit.yaml": "dunlin-credit-agreement.txt",
    "statements_qa_hotels.yaml": "avocet-facility-agreement.txt",
    "statements_qa_notes.yaml": "grebe-credit-agreement.txt",
    "statements_qa_letters.yaml": "siskin-line-contract.txt",
    "statements_qa_sides.yaml": "turnstone-loan-agreement.txt",
    "statements_qa_pairs.yaml": "whimbrel-facilities-agreement.txt",
    "statements_qa_turns.yaml": "fulmar-loan-agreement.txt",
    "statements_qa_reckoned.yaml": "godwit-loan-agreement.txt",
}
INVENTED = frozenset({"VALUE_NOT_IN_DOCUMENT"})
ROWS: list[dict[str, Any]] = [
    {**row, "document": document} for name, document in TABLES.items() for row in load_table(FOLDER / name)
]


class Said(NamedTuple):
    """One answer to the question of a row, and the reason for which it fails; none for a right one."""

    row: dict[str, Any]
    answer: str
    reason: str | None


def answers() -> Iterator[Said]:
    more = load_table(FOLDER / "statements_qa_more.yaml")
    for row in ROWS:
        for told in (row, more.pop(row["id"], {})):
            yield from (Said(row, answer, None) for answer in told.get("right", ()))
            wrong = told.get("wrong", {}).items()
            yield from (Said(row, answer, reason) for reason, answers in wrong for answer in answers)
    assert not more, f"there are no such rows: {sorted(more)}"


ANSWERS = list(answers())


@cache
def documents_of(name: str) -> DocumentSet:
    return DocumentSet([load_document(FOLDER / "documents" / name)], contract_of(SECOND_REVISION))


def citations_of(row: dict[str, Any]) -> list[dict[str, str]]:
    quoted = [{"at": row["at"], "quote": row["quote"]}, *row.get("quotes", ())]
    return [{"page": "1", "section": one["at"], "quote": one["quote"]} for one in quoted]


def case_of(row: dict[str, Any]) -> QaCase:
    expected = {key: row[key] for key in ("facts", "forbidden", "qualified", "refuse") if key in row}
    case = case_from(
        {
            "id": row["id"],
            "capability": "qa",
            "document": row["document"],
            "question": row["question"],
            "expected": {**expected, "topic": row.get("topic"), "citations": citations_of(row)},
        },
        name=row["id"],
    )
    assert isinstance(case, QaCase)
    return case


def scored(said: Said) -> ItemScore:
    row = said.row
    given = {"answer": said.answer, "provenance": [{"document": row["document"], **one} for one in citations_of(row)]}
    read = parse_output(json.dumps(given), Capability.QA)
    assert isinstance(read, QaOutput)
    documents = documents_of(row["document"])
    return score_qa(case_of(row), read, documents=documents, standard=contract_of(SECOND_REVISION)).items[0]


@each_row("said", ANSWERS, ids=lambda said: f"{said.row['id']}: {said.answer}")
def test_what_is_said_about_a_value_decides(said: Said) -> None:
    item = scored(said)
    codes = [reason.code.value for reason in item.reasons]
    if said.reason is None:
        assert item.value_label == "correct", [reason.message for reason in item.reasons]
    else:
        assert item.label == ("hallucination" if said.reason in INVENTED else "fail"), codes
        assert said.reason in codes, [reason.message for reason in item.reasons]


def test_the_answers_are_many_and_half_of_them_are_right() -> None:
    counted = Counter(said.reason is None for said in ANSWERS)
    assert counted.total() >= 250
    assert counted[True] >= counted[False]


@each_row("row", ROWS, ids=lambda row: row["id"])
def test_the_words_of_the_source_contradict_nothing(row: dict[str, Any]) -> None:
    """An answer that is the gold quote itself says of each fact what the source says."""
    quotes = [row["quote"], *(one["quote"] for one in row.get("quotes", ()))]
    item = scored(Said(row, " ".join(quote.rstrip(".") + "." for quote in quotes), None))
    assert [reason.message for reason in item.reasons if reason.ruling == "C-21"] == []
