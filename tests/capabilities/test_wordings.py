"""Wordings of many hands: terms under unusual names, behind labels, by use, by reference and by rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from .papers import LOAN, extracted, values

PARTICULARS = """TERM FACILITY

Particulars
Customer Bramble Dairies Limited (company number 01234567), called “you”
Bank Fell Provincial Bank plc, called “we”
Guarantor Bramble Farms LLP
Facility Term loan facility of £6,400,000
Margin 3.15 per cent. per annum over Bank Rate
Term 48 months from the First Drawdown Date
Non-utilisation fee 1.25 per cent. per annum of the undrawn Facility

CONDITIONS

1. WHAT THE WORDS MEAN
1.1 First Drawdown Date means the day on which we first lend you money.
1.2 Last Payment Date means the day that falls 48 months after the First Drawdown Date.

2. THE FACILITY
2.1 We agree to lend you up to £6,400,000 as a term loan facility.

3. REPAYMENT
3.1 You repay the Loan in equal monthly instalments, the last on the Last Payment Date.

4. LAW
English law governs this agreement.
"""


def test_what_stands_behind_a_label_is_read(tmp_path: Path) -> None:
    found = values(extracted(tmp_path, PARTICULARS))
    assert found["borrower"] == "Bramble Dairies Limited"
    assert found["guarantors"] == ["Bramble Farms LLP"]
    assert found["margin"] == "3.15 per cent. per annum"
    assert found["tenor"] == "48 months"
    assert found["facility_amount"] == {"amount": 6400000, "currency": "GBP"}


@pytest.mark.parametrize("term", ["Settlement Day", "Redemption Date", "Outside Date"])
def test_a_maturity_of_any_name_is_found_by_its_use(term: str, tmp_path: Path) -> None:
    assert values(extracted(tmp_path, LOAN.replace("Final Maturity Date", term)))["maturity_date"] == "2031-05-04"


@pytest.mark.parametrize("term", ["Uplift", "Credit Element", "Turn"])
def test_a_margin_of_any_name_is_found_by_its_use(term: str, tmp_path: Path) -> None:
    assert values(extracted(tmp_path, LOAN.replace("Margin", term)))["margin"] == "2.35 per cent. per annum"


@pytest.mark.parametrize(
    ("title", "first", "kind"),
    [
        ("CONSTRUCTION LOAN AGREEMENT", "THIS CONSTRUCTION LOAN AGREEMENT dated 26 January 2026, is made", "agreement"),
        ("LOAN AGREEMENT", "This Loan Agreement dated as of 26 January 2026 is made", "agreement"),
        ("SECOND AMENDMENT TO LOAN AGREEMENT", "The Loan Agreement dated 3 May 2024 is hereby amended", "amendment"),
    ],
)
def test_an_agreement_that_names_its_own_date_amends_nothing(title: str, first: str, kind: str, tmp_path: Path) -> None:
    paper = f"""{title}

{first} between Orchard Mills Limited ("Borrower") and Combe Bank plc ("Lender").

LOAN. The Lender agrees to lend the Borrower a term loan of GBP 9,000,000.

REPAYMENT. The loan is repaid on 1 March 2030. The definition of "Completion Date" is hereby amended.
"""
    assert extracted(tmp_path, paper)["document_kind"] == kind


@pytest.mark.parametrize(
    "clause",
    [
        "any event or circumstance occurs which is reasonably likely to have a Material Adverse Effect.",
        "something happens which in the opinion of the Lenders has, or is likely to have, a Material Adverse Effect.",
        "a material adverse change occurs in the financial condition of the Borrower.",
        "an event occurs that, in our view, is likely to have a serious adverse effect on your business.",
    ],
)
def test_a_change_that_is_a_default_by_itself_is_a_mac_clause(clause: str, tmp_path: Path) -> None:
    assert values(extracted(tmp_path, _with_default(clause)))["mac_clause"] == "Y"


@pytest.mark.parametrize(
    "clause",
    [
        "a judgment is not paid and that could reasonably be expected to have a Material Adverse Effect.",
        "the Borrower breaks a law where the failure would be likely to have a Material Adverse Effect.",
    ],
)
def test_a_default_that_is_only_measured_by_a_change_is_none(clause: str, tmp_path: Path) -> None:
    assert values(extracted(tmp_path, _with_default(clause)))["mac_clause"] == "N"


def _with_default(clause: str) -> str:
    return f"""FACILITY AGREEMENT dated 4 May 2026

1. THE FACILITY
1.1 The Lender lends the Borrower a term loan facility of GBP 9,000,000.

2. EVENTS OF DEFAULT
Each of the following is an Event of Default:
(a) the Borrower does not pay on time;
(b) the Borrower is insolvent; or
(c) {clause}

3. GOVERNING LAW
English law governs this Agreement.
"""


def test_instalments_are_read_from_the_table_that_the_clause_refers_to(tmp_path: Path) -> None:
    paper = """FACILITY AGREEMENT dated 4 May 2026

1. THE FACILITY
1.1 The Lender lends the Borrower a term loan facility of EUR 9,000,000.

2. REPAYMENT
2.1 The Borrower repays the Loan in instalments on the dates, and in the amounts, set out in Schedule 1.

3. GOVERNING LAW
English law governs this Agreement.

SCHEDULE 1
INSTALMENTS
Repayment Date Instalment
30 June 2027 EUR 2,000,000
30 June 2028 EUR 3,000,000
30 June 2029 EUR 4,000,000
"""
    found = values(extracted(tmp_path, paper))["repayment_schedule"]
    assert found["class"] == "amortising.table"
    assert [row["date"] for row in found["rows"]] == ["2027-06-30", "2028-06-30", "2029-06-30"]


INSTALMENTS = """4. REPAYMENT

