"""Covenants in letters: flat clauses with headings of their own, new clauses, waivers beside them, moving levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.capabilities.papers import STANDARD

from loanproof.capabilities.baseline import monitor
from loanproof.capabilities.baseline.covenants.section_words import heading_of
from loanproof.core import Span
from loanproof.documents import Section, SectionKind, load_document

if TYPE_CHECKING:
    from pathlib import Path

AGREEMENT = """FACILITY LETTER

dated 4 May 2026

1. Loan

We, Alder Bank PLC, will lend USD 9,000,000 to Birch Mills Limited (the “Customer”).

{clauses}

9. Law

This letter is governed by English law.
"""
LETTER = """CHESTNUT FREIGHT LIMITED

2 October 2026

To: ALDER BANK PLC as Agent

SECOND AMENDMENT AND WAIVER LETTER

1. BACKGROUND

1.1 We refer to the facility agreement dated 7 June 2022 between Chestnut Freight Limited as borrower (the “Company”)
and Alder Bank PLC as agent (the “Facility Agreement”).

2. AMENDMENTS

With effect from 1 November 2026 the Facility Agreement is amended as follows:

2.1 New covenant. The following is inserted as a new Clause 22.8 (Minimum cash):

“22.8 The Company shall maintain at all times cash of not less than USD 3,000,000.”

3. WAIVER

3.1 Clause 22.3 ({title}) of the Facility Agreement requires that the ratio of Operating Profit to Net Interest Payable,
tested quarterly on each Quarter Date, is not less than 2.80:1.

{waiver}

3.3 The waiver is temporary. It does not extend to any other Quarter Date, and Clause 22.3 continues to apply to it.
The Company shall
{reports} to the Agent within 20 days after the end of each calendar month.

Yours faithfully
"""
WAIVED = (
    "3.2 The Lenders waive compliance with Clause 22.3 for the Quarter Date falling on 31 December 2026, on condition\n"
    "that the ratio of Operating Profit to Net Interest Payable is not less than 2.10:1 on that date."
)


def _monitor(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "paper.txt"
    path.write_text(text, encoding="utf-8")
    return monitor(load_document(path), STANDARD)


def _letter(
    folder: Path, *, waiver: str = WAIVED, reports: str = "deliver a fleet report"
) -> dict[str, dict[str, Any]]:
    text = LETTER.format(title="Interest cover", waiver=waiver, reports=reports)
    return {one["name"]: one for one in _monitor(folder, text)["covenants"]}


def test_a_waiver_is_of_the_clause_that_it_names_and_not_of_a_new_one(tmp_path: Path) -> None:
    found = _letter(tmp_path)
    assert {"Minimum cash", "Interest cover"} <= set(found)
    assert "waiver" not in found["Minimum cash"]
    assert (found["Minimum cash"]["threshold"], found["Minimum cash"]["effective_date"]) == (
        "USD 3,000,000",
        "2026-11-01",
    )
    cover = found["Interest cover"]
    assert (cover["threshold"], cover["testing_frequency"], cover["effective_date"]) == (
        "2.80:1",
        "quarterly",
        "per_agreement",
    )
    assert (cover["waiver"]["waived_threshold"], cover["waiver"]["test_dates"]) == ("2.10:1", ["2026-12-31"])


def test_a_letter_that_waives_nothing_leaves_both_as_they_are(tmp_path: Path) -> None:
    found = _letter(tmp_path, waiver="3.2 The Lenders do not waive compliance with Clause 22.3 for any Quarter Date.")
    assert not any("waiver" in one for one in found.values())


@pytest.mark.parametrize(
    ("reports", "day"),
    [("continue to deliver a fleet report", "per_agreement"), ("deliver a fleet report", "2026-11-01")],
)
def test_a_duty_that_goes_on_is_as_old_as_the_agreement(reports: str, day: str, tmp_path: Path) -> None:
    (found,) = [one for one in _letter(tmp_path, reports=reports).values() if one["type"] == "information"]
    assert found["effective_date"] == day
    assert "carve_outs" not in found  # the sentence before it speaks of the waiver


@pytest.mark.parametrize(
    ("clause", "kind"),
    [
        ("5. Trade\n\nThe Customer shall carry on its trade in timber with due care.", "positive"),
        ("5. Shareholders\n\nNo dividend shall be declared by the Customer while a sum is overdue.", "negative"),
        ("5. Fees\n\nNo fee shall be charged by the Bank for any transfer.", None),
        ("5. Trade\n\nThe Customer has carried on its trade in timber since 1998.", None),
    ],
)
def test_a_flat_clause_is_a_covenant_if_the_customer_is_bound_by_it(
    clause: str, kind: str | None, tmp_path: Path
) -> None:
    found = _monitor(tmp_path, AGREEMENT.format(clauses=clause))["covenants"]
    assert [one["type"] for one in found] == ([] if kind is None else [kind])


STEPS = """5. FINANCIAL COVENANTS

