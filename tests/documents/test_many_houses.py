"""The clause tree on what houses do differently: lists before the body, odd numbers, titles, blanks and headings."""

from __future__ import annotations

import pytest
from tests.documents.sectioned import document_of

OPENING = "CREDIT AGREEMENT dated as of May 1, 2020, among ALDER CORP., the LENDERS and COBALT BANK, as Agent.\n\n"
AGREED = "The parties hereto agree as follows:\n\n"
BODY = """ARTICLE I
DEFINITIONS

Section 1.01. Defined Terms. As used in this Agreement, the terms have the meanings that are given to them below.

Section 1.02. Terms Generally. The words "include" and "including" shall be read without limitation.

ARTICLE II
THE LOANS

Section 2.01. Commitments. Each Lender agrees to make Loans to the Borrower that shall not exceed its Commitment.

Section 2.02. Fees. The Borrower shall pay a facility fee of 0.10% on the Commitments.

ARTICLE III
REPRESENTATIONS

Section 3.15. Subsidiaries. The subsidiaries of the Borrower are those that were disclosed to the Lenders in writing.
Schedule 3.15
sets forth the jurisdiction of each of them, and there is no other subsidiary that is not listed there.

ARTICLE IV
CONDITIONS

Section 4.01. Effective Date. This Agreement shall become effective when each condition is met.

IN WITNESS WHEREOF, the parties have signed.

SCHEDULE 1
Commitments

1. First Bank: $100,000,000
2. Second Bank: $50,000,000
"""
CLAUSES = ["1", "1.01", "1.02", "2", "2.01", "2.02", "3", "3.15", "4", "4.01"]
BEHIND = ["sig", "sched.1", "sched.1/para.1", "sched.1/para.2"]


def ids_of(text: str) -> list[str]:
    return [section.id for section in document_of(text).sections]


LISTS = {
    "the last line of a table of contents names an annex": """TABLE OF CONTENTS

ARTICLE I DEFINITIONS 1
Section 1.01. Defined Terms 1
Section 1.02. Terms Generally 12
ARTICLE II THE LOANS 14

Schedules and Exhibits

Annex I - Pricing Schedule

""",
    "a list of schedules is before the body": "SCHEDULES\n\nSchedule 1    Commitments\nExhibit A     Note\n\n",
    "each schedule of a list has its page below": """CONTENTS

Section 1.01. Defined Terms 1
Section 1.02. Terms Generally 12
Section 2.01. Commitments 14
SCHEDULE 1
The Lenders
40
SCHEDULE 2
Conditions Precedent
41

""",
    "the contents have neither heading nor pages": """ARTICLE I
Definitions
Section 1.01. Defined Terms
Section 1.02. Terms Generally
ARTICLE II
The Loans
Section 2.01. Commitments
Section 10.22. Patriot Act

""",
    "the cover has an address": "Cobalt Bank\n1 Ropemaker Street\nLondon\n\n25 Bank Street\nLondon\n\n",
    "nothing is before it": "",
}


@pytest.mark.parametrize("opening", [OPENING + AGREED, OPENING, AGREED], ids=["both", "parties", "agreed"])
@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
def test_nothing_before_the_opening_swallows_the_body_or_becomes_a_clause(listed: str, opening: str) -> None:
    found = ids_of("ALDER CORP.\n\n" + listed + opening + BODY)
    assert [id_ for id_ in found if id_ not in ("cover", "head:contents", "parties")] == [*CLAUSES, *BEHIND]


def test_the_preamble_does_not_lie_in_the_contents() -> None:
    text = "CREDIT AGREEMENT\n\n" + LISTS["the contents have neither heading nor pages"] + OPENING + AGREED + BODY
    document = document_of(text)
    contents, preamble = (document.section_at(text.index(words)) for words in ("Patriot Act", "COBALT BANK"))
    assert contents is not None
    assert contents.id == "head:contents"
    assert preamble is not None
    assert preamble.id == "parties"


def test_an_extract_that_is_a_schedule_keeps_its_heading() -> None:
    text = "SCHEDULE 2\nCONDITIONS PRECEDENT\n1. A copy of the board resolution.\n2. A legal opinion.\n"
    assert ids_of(text) == ["sched.2", "sched.2/para.1", "sched.2/para.2"]


def test_a_restated_agreement_keeps_the_exhibit_that_it_stands_in() -> None:
    text = (
        "EXHIBIT A\nAMENDED AND RESTATED CREDIT AGREEMENT\n\nThis Agreement is made between Alder and Cobalt.\n\n"
        "1. LOAN\nThe Lender shall lend.\n\n2. FEES\nThe Borrower shall pay a fee.\n"
    )
    found = ids_of("Notice of the Agent to all Lenders of Alder Corp.\n" * 20 + text)
    assert found[-4:] == ["exh.A", "parties", "1", "2"]