4.1 The Borrower shall repay the Loan on the dates and in the amounts below:

30 June 2027 GBP 3,000,000
30 June 2028 GBP 4,000,000
30 June 2029 GBP 6,000,000
Final Maturity Date GBP 60,000,000

"""


def _with_instalments(ends: str) -> str:
    paper = LOAN[: LOAN.index("4. REPAYMENT")] + INSTALMENTS + LOAN[LOAN.index("5. INTEREST") :]
    return paper.replace("means 4 May 2031.", f"means {ends}.")


def test_a_last_instalment_on_a_day_that_cannot_be_determined_has_no_row(tmp_path: Path) -> None:
    ends = "the date falling 60 months after the Delivery Date"
    answer = extracted(tmp_path, _with_instalments(ends))["fields"]["repayment_schedule"]
    assert answer["status"] == "undeterminable"
    assert [row["date"] for row in answer["value"]["rows"]] == ["2027-06-30", "2028-06-30", "2029-06-30"]
    assert any("GBP 60,000,000" in place["quote"] for place in answer["provenance"])


@pytest.mark.parametrize("ends", ["4 May 2031", "the date falling 60 months after the date of this Agreement"])
def test_a_last_instalment_on_a_defined_day_has_its_row(ends: str, tmp_path: Path) -> None:
    answer = extracted(tmp_path, _with_instalments(ends))["fields"]["repayment_schedule"]
    assert answer["status"] == "extracted"
    assert answer["value"]["rows"][-1] == {"date": "2031-05-04", "amount": "GBP 60,000,000"}


def test_a_last_instalment_on_the_day_of_the_one_before_has_its_row(tmp_path: Path) -> None:
    answer = extracted(tmp_path, _with_instalments("30 June 2029"))["fields"]["repayment_schedule"]
    assert answer["status"] == "extracted"
    assert answer["value"]["rows"][-1] == {"date": "2029-06-30", "amount": "GBP 60,000,000"}


@pytest.mark.parametrize("last", ["Final Maturity Date", "4 May 2028", "30 June 2026"])
def test_a_last_instalment_that_is_due_before_the_one_above_it_is_not_passed_over(last: str, tmp_path: Path) -> None:
    paper = _with_instalments("4 May 2028").replace("Final Maturity Date GBP", f"{last} GBP")
    answer = extracted(tmp_path, paper)["fields"]["repayment_schedule"]
    assert answer["status"] == "undeterminable"
    assert [row["date"] for row in answer["value"]["rows"]] == ["2027-06-30", "2028-06-30", "2029-06-30"]
    assert any("GBP 60,000,000" in place["quote"] for place in answer["provenance"])


def test_a_fixed_rate_is_the_reference_rate_and_there_is_no_margin(tmp_path: Path) -> None:
    start, end = LOAN.index("5. INTEREST"), LOAN.index("6.")
    fixed = "5. INTEREST\n\n5.1 The Loan shall bear interest at the rate per annum of seven percent (7%).\n\n"
    paper = (LOAN[:start] + fixed + LOAN[end:]).replace("“Margin” means 2.35 per cent. per annum.\n\n", "")
    found = values(extracted(tmp_path, paper))
    assert found["reference_rate"] == "Fixed, seven percent (7%) per annum"
    assert found.get("margin") is None


def test_the_borrower_may_have_another_name_of_its_own(tmp_path: Path) -> None:
    paper = LOAN.replace("(the “Borrower”)", "(the “Shipowner”)").replace("the Borrower", "the Shipowner")
    assert values(extracted(tmp_path, paper))["borrower"] == "ORCHARD MILLS LIMITED"


def test_a_day_that_gives_way_to_one_counted_from_an_undated_event_cannot_be_determined(tmp_path: Path) -> None:
    ends = "the earlier of 4 May 2031 or the first day which occurs eighteen months or more after the Delivery Date"
    answer = extracted(tmp_path, LOAN.replace("means 4 May 2031.", f"means {ends}."))["fields"]["maturity_date"]
    assert answer["status"] == "undeterminable"
    assert "value" not in answer
    assert ends in answer["provenance"][0]["quote"]


def test_a_loan_that_may_end_early_by_notice_still_ends_on_its_day(tmp_path: Path) -> None:
    ends = "the earlier of 4 May 2031 and the date on which the Commitments are terminated"
    found = values(extracted(tmp_path, LOAN.replace("means 4 May 2031.", f"means {ends}.")))
    assert found["maturity_date"] == "2031-05-04"


FORM = """LOAN AGREEMENT

THIS LOAN AGREEMENT dated 4 May 2026 is made between Orchard Mills, Inc. ("Borrower") and Combe Bank ("Lender").

LOAN. The Loan shall be in an amount not to exceed the principal sum of U.S. $22,000,000.

CONDITIONS PRECEDENT. Before the first Advance these conditions must be met.

Survey. Borrower shall have furnished a survey of recent date.

Appraisal. An appraisal shall have been prepared for the property.

Zoning. Borrower shall have shown that the property is zoned for the project.

Soil Report. Lender shall have received a soil report.

Insurance. Borrower shall have delivered the policies of insurance.

DEFAULT. Each of the following is an Event of Default.

Insolvency. The dissolution of Borrower.

Adverse Change. A material adverse change occurs in Borrower's financial condition.
"""


def test_headings_in_capitals_lead_those_that_are_not(tmp_path: Path) -> None:
    found = values(extracted(tmp_path, FORM))
    assert [one.split(".")[0] for one in found["conditions_precedent"]] == [
        "Survey", "Appraisal", "Zoning", "Soil Report", "Insurance",
    ]  # fmt: skip
    assert found["mac_clause"] == "Y"
