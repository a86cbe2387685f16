"""Places before the first clause (C-18) and places that are described (C-34), checked against small documents."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.documents.sectioned import document_of
from tests.rows import each_row

from loanproof.provenance.cited_sections import read_cited_sections
from loanproof.provenance.sections import SectionIndex, SectionMatch
from loanproof.provenance.written_headings import is_under_heading

AGREEMENT = """FACILITY AGREEMENT
of Alder Limited

THIS AGREEMENT is dated 1 June 2025 and made between ALDER LIMITED (the "Borrower") and COBALT BANK PLC.

BACKGROUND
(A) The Borrower builds ships.
(B) The Lender lends.

IT IS AGREED as follows:

SECTION 1
INTERPRETATION

1. DEFINITIONS
1.1 Definitions
In this Agreement:
"Margin" means:
(a) for Facility A, 2.25 per cent. per annum; and
(b) for Facility B, 2.75 per cent. per annum.
"Month" means a calendar month.

SECTION 2
THE FACILITY

2. THE FACILITY
The Lender makes available a term loan of USD 5,000,000.

3. INTEREST RATES
The rate is the aggregate of the Margin and SOFR.

4. REPORTS
The Borrower shall report as follows: its duty to deliver (a) accounts ends within 90 days; its duty to deliver
(b) a budget ends at the next test date, subject to paragraph (a) above.

IN WITNESS WHEREOF the parties have signed this Agreement.
By: A. Person

