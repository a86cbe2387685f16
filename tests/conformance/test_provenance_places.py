"""The tables of files, pages and sections: which is right, which is imprecise, and which does not exist."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.vectors import FIRST_REVISION, contract_of
from tests.rows import each_row

from loanproof.core import Span, load_yaml
from loanproof.documents import Document, Page
from loanproof.documents.sections.building import build_sections
from loanproof.provenance.blanks import stated
from loanproof.provenance.cited_sections import read_cited_sections
from loanproof.provenance.file_names import FileMatch, match_file
from loanproof.provenance.pages import PageMatch, look_up_pages
from loanproof.provenance.sections import SectionIndex, SectionMatch
from loanproof.values import NO_CONTEXT, SECTION_KIND, Read, SectionId, SectionRelation, relate_sections

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

TABLE: Any = load_yaml(Path(__file__).parent / "provenance_places.yaml").data
SUBMITTED: list[str] = TABLE["files"]["submitted"]


def cited_in(row: dict[str, Any]) -> str | None:
    """Return what a row cites, or nothing where that says nothing under the contract of the row."""
    return stated(row["cited"], contract_of(row.get("standard", FIRST_REVISION)).absence)


@pytest.mark.parametrize("row", TABLE["files"]["rows"], ids=lambda row: str(row["why"]))
def test_a_cited_file_is_matched_with_the_submitted_ones(row: dict[str, Any]) -> None:
    found = match_file(cited_in(row), SUBMITTED)
    assert found.match == row["match"]
    if row["file"] is not None:
        assert found.files == (row["file"],)


def test_an_encoded_space_is_a_space() -> None:
    assert match_file("fee%20letter.pdf", ["fee letter.pdf"]).match is FileMatch.EXACT


def test_a_stem_that_begins_two_names_names_neither() -> None:
    found = match_file("acme", ["acme-facility.pdf", "acme-fees.pdf"])
    assert found.match is FileMatch.NOT_SUBMITTED


def test_a_name_without_extension_may_mean_either_of_two_files() -> None:
    found = match_file("acme", ["acme.pdf", "acme.docx"])
    assert (found.match, found.files) == (FileMatch.ABBREVIATED, ("acme.pdf", "acme.docx"))


def test_a_missing_name_may_mean_any_file() -> None:
    assert match_file(None, SUBMITTED).files == tuple(SUBMITTED)


@each_row("row", TABLE["pages"], ids=lambda row: f"{row['cited']!r}: {row['why']}")
def test_a_cited_page_is_matched_by_each_of_its_names(
    row: dict[str, Any], agreement: Document, contract: EvalStandard
) -> None:
    cited = look_up_pages(cited_in(row), agreement, contract)
    assert cited.match(int(page) for page in row["on"]) == row["match"]


def test_a_document_without_pages_needs_none(fee_letter: Document, contract: EvalStandard) -> None:
    assert look_up_pages("99", fee_letter, contract).match([1]) is PageMatch.NOT_NEEDED
    assert look_up_pages(None, fee_letter, contract).match([1]) is PageMatch.NOT_NEEDED


@each_row("row", TABLE["sections"], ids=lambda row: f"{row['cited']!r}: {row['why']}")
def test_a_cited_section_is_matched_with_the_place(row: dict[str, Any], agreement: Document) -> None:
    index = SectionIndex(replace(agreement, sections_complete=row["complete"] == "true"))
    place = next(section for section in agreement.sections if section.id == row["at"])
    assert index.match(read_cited_sections(cited_in(row)), place.id, place.span.start) == row["match"]


DEFINED_IN_PASSING = """1. DEFINITIONS
1.1 Definitions
“Margin” means 2.25 per cent. per annum.
“Month” means a calendar month.
2. UNDERTAKINGS
2.1 General
The Borrower shall keep its books.
2.2 Continuing obligations
(a) “Effective Window” means the time that begins on the earlier of:
(i) the first Utilisation Date; and
(ii) the last day of the Availability Period.
(b) The Borrower shall insure its assets.
"""


@pytest.mark.parametrize(
    ("words", "cited", "match"),
    [
        ("the time that begins", "Clause 2.2(a)", "exact"),
        ("the time that begins", 'definition of "Effective Window" in Clause 2.2', "exact"),
        ("the time that begins", "2.2", "coarse"),
        ("the time that begins", "2.2(b)", "other"),
        ("the time that begins", "2.1", "other"),
        ("first Utilisation Date", "2.2(a)(i)", "exact"),
        ("first Utilisation Date", "2.2(a)", "coarse"),
        ("first Utilisation Date", "2.2(a)(ii)", "other"),
        ("(a) “Effective", 'definition of "Effective Window" in Clause 2.2', "finer"),
        ("(a) “Effective", 'definition of "Margin" in Clause 1.1', "other"),
        ("insure its assets", "2.2(b)", "exact"),
        ("insure its assets", 'definition of "Effective Window" in Clause 2.2', "other"),
        ("2.25 per cent", 'definition of "Margin" in Clause 1.1', "exact"),
        ("2.25 per cent", 'definition of "Month" in Clause 1.1', "other"),
    ],
)
def test_a_definition_in_a_paragraph_is_cited_by_either(words: str, cited: str, match: str) -> None:
    document = replace(a_document(DEFINED_IN_PASSING), sections_complete=True)
    assert match_at(document, words, cited) == match


def _clauses(count: int, schedule: bool) -> str:
    unit = "SCHEDULE 1\nTHE RESTATED AGREEMENT\n" if schedule else ""
    return unit + "".join(
        f"{at}. TITLE {'ABCDEFGHIJKLMNOP'[at]}\n{at}.1 Words of number {at}.\n" for at in range(1, count)
    )


@pytest.mark.parametrize(
    ("own", "inner", "cited", "match"),
    [
        (4, 14, "Clause 12.1", "exact"),
        (4, 14, "Schedule 1, Clause 12.1", "exact"),
        (4, 14, "Clause 12", "coarse"),
        (4, 14, "Clause 11.1", "other"),  # the agreement in the schedule has this clause too
        (14, 13, "Schedule 1, paragraph 12.1", "exact"),
        (14, 13, "Clause 12.1", "other"),
    ],
)
def test_a_clause_of_an_agreement_that_is_bound_in_is_cited_by_its_own_number(
    own: int, inner: int, cited: str, match: str
) -> None:
    text = _clauses(own, schedule=False) + _clauses(inner, schedule=True)
    document = a_document(text)
    offset = text.rindex("Words of number 12")
    index = SectionIndex(document, described_places=True)
    place = document.section_at(offset)
    assert place is not None
    assert index.match(read_cited_sections(cited, described=True), place.id, offset) == match


RESTATED = """1. RESTATEMENT
1.1 The Original Agreement is restated as set out in Schedule 2.
2. LAW
2.1 This Agreement is governed by English law.
SCHEDULE 1
CONDITIONS
(a) A board resolution.
(b) A legal opinion.
SCHEDULE 2
AMENDED AND RESTATED FACILITY AGREEMENT
1. DEFINITIONS
1.1 Definitions
“Margin” means 2.60 per cent. per annum.
2. THE FACILITY
2.1 The Lenders make available a revolving facility.
"""
LETTER = """Harbour Bank Limited

