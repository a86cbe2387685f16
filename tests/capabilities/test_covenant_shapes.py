"""Covenants in papers of other shapes: a letter with headings of its own, tables, a Continental form, an amendment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.capabilities.papers import STANDARD

from loanproof.capabilities.baseline import monitor
from loanproof.documents import load_document

if TYPE_CHECKING:
    from pathlib import Path

LETTER = """12 January 2026

Dear Sirs

TERM LOAN OF £2,400,000

1. The loan

We will lend you £2,400,000 in one amount.

2. What we need from you

2.1 You will send us your audited accounts no later than 180 days after your financial year end.

2.2 You will send us management figures for each month within 25 days of the month end.

3. Restrictions

3.1 You will not mortgage any of your assets, save for the charge in our favour and retention of title by suppliers.

4. When we may ask for our money

We may demand immediate repayment if:

(a) you fail to pay any sum within five working days of the day on which it is due;

(b) you break any other promise in this letter and do not put matters right within 21 days of our asking you to;

(c) any other creditor calls for early repayment of a debt of yours of more than £75,000; or

(d) you become insolvent.

5. Law

English law governs this letter.
"""
TABLES = """TERM FACILITY AGREEMENT

dated 9 September 2025

1. DEFINITIONS

“Test Date” means 30 June and 31 December in each year.

8. INFORMATION

8.1 Reporting timetable

The Borrower delivers to the Lender each of the following documents within the time stated opposite it:

Document                                  Time
Audited accounts of the Borrower          150 days after each financial year
Rent roll                                 15 days after each month

9. FINANCIAL UNDERTAKINGS

9.1 The Borrower shall comply with the following requirements on each Test Date:

Ratio                         Requirement
Interest Cover                not less than 1.75:1
Loan to Value                 not more than 60%

9.2 If Interest Cover is below 2.00:1, the Borrower shall place its surplus income in the Reserve Account.
"""
CONTINENTAL = """TERM LOAN AGREEMENT

Article 6
Obligations of the Borrower

6.1 For as long as any amount is owed, the Borrower undertakes vis-à-vis the Lender:

a) to provide the Lender with its annual financial statements within six months of the close of each financial year;

b) not to encumber its assets with any security interest, with the exception of (i) statutory liens and (ii) security
interests up to an aggregate amount of EUR 500,000;

c) not to dispose of any material assets without the consent of the Lender.

6.2 The Borrower shall further ensure that the equity ratio amounts to no less than 25% as per each 31 December.
"""
AMENDMENT = """FIRST AMENDMENT TO CREDIT AGREEMENT

