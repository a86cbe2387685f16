"""A paper of which some words may have been misread: nothing is read in them, and no quote runs over them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from loanproof.capabilities import extract
from loanproof.capabilities.baseline import Paper, QuestionAnswerer, monitor
from loanproof.core import Span
from loanproof.documents import UNREAD, Document, Legibility, TextSource

from .papers import LOAN, STANDARD, read


def scanned(folder: Path, *doubtful: str, text: str = LOAN) -> Document:
    """Return a paper as a scan, some of whose words are in doubt wherever they are."""
    document = read(folder, text)
    spans = tuple(Span(*one.span()) for word in doubtful for one in re.finditer(word, document.text))
    assert not doubtful or spans
    page = replace(document.pages[0], source=TextSource.OCR, doubtful=tuple(sorted(spans)))
    return replace(document, pages=(page,))


def quotes(output: Any) -> list[str]:
    """Return all quotes of an output."""
    match output:
        case dict():
            own = [output["quote"]] if "quote" in output else []
            return own + [one for part in output.values() for one in quotes(part)]
        case list():
            return [one for part in output for one in quotes(part)]
        case _:
            return []


@pytest.mark.parametrize("answer", [extract, monitor])
def test_no_quote_runs_over_a_word_in_doubt(answer: Any, tmp_path: Path) -> None:
    document = scanned(tmp_path, "aggregate", "Obligor", "undrawn", "repay")
    found = quotes(answer(document, STANDARD))
    plain = " ".join(document.text.split())
    assert found
    assert all(quote in plain for quote in found)
    assert not [quote for quote in found if re.search("aggregate|Obligor|undrawn|repay", quote)]
    assert UNREAD not in str(answer(document, STANDARD))


def test_a_figure_in_doubt_is_illegible_and_low(tmp_path: Path) -> None:
    margin = extract(scanned(tmp_path, r"2\.35"), STANDARD)["fields"]["margin"]
    assert margin["status"] == "illegible"
    assert "value" not in margin
    assert margin["confidence"] < 0.7


def test_half_a_name_is_no_name(tmp_path: Path) -> None:
    borrower = extract(scanned(tmp_path, "ORCHARD"), STANDARD)["fields"]["borrower"]
    assert "MILLS LIMITED" not in str(borrower.get("value"))


def test_what_is_not_in_doubt_is_read_and_never_high(tmp_path: Path) -> None:
    fields = extract(scanned(tmp_path, "SONIA"), STANDARD)["fields"]
    assert fields["facility_amount"]["value"] == {"amount": 73000000, "currency": "GBP"}
    assert all(one["confidence"] < 0.9 for one in fields.values())


NUMBERED = r"9\.1"
HEADED = "GOVERNING LAW"


@pytest.mark.parametrize(
    ("field", "doubtful", "section"),
    [
        ("governing_law", (), "9.1"),
        ("governing_law", (NUMBERED,), HEADED),
        ("governing_law", (NUMBERED, r"9\. "), HEADED),
        ("maturity_date", (r"1\.1 ", "DEFINITIONS"), "definition of “Final Maturity Date”"),
    ],
    ids=["its number", "its heading", "a heading without its number", "a definition by its term"],
)
def test_a_place_is_cited_by_what_was_surely_read_above_it(
    field: str, doubtful: tuple[str, ...], section: str, tmp_path: Path
) -> None:
    found = extract(scanned(tmp_path, *doubtful), STANDARD)["fields"][field]
    assert found["status"] == "extracted"
    assert {place["section"] for place in found["provenance"]} == {section}


def test_what_stands_at_a_place_that_nothing_surely_names_is_not_stated(tmp_path: Path) -> None:
    found = extract(scanned(tmp_path, NUMBERED, "GOVERNING"), STANDARD)["fields"]["governing_law"]
    assert found["status"] == "illegible"
    assert "value" not in found


def test_a_clause_whose_number_was_not_seen_is_not_cited_by_the_one_before_it(tmp_path: Path) -> None:
    text = LOAN.replace("9. GOVERNING LAW\n\n9.1 This", "This")
    law = extract(scanned(tmp_path, "SONIA", text=text), STANDARD)["fields"]["governing_law"]
    assert law["value"] == "English law"
    assert {place["section"] for place in law["provenance"]} == {"8"}


def test_items_of_a_list_keep_what_is_not_in_doubt(tmp_path: Path) -> None:
    found = extract(scanned(tmp_path, "advisers"), STANDARD)["fields"]["conditions_precedent"]["value"]
    assert "a resolution of the board of directors of each Obligor" in found
    assert not any("advisers" in one for one in found)


def test_nothing_that_a_page_hard_to_read_shows_is_more_than_low(tmp_path: Path) -> None:
    document = scanned(tmp_path, "aggregate")
    page = replace(document.pages[0], legibility=Legibility.DEGRADED)
    output = monitor(replace(document, pages=(page,)), STANDARD)
    flags = output["flags"]
    found = [*output["covenants"], *flags["grace_periods"], flags["cross_default"]]
    assert found
    assert all(one["confidence"] < 0.7 for one in found)


COUNTED = """FACILITY AGREEMENT

1. DEFINITIONS

“Closing Date” means in every place that is 2026-06-24.

“Final Day” means the fifth anniversary of the Closing Date (no other day falls on it).

2. REPAYMENT

2.1 The Borrower shall repay the loan in full on the Final Day.
"""


@pytest.mark.parametrize(
    ("doubtful", "is_counted"), [((), True), (("other",), True), (("place",), False), (("other", "place"), False)]
)
def test_a_day_is_counted_only_if_the_day_that_it_is_counted_from_is_quoted(
    doubtful: tuple[str, ...], is_counted: bool, tmp_path: Path
) -> None:
    answerer = QuestionAnswerer(Paper(scanned(tmp_path, *doubtful, text=COUNTED)), STANDARD)
    output = answerer.answer("On which date does the Final Day fall?")
    assert "fifth anniversary" in output["answer"]
    assert ("(calculated)" in output["answer"]) is is_counted
    assert any("2026-06-24" in quote for quote in quotes(output)) is is_counted