To,
Acme Mills Private Limited

Dear Sirs,

1. Amount
We offer you a loan of INR 5 crore.

2. Security
The land at Nagpur is charged.

3. Costs
All costs are yours, the fees of the valuer too.

II. Further Terms
Interest is paid monthly.
"""


@pytest.mark.parametrize(
    ("text", "words", "cited", "match"),
    [
        (RESTATED, "2.60", "Schedule 2", "coarse"),
        (RESTATED, "2.60", "Clause 1.1", "coarse"),
        (RESTATED, "2.60", "Schedule 2, Clause 1.1", "coarse"),
        (RESTATED, "2.60", 'Schedule 2, definition of "Margin"', "coarse"),
        (RESTATED, "revolving", "paragraph 2.1 of Schedule 2", "coarse"),
        (RESTATED, "revolving", "paragraph 1.1 of Schedule 2", "other"),
        (RESTATED, "revolving", "Schedule 1", "other"),
        (RESTATED, "English law", "Schedule 2", "other"),
        (LETTER, "Acme Mills", "Addressee", "exact"),
        (LETTER, "Acme Mills", "To", "exact"),
        (LETTER, "INR 5 crore", "Addressee", "unresolved"),
        (LETTER, "paid monthly", "II. Further Terms", "coarse"),
        (LETTER, "INR 5 crore", "II. Further Terms", "unresolved"),
        (LETTER, "paid monthly", "III. Other Terms", "unresolved"),
        (LETTER, "valuer", "Costs", "coarse"),
        (LETTER, "valuer", "Security", "other"),
    ],
)
def test_a_place_is_cited_by_what_stands_around_it(text: str, words: str, cited: str, match: str) -> None:
    assert match_at(a_document(text), words, cited) == match


@pytest.mark.parametrize("cited", ["(i)", "i", "[i]", "- i -", "p. i", "A-9", "page A-9"])
def test_a_page_is_found_by_each_folio_printed_on_it_with_the_signs_around_it(
    cited: str, agreement: Document, contract: EvalStandard
) -> None:
    pages = (replace(agreement.pages[0], printed="i", also_printed=("A-9",)), *agreement.pages[1:])
    assert look_up_pages(cited, replace(agreement, pages=pages), contract).match([1]) is PageMatch.RIGHT


@pytest.mark.parametrize(
    "cited",
    ["46 (PDF page 3)", "p. 46 (PDF 3)", "46 / PDF page 3", "PDF page 3 (printed page 46)", "46 (3)", "46 = 3",
     "printed page 46, PDF page 3", "46-47 (PDF 3-4)"],
)  # fmt: skip
def test_one_page_may_be_named_twice(cited: str, agreement: Document) -> None:
    folios = {2: "3", 3: "46", 4: "47"}
    pages = tuple(replace(page, label=None, printed=folios.get(page.number)) for page in agreement.pages)
    found = look_up_pages(cited, replace(agreement, pages=pages), contract_of("1.0+r2"))
    assert found.match([3]) is PageMatch.RIGHT
    assert found.match([2]) is PageMatch.WRONG, "the page on which 3 is printed"


def test_two_pages_with_a_comma_between_are_two_pages(agreement: Document) -> None:
    pages = tuple(replace(page, label=None, printed=str(page.number - 1)) for page in agreement.pages)
    found = look_up_pages("2, 3", replace(agreement, pages=pages), contract_of("1.0+r2"))
    assert {number for number in range(1, 5) if found.match([number]) is PageMatch.RIGHT} == {2, 3, 4}


@pytest.mark.parametrize(
    ("cited", "match"),
    [("1", PageMatch.RIGHT), ("2", PageMatch.WRONG), ("99", PageMatch.WRONG), (None, PageMatch.NOT_NEEDED)],
)
def test_pages_that_marks_show_need_not_be_cited_and_are_compared_when_they_are(
    cited: str | None, match: PageMatch, agreement: Document, contract: EvalStandard
) -> None:
    document = replace(agreement, paged=False)
    revised = contract_of("1.0+r2")
    assert look_up_pages(cited, document, revised).match([1]) is match
    assert look_up_pages(cited, document, contract).match([1]) is PageMatch.NOT_NEEDED, "as revision 1 has it"


def a_document(text: str) -> Document:
    """Return a text of one page with the sections that are found in it."""
    page = Page(number=1, span=Span(0, len(text)))
    sections = build_sections(text, (page,))
    return Document(name="x.txt", digest="", paged=False, text=text, pages=(page,), sections=sections)


def match_at(document: Document, words: str, cited: str) -> SectionMatch:
    """Return how a cited section compares with the place of some words."""
    offset = document.text.index(words)
    place = document.section_at(offset)
    return SectionIndex(document).match(read_cited_sections(cited), None if place is None else place.id, offset)


def test_two_numberings_are_told_apart_where_the_document_has_both(agreement: Document) -> None:
    first = agreement.sections[-1]
    both = replace(agreement, sections=(replace(first, id="2.5"), replace(first, id="2.05")), sections_complete=True)
    assert SectionIndex(both).match(read_cited_sections("2.05"), "2.5", None) is SectionMatch.OTHER


@settings(deadline=None)  # the first example builds the indexes of the document
@given(text=st.text(max_size=80))
def test_any_text_is_a_file_a_page_and_a_section_or_is_not(
    text: str, agreement: Document, contract: EvalStandard
) -> None:
    assert match_file(text, SUBMITTED).match in FileMatch
    assert look_up_pages(text, agreement, contract).match([3]) in PageMatch
    assert SectionIndex(agreement).match(read_cited_sections(text), "5.1(a)", 0) in SectionMatch


IDS = ["1", "1.1", "1.1(a)", "1.1(a)(i)", "1.1#margin", "1.2", "2", "2.1", "2.01(b)", "para.1", "para.1.1", "para.2(a)",
       "#margin", "sched.1", "sched.1/pt.2", "recital.A", "cover"]  # fmt: skip


@settings(deadline=None)
@given(indexed=st.lists(st.sampled_from(IDS), unique=True, min_size=1), cited=st.sampled_from(IDS))
def test_a_section_is_looked_up_as_if_it_were_compared_with_every_other(
    agreement: Document, indexed: list[str], cited: str
) -> None:
    first = replace(agreement.sections[0], title=None, parent=None)
    document = replace(agreement, sections=tuple(replace(first, id=one) for one in indexed))
    known = [(one, _section(one)) for one in indexed]
    plain = {one.canonical.replace(".0", ".") for _, one in known}
    one_numbering = len(plain) == len(known)
    relations = {one: relate_sections(place, _section(cited), one_numbering=one_numbering) for one, place in known}
    index, read = SectionIndex(document), read_cited_sections(cited)
    same = [one for one, relation in relations.items() if relation is SectionRelation.SAME]
    holding = [place for one, place in known if relations[one] in (SectionRelation.SAME, SectionRelation.DESCENDANT)]
    nearest = index.nearest_id(read)
    assert [section.id for section in index.sections_of(read)] == same
    assert (nearest is None) == (not holding)
    if nearest is not None:
        assert len(_section(nearest).path) == max(len(place.path) for place in holding)


def _section(written: str) -> SectionId:
    reading = SECTION_KIND.parse(written, NO_CONTEXT)
    assert isinstance(reading, Read)
    return reading.value
