"""Rules of the linter on both sides: silent on what is right, one message on what is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from loanproof.cases import lint_suite, load_suite
from loanproof.core import load_yaml
from loanproof.standards import OUR_CONTRACT, load_contract

TABLE: Any = load_yaml(Path(__file__).with_name("lint_rules.yaml")).data


def lint(tmp_path: Path, case: dict[str, Any], text: str = TABLE["text"], standard: str = "1.0") -> list[str]:
    """Return the problems of one case about a text."""
    (tmp_path / "documents").mkdir()
    (tmp_path / "cases").mkdir()
    (tmp_path / "suite.yaml").write_text(f"id: s\nversion: 1\nstandard: eval-standards@{standard}\n", encoding="utf-8")
    (tmp_path / "documents" / "deal.txt").write_text(text, encoding="utf-8")
    written = json.dumps({"id": "X", "document": "deal.txt", **case})
    (tmp_path / "cases" / "x.jsonl").write_text(written, encoding="utf-8")
    return [f"{one.severity} {one.problem.message}" for one in lint_suite(load_suite(tmp_path)).problems]


def agree(found: list[str], expected: list[str]) -> bool:
    """Return whether there is one message for each expected one, of its severity and with its words."""
    pairs = [one.split(" ", 1) for one in expected]
    return len(found) == len(pairs) and all(
        message.startswith(severity) and says in message for message, (severity, says) in zip(found, pairs, strict=True)
    )


@pytest.mark.parametrize("row", TABLE["fields"], ids=lambda row: row["name"])
def test_a_field_is_checked_against_the_document(row: dict[str, Any], tmp_path: Path) -> None:
    amounts = row["tranches"].split(" | ") if "tranches" in row else []
    quotes = [f"Facility {label} in an amount of {amount}" for label, amount in zip("AB", amounts, strict=False)]
    tranches = [
        {
            "label": f"Facility {label}",
            "fields": {
                "facility_amount": {"value": amount, "citations": [{"page": "1", "section": "2.1", "quote": quote}]}
            },
        }
        for label, amount, quote in zip("AB", amounts, quotes, strict=False)
    ]
    others = {name: {"state": "absent"} for name in load_contract(OUR_CONTRACT).fields}
    expected = {"fields": {**others, **row["part"]}, "tranches": tranches}
    case = {"capability": "extraction", "expected": expected}
    found = lint(tmp_path, case, standard=row.get("standard", "1.0"))
    assert agree(found, row["found"]), found


@pytest.mark.parametrize("row", TABLE["covenants"], ids=lambda row: row["name"])
def test_a_covenant_is_checked_against_the_document(row: dict[str, Any], tmp_path: Path) -> None:
    covenant = {"name": "Leverage", "type": "financial", "testing_frequency": "quarterly", **row["part"]}
    found = lint(tmp_path, {"capability": "covenants", "expected": {"covenants": [covenant]}})
    assert agree(found, row["found"]), found


@pytest.mark.parametrize("row", TABLE["flags"], ids=lambda row: row["name"])
def test_the_flags_of_a_document_are_checked_against_it(row: dict[str, Any], tmp_path: Path) -> None:
    found = lint(tmp_path, {"capability": "covenants", "expected": {"flags": row["part"]}})
    assert agree(found, row["found"]), found


@pytest.mark.parametrize("row", TABLE["terms"], ids=lambda row: row["name"])
def test_a_benchmark_term_is_checked_against_the_document(row: dict[str, Any], tmp_path: Path) -> None:
    jurisdiction = {"governing_law": "English law", "benchmark": "LMA"}
    expected = {"jurisdiction": jurisdiction, "terms": [{"term": "margin", **row["part"]}]}
    found = lint(tmp_path, {"capability": "bmt", "expected": expected})
    assert agree(found, row["found"]), found


@pytest.mark.parametrize("row", TABLE["questions"], ids=lambda row: row["name"])
def test_a_question_is_checked_against_the_document(row: dict[str, Any], tmp_path: Path) -> None:
    case = {"capability": "qa", "question": "?", "expected": row["expected"]}
    found = lint(tmp_path, case, standard=row.get("standard", "1.0"))
    assert agree(found, row["found"]), found


@pytest.mark.parametrize(("characters", "found"), [(1500, []), (1501, ["warning more than 1500 characters"])])
def test_a_quote_is_broad_beyond_the_length_of_the_contract(characters: int, found: list[str], tmp_path: Path) -> None:
    sentence = "The Borrower shall pay EUR 7,000,000 " + "on the first day of the month " * 60
    quote = sentence[: characters - 1].rstrip().ljust(characters, "x")
    citation = {"page": "1", "section": None, "quote": quote}
    expected = {"facts": [{"any": ["EUR 7,000,000"]}], "citations": [citation]}
    case = {"capability": "qa", "question": "?", "expected": expected}
    assert agree(lint(tmp_path, case, text=f"{quote} at all times."), ["warning appears in no section", *found])


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("shall pay EUR 7,000,000 to the Lender on each Payment Date", ["warning appears in no section"]),
        ("must pay EUR 7,000,000 to the Lender on each Payment Date", ["error section"]),
    ],
    ids=["verbatim", "paraphrase"],
)
def test_text_outside_any_section_is_quoted_word_for_word_without_one(
    quote: str, found: list[str], tmp_path: Path
) -> None:
    citation = {"page": "1", "section": None, "quote": quote}
    expected = {"facts": [{"any": ["EUR 7,000,000"]}], "citations": [citation]}
    text = "The Borrower shall pay EUR 7,000,000 to the Lender on each Payment Date at all times."
    assert agree(lint(tmp_path, {"capability": "qa", "question": "?", "expected": expected}, text=text), found)