This Amendment, dated as of June 27, 2025, refers to the Credit Agreement dated as of August 17, 2021 (the "Credit
Agreement") among the parties.

SECTION 2. Amendments to Credit Agreement. The Credit Agreement is amended as follows:

(a) Leverage Ratio. Section 7.11(a) of the Credit Agreement is amended to read as follows:

"(a) The Borrower shall not permit the Leverage Ratio as of the last day of any fiscal quarter to exceed 4.50 to 1.00."

(b) Dividends. Section 7.06 of the Credit Agreement is amended by adding at its end: "No Restricted Payment shall be
made on or before December 31, 2026, other than Permitted Tax Distributions and management fees not exceeding $600,000
in any fiscal year."

SECTION 3. Limited Waiver. For the fiscal quarter ending June 30, 2025 only, the Borrower will be treated as having
complied with Section 7.11(b) of the Credit Agreement, which requires a Fixed Charge Coverage Ratio of not less than
1.20 to 1.00 as of the last day of each fiscal quarter, if that ratio was not less than 1.05 to 1.00.

SECTION 4. Governing Law. This Amendment is governed by the law of the State of New York.
"""
UNDERTAKINGS = """SYNDICATED FACILITY AGREEMENT

Date 11 May 2026

1. Definitions

Calculation Date means each 30 June and 31 December.

Interest Payment Date means 20 January, 20 April, 20 July and 20 October in each year.

19. Undertakings

19.1 Each Obligor undertakes as follows, except to the extent that the Agent consents:

(a) (accounts) the Company will give the Agent audited accounts within 120 days after the end of each Financial Year;

(b) (negative pledge) it will not create a Security Interest over its assets.

19.2 Financial undertakings

The Company must ensure that:

(a) the Leverage Ratio is not greater than 3.25 times; and

(b) the Gearing Ratio does not exceed 50%,

in each case on each Calculation Date.

19.3 Financial covenant on rents

The Company must ensure that on each Interest Payment Date Interest Cover is at least 200 per cent.

19.4 Financial covenant cure

A failure to comply with Clause 19.2 may be put right within ten Business Days by prepayment of the Loan.
"""
LETTER_IN_PROSE = """Dear Directors

We are happy to lend you £3,200,000 on these terms.

The loan must not be more than 65% of the value of the property at any time.

You must not borrow from anyone else, except on credit cards up to £25,000.

We can ask for immediate repayment if you miss a payment and do not put it right within 14 days, if you break another
term of this letter and do not fix it within 28 days of us telling you, or if you default on any other borrowing of
more than £20,000.
"""
LISTS = """CREDIT AGREEMENT

dated as of March 3, 2026

ARTICLE 6. FINANCIAL COVENANTS

6.1 Leverage

The Company shall ensure that Leverage for any Relevant Period set out below shall not exceed the ratio opposite it:

Relevant Period ending on or before 30 June 2027: 4.10:1
Relevant Period ending after 30 June 2027 and on or before 30 June 2028: 3.90:1
Relevant Period ending after 30 June 2028: 3.40:1

ARTICLE 7. NEGATIVE COVENANTS

7.1 Mergers and Sales. The Company shall not merge or sell any of its assets; provided, however, that it may:

(a) sell inventory in the ordinary course of business;

(b) sell worn-out equipment; and

(c) merge with a wholly owned Subsidiary of which it is the survivor.

ARTICLE 8. AFFIRMATIVE COVENANTS

8.1 Existence. The Company shall preserve and keep in full force:

(a) its corporate existence in the state of its organization; and

(b) its corporate existence and good standing wherever it does business.
"""


def _monitor(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "paper.txt"
    path.write_text(text, encoding="utf-8")
    return monitor(load_document(path), STANDARD)


def _told(output: dict[str, Any]) -> list[tuple[str, str | None, str | None, str]]:
    return [(one["type"], one["operator"], one["threshold"], one["testing_frequency"]) for one in output["covenants"]]


def test_a_letter_with_headings_of_its_own_is_read_by_what_it_says(tmp_path: Path) -> None:
    output = _monitor(tmp_path, LETTER)
    assert _told(output) == [
        ("information", None, "180 days", "annual"),
        ("information", None, "25 days", "monthly"),
        ("negative", None, None, "none"),
    ]
    assert [(one["days"], one["unit"]) for one in output["flags"]["grace_periods"]] == [
        (5, "business"),
        (21, "calendar"),
    ]
    assert output["flags"]["cross_default"]["threshold"] == "£75,000"


def test_a_table_of_requirements_is_read_row_by_row(tmp_path: Path) -> None:
    output = _monitor(tmp_path, TABLES)
    assert _told(output) == [
        ("information", None, "150 days", "annual"),
        ("information", None, "15 days", "monthly"),
        ("financial", ">=", "1.75:1", "semi_annual"),
        ("financial", "<=", "60%", "semi_annual"),
        ("positive", None, None, "none"),
    ]


def test_what_a_borrower_undertakes_not_to_do_is_prohibited(tmp_path: Path) -> None:
    output = _monitor(tmp_path, CONTINENTAL)
    assert [one[0] for one in _told(output)] == ["information", "negative", "negative", "financial"]
    assert [one["cap"] for one in output["covenants"][1]["carve_outs"]] == [None, "EUR 500,000"]


def test_what_an_amendment_writes_anew_and_waives_is_read(tmp_path: Path) -> None:
    leverage, dividends, cover = _monitor(tmp_path, AMENDMENT)["covenants"][:3]
    assert (leverage["type"], leverage["threshold"]) == ("financial", "4.50 to 1.00")
    assert (dividends["type"], dividends["carve_outs"][-1]["cap"]) == ("negative", "$600,000")
    assert (cover["threshold"], cover["waiver"]["waived_threshold"]) == ("1.20 to 1.00", "1.05 to 1.00")
    assert "waiver" not in leverage


def test_a_lead_that_names_a_consent_leads_to_undertakings_and_not_to_exceptions(tmp_path: Path) -> None:
    output = _monitor(tmp_path, UNDERTAKINGS)
    assert _told(output)[:2] == [("information", None, "120 days", "annual"), ("negative", None, None, "none")]


def test_what_is_said_behind_a_list_is_said_of_each_item(tmp_path: Path) -> None:
    told = _told(_monitor(tmp_path, UNDERTAKINGS))
    assert ("financial", "<=", "3.25 times", "semi_annual") in told
    assert ("financial", "<=", "50%", "semi_annual") in told


def test_four_payment_dates_a_year_are_quarterly(tmp_path: Path) -> None:
    assert ("financial", ">=", "200 per cent.", "quarterly") in _told(_monitor(tmp_path, UNDERTAKINGS))


def test_the_cure_of_a_covenant_is_a_grace_period(tmp_path: Path) -> None:
    graces = _monitor(tmp_path, UNDERTAKINGS)["flags"]["grace_periods"]
    assert [(one["days"], one["unit"]) for one in graces] == [(10, "business")]


def test_a_letter_in_prose_has_tests_prohibitions_and_defaults(tmp_path: Path) -> None:
    output = _monitor(tmp_path, LETTER_IN_PROSE)
    assert _told(output) == [("financial", "<=", "65%", "at_all_times"), ("negative", None, None, "none")]
    assert [one["days"] for one in output["flags"]["grace_periods"]] == [14, 28]
    assert output["flags"]["cross_default"]["threshold"] == "£20,000"


def test_a_list_behind_a_proviso_is_what_is_excepted_and_items_on_one_thing_are_one_covenant(tmp_path: Path) -> None:
    covenants = _monitor(tmp_path, LISTS)["covenants"]
    assert [(one["type"], one["provenance"][0]["section"]) for one in covenants] == [
        ("financial", "6.1"), ("negative", "7.1"), ("positive", "8.1(a)"),
    ]  # fmt: skip
    assert len(covenants[1]["carve_outs"]) == 3


def test_a_level_for_periods_after_a_day_begins_on_the_next_day(tmp_path: Path) -> None:
    leverage = _monitor(tmp_path, LISTS)["covenants"][0]
    assert (leverage["name"], leverage["operator"]) == ("Leverage", "<=")
    assert leverage["steps"] == [
        {"to": "2027-06-30", "threshold": "4.10:1"},
        {"from": "2027-07-01", "to": "2028-06-30", "threshold": "3.90:1"},
        {"from": "2028-07-01", "threshold": "3.40:1"},
    ]


LONG_LIST = """FACILITY AGREEMENT

dated 4 May 2026

8. GENERAL UNDERTAKINGS

8.1 {before}{lead} do {what} of the following:

(a) create or permit to subsist any Security over any of its assets;

(b) incur any Financial Indebtedness; and

(c) sell, lease or transfer any of its assets.

20. GOVERNING LAW

20.1 This Agreement is governed by English law.
"""
LONG_WORDS = ", whether in one transaction or in several and whether voluntarily or not" * 11  # about 800 characters


@pytest.mark.parametrize("words", ["", LONG_WORDS])
def test_a_list_is_read_behind_an_introduction_of_any_length(words: str, tmp_path: Path) -> None:
    text = LONG_LIST.format(before="", lead=f"No Obligor shall{words}", what="any")
    covenants = _monitor(tmp_path, text)["covenants"]
    assert [(one["name"], one["type"]) for one in covenants] == [
        ("Negative pledge", "negative"), ("Indebtedness", "negative"), ("Disposals", "negative"),
    ]  # fmt: skip


def test_what_a_long_introduction_states_before_its_last_sentence_is_a_covenant_of_its_own(tmp_path: Path) -> None:
    before = f"The Borrower shall keep its buildings insured{LONG_WORDS}. The Borrower shall not pay a dividend. "
    text = LONG_LIST.format(before=before, lead="Each Obligor shall, if the Agent so requests,", what="all")
    covenants = _monitor(tmp_path, text)["covenants"]
    assert [(one["type"], one["provenance"][0]["section"]) for one in covenants] == [
        ("positive", "8.1"), ("positive", "8.1(a)"), ("positive", "8.1(b)"), ("positive", "8.1(c)"),
    ]  # fmt: skip


DELIVERIES = """FACILITY AGREEMENT

dated 4 May 2026

8. {title}

The Borrower shall deliver to the Agent:

(a) within 95 days after the end of each financial year, its audited financial statements;

(b) promptly, notice of a claim against it which is not dismissed within 30 days; and

(c) promptly upon request, such other data as the Agent may ask for.

9. GENERAL UNDERTAKINGS

9.1 If, as of the date of the latest financial statements delivered pursuant to Clause 8(a), any company has become a
Subsidiary, the Borrower shall, within 40 days after the delivery of such financial statements, cause it to become a
Guarantor.

9.2 If a Default occurs, the Borrower shall deliver to the Agent its latest financial statements within 20 days.

20. GOVERNING LAW

20.1 This Agreement is governed by English law.
"""


@pytest.mark.parametrize("title", ["FINANCIAL STATEMENTS AND OTHER DATA", "Financial statements and other data"])
def test_only_what_is_delivered_is_named_after_financial_statements(title: str, tmp_path: Path) -> None:
    covenants = _monitor(tmp_path, DELIVERIES.format(title=title))["covenants"]
    named = [
        one["provenance"][0]["section"]
        for one in covenants
        if any("statements" in name.lower() for name in (one["name"], *one.get("also", ())))
    ]
    assert named == ["8(a)", "9.2"]
    types = {one["provenance"][0]["section"]: one["type"] for one in covenants}
    assert (types["9.1"], types["9.2"]) == ("positive", "information")