ENGLISH = """THIS AGREEMENT is dated 1 June 2025 and made between:

(1) ALDER LIMITED (the "Borrower");
(2) COBALT BANK PLC (the "Lender"); and
(3) DELTA BANK PLC (the "Agent").

IT IS AGREED as follows:

SECTION 1
INTERPRETATION

1. DEFINITIONS

1.1 Definitions
In this Agreement:
"Margin" means 2.25 per cent. per annum. "Month" means a calendar month.

SECTION 2
THE FACILITY

2. THE FACILITY
The Lender makes available a term loan.

3. PURPOSE
The Borrower shall apply the loan to its general purposes.

SECTION 3
COSTS

4. FEES
The Borrower shall pay a fee.
"""


def test_a_section_that_groups_clauses_is_not_the_clause_of_its_number() -> None:
    assert ids_of(ENGLISH) == [
        *("parties", "group.1", "1", "1.1", "1.1#margin", "1.1#month"),
        *("group.2", "2", "3", "group.3", "4"),
    ]


def test_the_parties_are_no_paragraphs_of_a_clause() -> None:
    document = document_of(ENGLISH)
    place = document.section_at(ENGLISH.index("DELTA BANK"))
    assert place is not None
    assert place.id == "parties"


def test_a_section_with_numbers_below_its_own_is_that_clause() -> None:
    text = (
        "SECTION 1. DEFINITIONS\n\n1.1 Terms. Words have a meaning.\n\n1.2 Times. Times are London times.\n\n"
        "SECTION 2. LOANS\n\n2.1 Amount. The Lender shall lend.\n"
    )
    assert ids_of(text) == ["1", "1.1", "1.2", "2", "2.1"]


def test_titles_behind_numbers_in_brackets_are_clauses() -> None:
    text = (
        "LOAN AGREEMENT dated as of 3 March 2021 between:\n\n(1) Alder Pte. Ltd., a company of Singapore; and\n\n"
        "(2) Cobalt Bank N.A., a bank.\n\n(1) LOAN. The Lender shall lend USD 5,000,000.\n\n"
        "(2) INTEREST. The Loan shall bear interest:\n(a) payable monthly; and\n(b) at 5.00% per annum.\n\n"
        "(3) REPAYMENT. The Borrower shall repay the Loan on 3 March 2026.\n"
    )
    assert ids_of(text) == ["parties", "1", "2", "2(a)", "2(b)", "3"]


def test_roman_numerals_are_the_articles_of_the_numbers_below_them() -> None:
    text = (
        "This Loan Agreement is made on 3 March 2021 between Alder and Cobalt.\n\nI. DEFINITIONS\n\n"
        "I.1 Margin. The Margin is 2.00% per annum.\n\nII. THE LOAN\n\nII.1 Amount. The Lender shall lend.\n\n"
        "II.2 Interest. The Loan shall bear interest.\n\nIII. REPAYMENT\n\nIII.1 Maturity. The Borrower shall repay.\n"
    )
    assert ids_of(text) == ["parties", "1", "1.1", "2", "2.1", "2.2", "3", "3.1"]


BLANKS = [blank for blank in map(chr, range(0x110000)) if blank.isspace() and len(f".{blank}.".splitlines()) == 1]


@pytest.mark.parametrize("blank", [*BLANKS, "\u200b", "\u2060", "\ufeff"], ids=lambda blank: f"U+{ord(blank):04X}")
def test_any_blank_may_follow_a_number(blank: str) -> None:
    text = (
        f"1.{blank}DEFINITIONS\n1.1{blank}Definitions\nWords have a meaning.\n2.{blank}FEES\n2.1{blank}Fee\n"
        f"The Borrower shall pay:\n(a){blank}a fee; and\n(b){blank}its costs.\n"
    )
    assert ids_of(text) == ["1", "1.1", "2", "2.1", "2.1(a)", "2.1(b)"]


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Withholding of U.S. Federal Tax. The Borrower shall pay.", "Withholding of U.S. Federal Tax"),
        ("Taxes in the U.S. The Borrower shall pay them.", "Taxes in the U.S"),
        ("Duties of Mr. Alder. He shall report.", "Duties of Mr. Alder"),
        ("Loans Under Rev. Proc. 2020-1. They are made.", "Loans Under Rev. Proc. 2020-1"),
        ("Notices, Etc. All notices shall be in writing.", "Notices, Etc"),
        ("Assignments and\nParticipations. Each Lender may assign.", "Assignments and Participations"),
        ("Definitions\nIn this Agreement words have a meaning.", "Definitions"),
        ("The Facility\nThe Lender makes it available.", "The Facility"),
        ("REPRESENTATIONS AND\nWARRANTIES\nThe Borrower represents.", "REPRESENTATIONS AND WARRANTIES"),
        ("\nThe Loans\nEach Lender shall lend.", "The Loans"),
    ],
)
def test_a_title_is_whole(heading: str, title: str) -> None:
    first, _ = document_of(f"Section 1.01 {heading}\n\nSection 1.02 Costs. They are paid.\n").sections
    assert first.title == title