5.1 The Customer shall not permit Leverage at the end of any fiscal quarter to be greater than the ratio set out below:

Quarters ending                             Ratio
1 July 2026 to 30 June 2027                 4.10 to 1.00
1 July 2027 to 30 June 2028                 3.60 to 1.00

{proviso}"""


@pytest.mark.parametrize(
    "proviso",
    [
        "provided that after a Large Purchase each such maximum shall be increased by 0.40 to 1.00.",
        "provided that after a Large Purchase an increase of 0.40 to 1.00 applies for a year.",
        "",
    ],
)
def test_what_a_level_moves_by_is_no_level(proviso: str, tmp_path: Path) -> None:
    (found,) = _monitor(tmp_path, AGREEMENT.format(clauses=STEPS.format(proviso=proviso)))["covenants"]
    assert (found["threshold"], [one["threshold"] for one in found["steps"]]) == (
        "4.10 to 1.00",
        ["4.10 to 1.00", "3.60 to 1.00"],
    )


@pytest.mark.parametrize(
    ("event", "trigger"),
    [
        (
            "The Customer fails to pay (i) principal when due, or (ii) within four days after it is due, any interest.",
            "The Customer fails to pay within four days after it is due, any interest",
        ),
        (
            "The Customer fails to pay (i) any principal or (ii) any interest, and the failure lasts for four days.",
            "The Customer fails to pay (i) any principal or (ii) any interest, and the failure lasts for four days",
        ),
    ],
)
def test_a_time_that_opens_one_of_several_parts_is_of_that_part_only(event: str, trigger: str, tmp_path: Path) -> None:
    text = AGREEMENT.format(clauses=f"5. EVENTS OF DEFAULT\n\n5.1 {event}")
    (found,) = _monitor(tmp_path, text)["flags"]["grace_periods"]
    assert found["triggers"] == [trigger]


@pytest.mark.parametrize(
    ("words", "scopes"),
    [
        ("trade credit, equipment leases of up to USD 400,000 in aggregate and inter-company loans",
         ["trade credit", "equipment leases", "inter-company loans"]),
        ("loans from ship-owning and hotel-owning affiliates", ["loans from ship-owning and hotel-owning affiliates"]),
    ],
)  # fmt: skip
def test_an_exception_may_begin_with_a_word_with_a_hyphen(words: str, scopes: list[str], tmp_path: Path) -> None:
    clause = f"5. UNDERTAKINGS\n\n5.1 The Customer shall not incur any Indebtedness, except for {words}."
    (found,) = _monitor(tmp_path, AGREEMENT.format(clauses=clause))["covenants"]
    assert [one["scope"] for one in found["carve_outs"]] == scopes


def test_a_clause_on_testing_is_no_duty_of_its_own(tmp_path: Path) -> None:
    clause = (
        "5. FINANCIAL COVENANTS\n\n5.1 The Customer shall ensure that Leverage does not exceed 3.20:1.\n\n"
        "5.2 The covenant in Clause 5.1 shall be tested each half-year."
    )
    (found,) = _monitor(tmp_path, AGREEMENT.format(clauses=clause))["covenants"]
    assert (found["threshold"], found["testing_frequency"]) == ("3.20:1", "semi_annual")


def test_what_comes_with_accounts_is_named_and_not_the_accounts(tmp_path: Path) -> None:
    clause = (
        "5. INFORMATION\n\n5.1 The Customer shall supply to the Bank its audited accounts within 90 days after each "
        "financial year.\n\n5.2 Each set of accounts shall be accompanied by a compliance certificate of a director."
    )
    first, second = _monitor(tmp_path, AGREEMENT.format(clauses=clause))["covenants"]
    assert ("accounts" in " ".join((first["name"], *first["also"])).lower(), second["name"]) == (
        True,
        "Compliance certificate",
    )


@pytest.mark.parametrize(
    ("title", "is_heading"),
    [
        ("Clause 22.3 of the Facility Agreement requires that the ratio of Operating Profit to Interest,", False),
        ("The Banks excuse the breach of Clause 22.3 on the day that follows the end of", False),
        ("Limitation on Liens, Transactions with Affiliates, Sale of Stock, Sale of Plant and", True),
        ("Restrictions on dealings and", True),
    ],
)
def test_a_line_that_breaks_off_in_a_sentence_is_no_heading(title: str, is_heading: bool) -> None:
    section = Section(id="7", kind=SectionKind.CLAUSE, span=Span(0, 200), title=title)
    assert (heading_of(section) == title) is is_heading
