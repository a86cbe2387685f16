"""Tables of contents and defined terms, on their own."""

from __future__ import annotations

import pytest
from tests.documents.sectioned import document_of

from loanproof.core import Span
from loanproof.documents.model import Page
from loanproof.documents.sections.contents_pages import Contents, find_contents
from loanproof.documents.sections.definitions import definition_at, plain_definition_at
from loanproof.documents.sections.lines import read_lines


def contents_of(text: str) -> Contents:
    pages, at = [], 0
    for number, page in enumerate(text.split("\f"), start=1):
        pages.append(Page(number=number, span=Span(at, at + len(page))))
        at += len(page) + 1
    return find_contents(text, read_lines(text, pages))


def test_a_table_without_a_heading_is_known_by_its_rising_pages() -> None:
    rows = "".join(f"{number}. Title of clause {'.' * 9} {number * 3}\n" for number in range(1, 10))
    text = f"Facility Agreement\n{rows}THIS AGREEMENT is dated today.\n1. Title of clause\nText.\n"
    [span] = contents_of(text).spans
    assert span.of(text).startswith("1. Title of clause ...")
    assert span.of(text).endswith("27")


def test_a_table_that_runs_over_pages_is_one() -> None:
    text = (
        "CONTENTS\n1. Definitions 1\n2. Facility 4\n3. Purpose 5\n\f"
        "4. Fees 6\n5. Tax 7\nSchedule 1 Lenders 9\n\f"
        "1. DEFINITIONS\nIn this Agreement the terms have the meaning given to them.\n"
    )
    [span] = contents_of(text).spans
    assert span.of(text).endswith("Lenders 9")


def test_a_table_drawn_letter_by_letter_is_still_a_table() -> None:
    drawn = "TABLE OF CONTENTS Section 1.01 Terms 1 Section 1.02 Loans 2 Section 1.03 Fees 3".replace(" ", "")
    text = "\n".join(drawn) + "\n" + "\n".join("abc") * 5 + "\fSection 1.01 Terms\nAs used here."
    [span] = contents_of(text).spans
    assert "\f" not in span.of(text)


def test_no_paragraph_begins_inside_a_table() -> None:
    terms = "1. DEFINITIONS\n"
    text = f'{terms}CONTENTS\n{terms}{terms}SECTION 1.01. Terms. (a) Run in.\n"Margin" means 2%;'
    assert [one.id for one in document_of(text).sections] == ["1", "head:contents", "1#margin"]


def test_the_titles_of_a_table_confirm_headings() -> None:
    contents = contents_of("CONTENTS\n1. Definitions and Interpretation 1\n2. The Facility 4\n3. Purpose 5\n")
    assert contents.confirms("2", "THE FACILITY")
    assert not contents.confirms("2", "Shares of the Borrower")
    assert not contents.confirms("4", "The Facility")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"Margin" means 2 per cent.', "margin"),
        ("“Administrative Agent ” has the meaning given", "administrative agent"),
        ("“Dollars” or “$” refers to lawful money", "dollars"),
        ("“ABR”, when used in reference to a Loan, refers to", None),
        ('"364-Day Loan" (or "Loan") shall mean a loan', "364 day loan"),
        ("“Control” means\nthe power", "control"),
        ("“Agreed Currency” mean Dollars", "agreed currency"),
        ("“Indebtedness” of any Person means all debt", "indebtedness"),
        ("“Capital Lease” with respect to a Borrower, shall mean a lease", "capital lease"),
        ("“Event of Default” of any kind that is known is waived", None),
        ('"Borrower" shall pay', None),
        ('"no closing quote means', None),
        ('"" means', None),
    ],
)
def test_a_definition_is_a_quoted_term_and_a_verb_that_defines(text: str, words: str | None) -> None:
    found = definition_at(text, 0)
    assert (None if found is None else found.words) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Business Day means a day", "business day"),
        ("Date of Default has the meaning given", "date of default"),
        ("The Borrower shall pay by any means", None),
        ("means nothing", None),
    ],
)
def test_a_term_without_quotes_is_capitalised_throughout(text: str, words: str | None) -> None:
    found = plain_definition_at(text, 0)
    assert (None if found is None else found.words) == words


def test_a_list_of_clauses_ends_where_the_parties_are_named() -> None:
    text = (
        "DATED 28 MAY 2025\n\nALDER LIMITED\nas Borrower\n\f"
        "CONTENTS\n\n1.  Definitions ......... 1\n2.  The Facility ....... 3\n3.  Purpose ........... 4\n\f"
        "THIS AGREEMENT is dated 28 May 2025 and made BETWEEN:\n\n"
        '(1)   ALDER LIMITED, registered on\n      11 October 2021 in Jersey (the "Borrower"); and\n\n'
        "(2)   COBALT BANK PLC as lender.\n\nBACKGROUND\n\n(A)   The Borrower acquired the Ship on\n"
        "      11 October 2021.\n\n(B)   The Loan is for the purposes described in\n      Clause 3 (Purpose).\n\n"
        "IT IS AGREED as follows:\n\n1.   DEFINITIONS\n\nIn this Agreement words have their meaning.\n\n"
        "2.   THE FACILITY\n\nThe Lender shall lend.\n\n3.   PURPOSE\n\nThe Borrower shall refinance the Ship.\n"
    )
    document = document_of(text)
    kinds = {section.id: text[section.span.start :][:14] for section in document.sections}
    assert kinds["parties"] == "THIS AGREEMENT"
    assert kinds["recital"].startswith("BACKGROUND")
    assert {"recital.A", "recital.B", "1", "2", "3"} <= kinds.keys()
    contents = next(section for section in document.sections if section.id == "head:contents")
    assert text[contents.span.start : contents.span.end].endswith("3.  Purpose ........... 4")


def test_a_number_without_its_point_opens_a_paragraph_whose_first_line_ends_with_a_comma() -> None:
    text = (
        "1. LOAN\nThe Lender lends.\n\n2. COSTS\nThe Borrower pays them.\n\nSCHEDULE 2\nCONDITIONS\n\n"
        "1       A certificate for each Obligor signed by two directors,\n        attaching its constitution.\n\n"
        "2       An original of each Finance Document that\n        is executed.\n\f"
        "3       A copy of each lease of the site, of the works,\n        and of the plant.\n\n"
        "4       A legal opinion of counsel to the Lender,\n        in a form that it accepts.\n"
    )
    found = {section.id for section in document_of(text).sections}
    assert {f"sched.2/para.{number}" for number in (1, 2, 3, 4)} <= found


def test_a_part_with_a_letter_is_a_heading_of_its_own() -> None:
    text = (
        "1. LOAN\nThe Lender lends.\n\n2. COSTS\nNone.\n\nSCHEDULE 2\nTERMS\n\nPART A\n1. A first term.\n2. A second.\n"
    )
    assert {"sched.2/pt.A/para.1", "sched.2/pt.A/para.2"} <= {section.id for section in document_of(text).sections}