def test_a_heading_without_a_number_may_run_over_two_lines() -> None:
    text = (
        "COMPLETION OF THE WORKS AND\nTHE PROJECT. The Borrower shall complete it.\n\nLAW. The law is that of Texas.\n"
    )
    assert ids_of(text) == ["head:completion of the works and the project", "head:law"]


def test_a_term_that_is_amended_is_not_defined() -> None:
    text = 'The section entitled\n"Financial Statements" is hereby amended and restated as follows:\n'
    assert not [id_ for id_ in ids_of(text) if "#" in id_]


def test_a_numeral_below_a_letter_is_not_a_letter_two_further_on() -> None:
    letters = "\n\n".join(f"({letter}) a document;" for letter in "abcdef")
    text = (
        f"Section 4.01. Conditions. The Agent shall receive:\n\n{letters}\n\n(g) a certificate that\n\n"
        "(i) no Default exists; and (ii) all is true;\n\n"
        "(h) an opinion; and\n\n(i) a fee.\n\nSection 4.02. Costs. None.\n"
    )
    assert ids_of(text)[7:] == ["4.01(g)", "4.01(g)(i)", "4.01(g)(ii)", "4.01(h)", "4.01(i)", "4.02"]


@pytest.mark.parametrize(
    ("before", "below"),
    [(":", ["4.01(h)(i)", "4.01(h)(ii)"]), (",", [])],
    ids=["a list below (h)", "a sentence that goes on, so that no list is certain"],
)
def test_a_numeral_behind_h_is_the_next_letter_only_if_letters_go_on(before: str, below: list[str]) -> None:
    letters = "\n".join(f"({letter}) a document;" for letter in "abcdefg")
    text = (
        f"Section 4.01. Conditions. The Agent shall receive:\n{letters}\n(h) a certificate, that is to say{before}\n"
        "(i) that no Default exists; and\n(ii) that all is true;\n"
    )
    behind = "Section 4.02. Costs. None.\n"
    assert ids_of(text + behind)[8:] == ["4.01(h)", *below, "4.02"]
    assert ids_of(f"{text}(i) a fee; and\n(j) a note.\n{behind}")[8:] == [
        "4.01(h)", *below, "4.01(i)", "4.01(j)", "4.02"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("behind_h", "found"),
    [
        ("the right (i) to assign, (ii) to charge and (iii) to sell.", []),
        ("costs and (i) net debt. It shall not include (i) taxes or (ii) fees.", ["4.01(i)"]),
        ("costs, (i) taxes, (j) fees and (k) net debt.", ["4.01(i)", "4.01(j)", "4.01(k)"]),
    ],
)
def test_numerals_within_the_text_of_h_are_no_letters(behind_h: str, found: list[str]) -> None:
    letters = ", ".join(f"({letter}) cash" for letter in "abcdefg")
    text = f"Section 4.01. Debt. (a) bonds, {letters[10:]}, (h) {behind_h}\n\nSection 4.02. Costs. None.\n"
    assert ids_of(text)[8:] == ["4.01(h)", *found, "4.02"]


def test_no_list_stands_three_times_inside_itself() -> None:
    steps = "\n\n".join(f"(a) one;\n\n(b) two, by the {word}:" for word in ("first", "second", "third", "fourth"))
    found = ids_of(f"Section 1.01. Reports. There are:\n\n{steps}\n\n(c) three.\n\nSection 1.02. Costs. None.\n")
    assert max(id_.count("(") for id_ in found) == 2


SIGNED = f"{OPENING}{AGREED}{BODY.partition('SCHEDULE 1')[0]}By: A. Person\n\n"


