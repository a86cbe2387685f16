"""A bare yes or no is the opposite of its quote only where the quote plainly answers the question the other way."""

from __future__ import annotations

from loanproof.scoring.qa.bare_answers import denied_by_quotes

PART = "A prepayment may be made in whole or in part"
PLEDGE = "The Borrower shall not grant a mortgage over the Vessel"
ROWS = [
    ("No.", "May a prepayment be made in part?", PART, True),
    ("Yes.", "May a prepayment be made in part?", PART, False),
    ("No", "Can a prepayment be made in part?", PART, True),
    ("No.", "May a prepayment be made in part?", "A prepayment may not be made in part", False),
    ("Yes.", "May a prepayment be made in part?", "A prepayment may not be made in part", True),
    ("Yes.", "May a prepayment be made in part?", "No prepayment may be made in part", True),
    ("No.", "May a prepayment be made in part?", f"{PART} only with the consent of the Lender", False),
    ("No.", "May a prepayment be made at once?", PART, False),
    ("No.", "May the Borrower prepay without notice?", "The Borrower may prepay on ten days' notice", False),
    ("No, only in whole.", "May a prepayment be made in part?", PART, False),
    ("Yes.", "Shall the Borrower grant a mortgage over the Vessel?", PLEDGE, True),
    ("No.", "Shall the Borrower grant a mortgage over the Vessel?", PLEDGE, False),
    ("No.", "Is the Vessel insured?", "The Vessel is insured against war risks", True),
    ("No.", "Is the Vessel insured?", "The Vessel is insured from the Delivery Date", False),
    ("No.", "Which Vessel is insured?", "The Vessel is insured", False),
    ("No.", "May the Borrower assign its rights?", "Each Lender may assign its rights to the Borrower", False),
    ("No.", "May the Borrower assign its rights?", "The Borrower may assign its rights", True),
    ("No.", "Is the Agent liable to the Lenders?", "The Lenders are liable to the Agent", False),
    ("Yes.", "May the Borrower prepay the Loan?", "The Borrower may not prepay the Loan in the first year", False),
    ("Yes.", "Is the Loan secured?", "The Loan is not secured by a second mortgage", False),
    ("Yes.", "Is the Loan secured?", "The Loan is not secured", True),
    ("No.", "", PART, False),
]


def test_a_bare_answer_is_denied_only_by_a_plain_sentence() -> None:
    wrong = [row for row in ROWS if (denied_by_quotes(row[0], row[1], [row[2]]) is not None) is not row[3]]
    assert wrong == []