SCHEDULE 1
THE LENDERS
Cobalt Bank plc has a Commitment of USD 5,000,000.
"""
FRONT, RECITAL, TERM, AMOUNT = "ALDER LIMITED (the", "builds ships", "for Facility A", "a term loan"
RATE, ACCOUNTS, SIGNED, LENDERS = "the aggregate", "within 90 days", "By: A. Person", "has a Commitment"


def match(cited: str | None, words: str, *, complete: bool = True, revision: int = 2) -> SectionMatch:
    """Return how a cited section compares with some words of the agreement, under a revision of the rulings."""
    document = replace(document_of(AGREEMENT), sections_complete=complete)
    offset = AGREEMENT.index(words)
    place = document.section_at(offset)
    index = SectionIndex(document, front_matter=revision == 2, described_places=revision == 2)
    read = read_cited_sections(cited, described=revision == 2)
    return index.match(read, None if place is None else place.id, offset)


@pytest.mark.parametrize("words", [FRONT, RECITAL, "of Alder Limited"])
@pytest.mark.parametrize(
    "cited",
    ["Cover page", "Parties", "Preamble", "Recitals", "Background", "Introductory statement", "Opening paragraph"],
)
def test_what_stands_before_the_first_clause_has_many_names(cited: str, words: str) -> None:
    assert match(cited, words) is SectionMatch.EXACT


def test_what_stands_before_the_first_clause_needs_no_section() -> None:
    assert match(None, FRONT) is SectionMatch.NOT_NEEDED
    assert match(None, FRONT, revision=1) is SectionMatch.MISSING
    assert match(None, AMOUNT) is SectionMatch.MISSING


def test_a_recital_that_is_named_by_its_letter_is_that_one() -> None:
    assert match("Recital (A)", RECITAL) is SectionMatch.EXACT
    assert match("Recital (B)", RECITAL) is SectionMatch.OTHER
    assert match("Recital (C)", RECITAL) is SectionMatch.NOT_THERE


def test_a_text_without_clauses_has_no_front() -> None:
    text = "THIS AGREEMENT is dated 1 June 2025 and made between Alder and Cobalt, who lends USD 5,000,000.\n"
    index = SectionIndex(document_of(text), front_matter=True)
    assert index.match(read_cited_sections(None), "parties", text.index("USD")) is SectionMatch.MISSING


@each_row(
    ("cited", "words", "wanted"),
    [
        ('Definition of "Margin"', TERM, SectionMatch.COARSE),
        ("the definition of Margin", TERM, SectionMatch.COARSE),
        ('Definition of "Margin"', RATE, SectionMatch.OTHER),
        ('Definition of "Maturity"', TERM, SectionMatch.UNRESOLVED),
        ('Definition of "Month"', TERM, SectionMatch.OTHER),
        ('paragraph (a) of the definition of "Margin"', TERM, SectionMatch.COARSE),
        ('Definition of "Margin", paragraph (b)', TERM, SectionMatch.OTHER),
        ('Clause 1.1, definition of "Margin", paragraph (a)', TERM, SectionMatch.EXACT),
        ("Interest Rates", RATE, SectionMatch.COARSE),
        ("Interest", RATE, SectionMatch.COARSE),
        ("Interest", AMOUNT, SectionMatch.UNRESOLVED),
        ("Repayment", AMOUNT, SectionMatch.UNRESOLVED),
        ("¶ 3", RATE, SectionMatch.EXACT),
        ("¶ 3.2", RATE, SectionMatch.FINER),
        ("s. 3", RATE, SectionMatch.EXACT),
        ("ss. 1", RATE, SectionMatch.OTHER),
        ("¶ 9", RATE, SectionMatch.NOT_THERE),
        ("Clause 9", RATE, SectionMatch.NOT_THERE),
        ("Schedule 9", LENDERS, SectionMatch.NOT_THERE),
        ("Main body", AMOUNT, SectionMatch.COARSE),
        ("Body of the Agreement", TERM, SectionMatch.COARSE),
        ("Main body", LENDERS, SectionMatch.UNRESOLVED),
        ("Main body", FRONT, SectionMatch.UNRESOLVED),
        ("Signature page", SIGNED, SectionMatch.EXACT),
        ("Signature page", AMOUNT, SectionMatch.OTHER),
        ("Opening paragraph", AMOUNT, SectionMatch.UNRESOLVED),
    ],
)
def test_a_description_leads_to_its_place_or_is_unresolved_and_only_an_identifier_is_invented(
    cited: str, words: str, wanted: SectionMatch
) -> None:
    assert match(cited, words) is wanted


@pytest.mark.parametrize("cited", ['Definition of "Maturity"', "Repayment", "¶ 3", "Main body", "Opening paragraph"])
def test_revision_1_calls_a_description_that_a_complete_index_lacks_invented(cited: str) -> None:
    assert match(cited, AMOUNT, revision=1) is SectionMatch.NOT_THERE


def test_section_2_may_be_the_group_of_clauses_or_the_clause_and_clause_2_only_the_clause() -> None:
    assert match("Section 2", RATE) is SectionMatch.COARSE
    assert match("Section 2", AMOUNT) is SectionMatch.EXACT
    assert match("Clause 2", RATE) is SectionMatch.OTHER
    assert match("Section 1", RATE) is SectionMatch.OTHER


def test_numbers_in_brackets_and_numerals_meet_the_index() -> None:
    text = (
        "I. LOAN\n\nI.1 Sum. It is lent.\n\nII. FEES\n\nII.1 Fee. It is paid.\n\nIII. LAW\n\nIII.1 Law. It applies.\n"
    )
    document = replace(document_of(text), sections_complete=True)
    index, offset = SectionIndex(document), text.index("It is paid")
    cited = ("II.1", "Section II.1", "Article II", "I.1", "IV.1")
    assert [index.match(read_cited_sections(one), "2.1", offset).value for one in cited] == [
        *("exact", "exact", "coarse", "other", "not_there"),
    ]
    text = "(1) LOAN. It is lent.\n\n(2) FEES. A fee is paid.\n\n(3) LAW. English law applies.\n"
    document = replace(document_of(text), sections_complete=True)
    index, offset = SectionIndex(document), text.index("A fee")
    assert [index.match(read_cited_sections(one), "2", offset).value for one in ("(2)", "Section 2", "(1)", "(4)")] == [
        *("exact", "exact", "other", "not_there"),
    ]


def test_paragraphs_that_the_index_lacks_are_told_apart_by_their_letters_in_the_text() -> None:
    assert match("Clause 4", ACCOUNTS) is SectionMatch.EXACT
    assert match("Clause 4(a)", ACCOUNTS) is SectionMatch.FINER
    assert match("Clause 4(b)", ACCOUNTS) is SectionMatch.OTHER
    assert match("Clause 4(b)", "next test date") is SectionMatch.FINER
    assert match("Clause 4(b)", "shall report") is SectionMatch.FINER  # the words that lead to the list
    assert match("Clause 4(b)", ACCOUNTS, revision=1) is SectionMatch.FINER


def test_nothing_is_verified_on_a_tree_that_looks_wrong() -> None:
    clauses = AGREEMENT[AGREEMENT.index("1. DEFINITIONS") : AGREEMENT.index("IN WITNESS")].replace("SECTION 2\n", "")
    document = document_of(clauses + clauses)
    place = document.section_at(clauses.index(RATE))
    assert place is not None
    for described, wanted in ((True, SectionMatch.UNVERIFIED), (False, SectionMatch.EXACT)):
        index = SectionIndex(document, described_places=described)
        assert index.match(read_cited_sections("Clause 3"), place.id, clauses.index(RATE)) is wanted


@pytest.mark.parametrize("before", ["", "Cover\n", "Page 1 of 9\f"])
def test_a_heading_without_a_number_holds_what_is_below_it_also_at_the_top_of_a_page(before: str) -> None:
    text = f"{before}Details\n\nTerm   sixty months\n"
    assert is_under_heading(text, "details", text.index("sixty"))
    assert not is_under_heading(text, "term sheet", text.index("sixty"))


FEES = [
    "Section 2.06. Fees. (a) The Borrower shall pay a facility fee. (b) The Borrower shall pay an agency fee.",
    "Section 2.06. Fees.\n\n(a) The Borrower shall pay a facility fee.\n\n(b) The Borrower shall pay an agency fee.",
    "Section 2.06. Fees. (a) The Borrower shall pay, under clause (b) below,\na facility fee, and\n(b) an agency fee.",
    "Section 2.06. Fees. a) The Borrower shall pay a facility fee. b) The Borrower shall pay an agency fee.",
]


@pytest.mark.parametrize("fees", FEES, ids=["in one line", "in lines", "over lines", "half brackets"])
def test_the_text_of_one_paragraph_is_not_that_of_the_next(fees: str) -> None:
    text = (
        f"Section 2.05. Loans. The Lender shall lend.\n\n{fees}\n\nSection 2.07. Costs. The Borrower shall pay them.\n"
    )
    document = document_of(text)
    index = SectionIndex(document, described_places=True)
    for words, own, other in (("a facility fee", "2.06(a)", "2.06(b)"), ("an agency fee", "2.06(b)", "2.06(a)")):
        place = document.section_at(text.index(words))
        assert place is not None
        matches = [index.match(read_cited_sections(one), place.id, text.index(words)) for one in (own, other)]
        assert [match.is_right for match in matches] == [True, False]


def test_a_definition_in_a_paragraph_may_be_cited_for_the_words_before_it() -> None:
    text = "1. TERMS\n1.1 General\n(a) “Window” means a time.\n(b) The Borrower shall insure.\n2. LAW\nNone is named.\n"
    index = SectionIndex(document_of(text), described_places=True)
    cited = read_cited_sections('definition of "Window" in Clause 1.1')
    assert index.match(cited, "1.1(a)", text.index("(a)")) is SectionMatch.FINER


PARTS = """THIS DEED is dated 1 June 2025 and made between Alder and Cobalt.