@pytest.mark.parametrize(
    ("heading", "id_"),
    [
        ("COMMITMENT SCHEDULE", "head:commitment schedule"),
        ("SCHEDULE OF COMMITMENTS", "head:schedule of commitments"),
        ("PRICING ANNEX", "head:pricing annex"),
        ("SCHEDULE", "head:schedule"),
        ("THE APPENDIX", "head:appendix"),
    ],
)
@pytest.mark.parametrize("before", ["", "\f"], ids=["on the page of the signatures", "on a page of its own"])
def test_a_schedule_with_a_name_and_no_number_is_no_signature_page(before: str, heading: str, id_: str) -> None:
    text = f"{SIGNED}{before}{heading}\n\nCobalt Bank $1,000\n"
    place = document_of(text).section_at(text.index("$1,000"))
    assert place is not None
    assert place.id == id_


def test_a_title_with_such_a_word_inside_the_agreement_is_no_schedule() -> None:
    text = SIGNED.replace("ARTICLE III", "SCHEDULE OF PAYMENTS\n\nMay 1   $1,000\n\nARTICLE III")
    place = document_of(text).section_at(text.index("$1,000"))
    assert place is not None
    assert place.id == "2.02"


def test_the_first_number_of_a_list_is_not_the_number_of_the_schedule_above_it() -> None:
    found = ids_of(f"{SIGNED}SCHEDULE\n\n1. First Bank lends.\n2. Second Bank lends.\n")
    assert found[-3:] == ["head:schedule", "head:schedule/para.1", "head:schedule/para.2"]
    assert ids_of(f"{SIGNED}SCHEDULE\n1\n\nLenders\n\n1. First Bank lends.\n2. Second.\n")[-3:] == BEHIND[1:]


def test_the_first_line_of_a_list_is_no_title() -> None:
    text = f"{SIGNED}SCHEDULE 1\n\nPart A\n\n1. First Bank lends.\n2. Second Bank lends.\n"
    assert [one.title for one in document_of(text).sections if one.id == "sched.1/pt.A"] == [None]


def test_schedules_without_a_sentence_are_only_listed_where_no_words_open_the_agreement() -> None:
    listed = "SCHEDULE 1\nThe Lenders\n40\nSCHEDULE 2\nConditions Precedent\n41\n\n"
    assert ids_of("ALDER CORP.\n\n" + listed + BODY) == ["cover", *CLAUSES, *BEHIND]


def test_schedules_that_are_submitted_without_their_agreement_stay_schedules() -> None:
    items = "".join(f"{number}. A copy of document {number}, which is certified.\n" for number in range(1, 7))
    text = f"SCHEDULE 1\nTHE LENDERS\nCobalt Bank plc  USD 5,000,000\n\nSCHEDULE 2\nCONDITIONS PRECEDENT\n{items}"
    assert ids_of(text)[:3] == ["sched.1", "sched.2", "sched.2/para.1"]


def test_a_reference_behind_a_numbered_list_still_interrupts_its_article() -> None:
    text = (
        "ARTICLE I\n\nSection 1.01. Terms. Words have a meaning.\n\nARTICLE II\n\n"
        "Section 2.01. Subsidiaries. There are two, listed by their size:\n\n1. Alder One.\n\n2. Alder Two.\n\n"
        "Schedule 2.01\nGives their seats.\n\nARTICLE III\n\nSection 3.01. Costs. The Borrower shall pay them.\n"
    )
    assert not [id_ for id_ in ids_of(text) if id_.startswith("sched")]


def test_a_sentence_about_a_schedule_does_not_hide_the_schedule_of_that_number() -> None:
    text = (
        "1. AMENDMENTS\n\n1.1 Schedule 1 (The Lenders)\n\nSchedule 1 to the Facility Agreement is replaced.\n\n"
        "1.2 Clause 9 (Fees)\n\nThe fee is replaced.\n\n2. LAW\n\nThis Deed is governed by English law.\n\n"
        "SCHEDULE 1\nCONDITIONS\n\n1. A legal opinion.\n\n2. A valuation.\n\nSCHEDULE 2\nTHE LENDERS\n\nAlder Bank\n"
    )
    assert ids_of(text) == ["1", "1.1", "1.2", "2", "sched.1", "sched.1/para.1", "sched.1/para.2", "sched.2"]


def test_the_number_of_a_clause_on_its_own_line_is_no_folio() -> None:
    pages = (
        "1.\nLoan. The Lender shall lend.\n- 1 -",
        "2.\nFees. The Borrower shall pay.\n- 2 -",
        "3.\nLaw. None.\n- 3 -",
    )
    text = "\f".join(pages)
    assert ids_of(text) == ["1", "2", "3"]
