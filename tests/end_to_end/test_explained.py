"""``gate`` and ``explain`` on a run with one fault of each kind: what a person needs to see is in the words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.end_to_end.recorded import REPEATS, call, change, make_suite, perfect, write_lines

FAULTS = {
    # another date of the document
    "fields.maturity_date.value": "2027-03-31",
    "fields.maturity_date.provenance.0.quote": (
        "the period from the date of this Agreement to and including 31 March 2027"
    ),
    # a zero too many
    "fields.facility_amount.value": "USD 1,200,000,000",
    # the same rate in another form, on the wrong page
    "fields.margin.value": "250 bps",
    "fields.margin.provenance.0.page": 2,
    # the right value behind a quote with a forged figure
    "fields.commitment_fee.provenance.0.quote": (
        "a commitment fee of 0.95 per cent. per annum on the undrawn amount of the Facility"
    ),
    # a sentence that nobody wrote
    "fields.governing_law.provenance.0.quote": "The parties submit all their disputes to the courts of a far country.",
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("explained")
    lines = perfect()
    change(lines, "EX-001", [2], FAULTS)
    path = folder / "result.json"
    scored = call("score", make_suite(folder / "suite"), write_lines(folder / "outputs.jsonl", lines), "--json", path)
    assert scored.exit_code == 4
    return path


@pytest.fixture(autouse=True)
def wide_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def test_the_gate_command_says_again_what_score_said(result: Path) -> None:
    said = call("gate", result)
    assert said.exit_code == 4
    assert said.stdout.startswith("NOT RELEASE-READY")
    assert "a root-cause analysis is due before the next run" in said.words
    rows = {tuple(line.split()) for line in said.stdout.splitlines()}
    assert ("maturity", "date", "0.6667", "≥", "0.7", "3", "FAILED", "by", "EX-001") in rows
    assert ("margin", "0.8333", "≥", "0.7", "3", "passed") in rows
    assert ("hallucination", "0.1667", "=", "0", "6", "FAILED", "by", "EX-001") in rows


def test_a_case_is_shown_in_its_worst_repeat_with_what_it_was_worth(result: Path) -> None:
    said = call("explain", result, "EX-001")
    assert said.stdout.startswith("EX-001  extraction, repeat 2, score 0.0000\n")
    # 27.5 less 3 for the amount, 3 for the maturity, 1.5 for the margin, 1.5 for the law and 1 for the fee
    assert f"without it the score would be {17.5 / 27.5:.4f}" in said.words
    rows = {line.split()[0]: line.split()[1:] for line in said.stdout.splitlines() if line[:1].isalpha()}
    assert rows["facility_amount"] == ["hallucination", "0.00", "NOSUPPORT", "DIGIT_ERROR"]
    assert rows["maturity_date"] == ["fail", "0.00", "OK", "WRONG_VALUE_PRESENT"]
    assert rows["margin"] == ["partial", "0.50", "PAGE", "PAGE_WRONG"]
    assert rows["commitment_fee"] == ["hallucination", "0.00", "FAKE", "QUOTE_FORGED"]
    assert rows["borrower"] == ["correct", "1.00", "OK", "EXACT"]


EXPLAINED = {
    "facility_amount": [
        "hallucination, score 0 (Tier 1, weight 3)",
        "expected USD 120,000,000 understood as USD 120000000",
        "given USD 1,200,000,000 understood as USD 1200000000",
        "confidence HIGH (0.95), review required",
        "Ruling A-33",
        "Ruling A-04",
        "Source harbour-light-facility-agreement.txt, page 1, section 2.1",
        "⟦a term loan facility in an aggregate amount of USD 120,000,000⟧",
    ],
    "maturity_date": [
        "fail, score 0 (Tier 1, weight 3)",
        "expected 2031-03-15",
        "given 2027-03-31",
        "which appears elsewhere in the documents. [WRONG_VALUE_PRESENT]",
        "Ruling A-04",
        "page 1 right",
        '"Availability Period" means ⟦the period from the date of this Agreement to and including 31 March 2027⟧',
    ],
    "margin": [
        "partial, score 0.5 (Tier 1, weight 3)",
        "Value alone: semantic match",
        "expected 2.50 per cent. per annum understood as 250 bps",
        "not on page “2”. [PAGE_WRONG]",
        "Ruling A-09",
        "The section is right; the page exists but is wrong. At best partial; provenance 0.5.",
        "page 2 wrong; the text is at 1",
        "the definition of “margin” in section 1.1",
        'Margin" means 2.50 per cent. per annum⟧',
    ],
    "governing_law": [
        "hallucination, score 0 (Tier 2, weight 1.5)",
        "[QUOTE_NOT_FOUND]",
        "page 3 the quote is not there",
        "section 10.1 the quote is not there",
        "At the cited place harbour-light-facility-agreement.txt, section 10.1",
        "10.1 Governing law This Agreement is governed by Singapore law.",
    ],
    "commitment_fee": [
        "hallucination, score 0 (Tier 3, weight 1)",
        "Value alone: correct",
        "[QUOTE_FORGED]",
        "Ruling A-63",
        "the document says “0.75 per cent”, the quote “0.95 per cent”",
        "Source harbour-light-facility-agreement.txt, page 2, section 6.1",
        "⟦a commitment fee of 0.75 per cent. per annum on the undrawn amount of the Facility⟧",
    ],
}


@pytest.mark.parametrize("item", EXPLAINED)
def test_an_item_is_explained_with_both_values_the_ruling_the_place_and_the_marked_quote(
    result: Path, item: str
) -> None:
    said = call("explain", result, "EX-001", item)
    assert said.exit_code == 0
    assert [words for words in EXPLAINED[item] if words not in said.words] == []


@pytest.mark.parametrize("repeat", REPEATS)
def test_each_repeat_is_explained_by_itself(result: Path, repeat: int) -> None:
    said = call("explain", result, "EX-001", "maturity_date", "--repeat", str(repeat))
    assert ("correct, score 1" in said.words) == (repeat != 2)


def test_a_case_says_what_the_rubric_makes_of_it_and_how_to_ask_for_more(result: Path) -> None:
    said = call("explain", result, "EX-001")
    assert "By the rubric not passed: accuracy 1 of 2, faithfulness 0 of 2" in said.words
    assert f"More on one item: loanproof explain {result} EX-001 facility_amount\n" in said.stdout