1. LOAN
The Lender lends.

2. INTEREST
The Borrower pays interest.

3. TERM
The term is five years.

4. FEES
There are no fees.

5. LAW
This is governed by Irish law.

SCHEDULE 2
AMENDMENTS

PART A
1. The definition of Margin is deleted.
2. The fee is doubled.

PART B
3. The term is prolonged.
(a) A first limb counts.
(b) A second limb counts.
4. The law is English law.
"""


@pytest.mark.parametrize(
    ("cited", "words", "is_right"),
    [
        ("Schedule 2, paragraph 3", "is prolonged", True),  # the numbers run through both Parts
        ("Schedule 2, Part B, paragraph 3", "is prolonged", True),
        ("paragraph 3(b) of Schedule 2", "A second limb", True),
        ("Schedule 2, paragraph 4", "is prolonged", False),
        ("Schedule 2, Part A, paragraph 3", "is prolonged", False),
        ("Schedule 2, paragraph 9", "is prolonged", False),
    ],
)
def test_a_paragraph_whose_number_runs_through_all_parts_needs_no_part(
    cited: str, words: str, *, is_right: bool
) -> None:
    for is_complete in (False, True):
        document = replace(document_of(PARTS), sections_complete=is_complete)
        offset = document.text.index(words)
        index = SectionIndex(document, described_places=True)
        section = document.section_at(offset)
        assert section is not None
        assert index.match(read_cited_sections(cited), section.id, offset).is_right is is_right


def test_where_each_part_counts_anew_the_part_is_needed() -> None:
    document = document_of(PARTS.replace("3. The term", "1. The term").replace("4. The law", "2. The law"))
    offset = document.text.index("is prolonged")
    section = document.section_at(offset)
    assert section is not None
    match = SectionIndex(document, described_places=True).match(
        read_cited_sections("Schedule 2, paragraph 1"), section.id, offset
    )
    assert not match.is_right
