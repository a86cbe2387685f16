"""Covenants where headings are not numbered, run into their sentences, or stand where nobody looks for covenants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.capabilities.papers import STANDARD, read

from loanproof.capabilities.baseline import monitor

if TYPE_CHECKING:
    from pathlib import Path

UNNUMBERED = """BUSINESS LOAN AGREEMENT

This agreement dated March 2, 2026 is made between Tarn Mills Inc. ("Borrower") and Fell Bank ("Lender").

AFFIRMATIVE COVENANTS. Borrower covenants and agrees with Lender that Borrower will:

Interim Statements. As soon as available, but in no event later than forty (40) days after the end of each quarter,
Borrower shall provide Lender with its balance sheet and income statement.

Financial Covenants. Comply with the following:

Current Ratio (to be measured quarterly). Maintain a minimum Current Ratio (annual inventories left aside) of not less
than 1.30 to 1.

NEGATIVE COVENANTS. Borrower covenants and agrees with Lender that Borrower shall not, without the consent of Lender:

Continuity of Operations. Engage in any business other than the present one, or cease operations.

Indebtedness. Incur indebtedness, except for trade debt incurred in the course of business and loans owed to Lender.

DEFAULT. Each of the following shall constitute an Event of Default under this Agreement:

Payment Default. Borrower fails to make any payment when due under the Loan.

Right to Cure. If any default is curable, it may be cured if Borrower, after notice from Lender: (1) cures such
default, that is to say, manages to cure the default within thirty-five (35) days; or (2) begins to do so at once.

GOVERNING LAW. This Agreement is governed by the law of the State of Maine.
"""
LETTERED = """LOAN CONTRACT

Borrower (Party A): Tarn Mills Co., Ltd.

Lender (Party B): Fell Bank, City Branch

Article 1. The Loan

Party B lends Party A CNY 30,000,000.

Article 7. Rights and Obligations of Party A

1. Party A has the right to draw the loan.

2. Party A shall provide its financial statements as required by Party B.

3. Party A shall not sell its principal assets.

4. Party A shall give Party B a prior written notice for its consent where it intends to provide security to others.

Article 8. Liabilities for Default

(I) Party A fails to repay any other indebtedness upon maturity.

Article 9. Governing law

This contract is governed by the law of China.
"""
UNDER_REPRESENTATIONS = """CREDIT AGREEMENT

dated 9 June 2026

SECTION 8. REPRESENTATIONS AND WARRANTIES

8.01 Representations. The Owner represents that it is duly organised and keeps its books in good order.

8.02 Covenants of the Owner. The Owner covenants that it will, unless the Lenders shall have consented in writing:

(a) Maintenance
of Existence. The Owner shall preserve its corporate existence.

(b) Use of Proceeds. The Owner shall use the proceeds of each advance to build the Vessel. No proceeds will be used to
carry margin stock.

(c) Notice of Defaults. The Owner shall promptly, but in no event later than six (6) Business Days after an officer
obtains actual knowledge of an Event of Default (or of an event which, with the giving of notice or the passage of time
or both, would constitute an Event of Default), notify the Agent; such duty shall not apply to defaults that the Agent
itself has notified.

SECTION 9. GOVERNING LAW. New York law governs this agreement.
"""


def monitored(folder: Path, text: str) -> dict[str, Any]:
    return monitor(read(folder, text), STANDARD)


def by_section(output: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["provenance"][0]["section"]: one for one in output["covenants"]}


def test_a_heading_in_capitals_gives_its_words_to_those_below_it(tmp_path: Path) -> None:
    found = by_section(monitored(tmp_path, UNNUMBERED))
    assert found["Continuity of Operations"]["type"] == "negative"
    assert found["Interim Statements"]["type"] == "information"
    assert found["Interim Statements"]["threshold"] == "forty (40) days"


def test_two_things_that_are_described_each_by_itself_are_two_exceptions(tmp_path: Path) -> None:
    scopes = [one["scope"] for one in by_section(monitored(tmp_path, UNNUMBERED))["Indebtedness"]["carve_outs"]]
    assert scopes == ["trade debt incurred in the course of business", "loans owed to Lender"]


def test_a_heading_that_runs_into_its_sentence_names_the_covenant_and_its_tests(tmp_path: Path) -> None:
    (found,) = [one for one in monitored(tmp_path, UNNUMBERED)["covenants"] if one["type"] == "financial"]
    assert found["name"] == "Current Ratio"
    assert (found["threshold"], found["testing_frequency"]) == ("1.30 to 1", "quarterly")


def test_a_right_to_cure_is_a_grace_period_told_with_its_whole_sentence(tmp_path: Path) -> None:
    (found,) = monitored(tmp_path, UNNUMBERED)["flags"]["grace_periods"]
    assert (found["days"], found["unit"]) == (35, "calendar")
    assert "after notice from Lender" in found["triggers"][0]


def test_parties_that_are_called_by_letters_promise_as_borrowers_do(tmp_path: Path) -> None:
    output = monitored(tmp_path, LETTERED)
    kinds = {section: one["type"] for section, one in by_section(output).items()}
    assert kinds == {"7.2": "information", "7.3": "negative", "7.4": "negative"}
    assert output["flags"]["cross_default"]["kind"] == "cross_payment_default"


def test_covenants_may_be_a_clause_of_the_article_on_representations(tmp_path: Path) -> None:
    found = by_section(monitored(tmp_path, UNDER_REPRESENTATIONS))
    assert found["8.02(a)"]["name"] == "Maintenance of Existence"
    assert {section: one["type"] for section, one in found.items()} == {
        "8.02(a)": "positive",
        "8.02(b)": "positive",
        "8.02(c)": "information",
    }


def test_a_delivery_keeps_its_time_and_its_exceptions(tmp_path: Path) -> None:
    found = by_section(monitored(tmp_path, UNDER_REPRESENTATIONS))["8.02(c)"]
    assert found["threshold"] == "six (6) Business Days"
    assert [one["scope"] for one in found["carve_outs"]] == ["defaults that the Agent itself has notified"]
