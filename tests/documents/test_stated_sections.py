"""The sections that a person stated win over those found in the text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loanproof.core import Span
from loanproof.documents.model import Document, Page, SectionKind
from loanproof.documents.sections.building import build_sections
from loanproof.documents.sections.stated_sections import (
    StatedSection,
    StatedSections,
    canonical_section,
    note_stated,
)
from loanproof.provenance.cited_sections import read_cited_sections
from loanproof.provenance.sections import SectionIndex

TEXT = "1. PURPOSE\nWorking capital.\n\f2. FEES\nNone.\n3. LAW\nEnglish law.\n\fSCHEDULE 1\nLenders\n"
PAGES = (
    Page(number=1, span=Span(0, TEXT.index("\f"))),
    Page(number=2, span=Span(TEXT.index("\f") + 1, TEXT.rindex("\f"))),
    Page(number=3, span=Span(TEXT.rindex("\f") + 1, len(TEXT))),
)


def stated(*sections: tuple[str, tuple[int, int] | None], complete: bool = False) -> Document:
    listed = tuple(StatedSection(id=id_, pages=pages) for id_, pages in sections)
    found = build_sections(TEXT, PAGES, truth=StatedSections(sections=listed, complete=complete))
    return Document(name="x.txt", digest="", paged=True, text=TEXT, pages=PAGES, sections=found)


def test_a_stated_section_that_was_found_keeps_its_exact_place() -> None:
    document = stated(("3", (2, 2)), complete=True)
    assert [section.id for section in document.sections] == ["3"]
    assert document.sections[0].span.of(TEXT).startswith("3. LAW")


def test_a_stated_section_that_was_not_found_stands_on_its_pages() -> None:
    document = stated(("4.2(b)", (1, 2)), complete=True)
    [section] = document.sections
    assert section.kind is SectionKind.CLAUSE
    assert section.span == PAGES[0].span.cover(PAGES[1].span)


def test_a_list_that_is_not_complete_adds_to_what_was_found() -> None:
    document = stated(("sched.2", (3, 3)))
    assert {section.id for section in document.sections} == {"1", "2", "3", "sched.1", "sched.2"}


def test_a_section_found_on_other_pages_than_stated_is_moved() -> None:
    document = stated(("1", (3, 3)))
    [section] = [section for section in document.sections if section.id == "1"]
    assert document.page_at(section.span.start).number == 3


def test_the_later_of_two_sections_that_cross_stands_in_the_earlier_one_and_behind_it() -> None:
    document = stated(("9", (1, 2)), ("10", (2, 3)), complete=True)
    first, shared, behind = document.sections
    assert [section.id for section in document.sections] == ["9", "10", "10"]
    assert (shared.span, shared.parent) == (PAGES[1].span, 0)
    assert (behind.span.end, behind.parent) == (PAGES[2].span.end, None)
    assert first.span.contains(shared.span)


def test_sections_that_cross_are_told() -> None:
    sections = (
        StatedSection(id="9", pages=(1, 2)),
        StatedSection(id="10", pages=(2, 3)),
        StatedSection(id="10.1", pages=(3, 3)),
    )
    told = list(note_stated(StatedSections(sections=sections), ()))
    assert told == ["The truth file puts both section 9 and section 10 on page 2."]


def test_a_section_stated_without_pages_stands_where_it_was_found_or_nowhere() -> None:
    document = stated(("3", None), ("9", None), complete=True)
    law, nowhere = document.sections
    assert law.span.of(TEXT).startswith("3. LAW")
    assert (nowhere.id, len(nowhere.span), nowhere.parent) == ("9", 0, None)
    assert all(document.section_at(at) in (law, None) for at in range(len(TEXT)))
    listed = (StatedSection(id="3"), StatedSection(id="9"))
    assert list(note_stated(StatedSections(sections=listed), document.sections)) == [
        "The truth file gives no pages for section 9, and it was not found in the text."
    ]


@pytest.mark.parametrize(
    ("cited", "match"), [("9", "unverified"), ("9(a)", "unverified"), ("3", "exact"), ("2", "not_there")]
)
def test_a_citation_of_a_section_that_stands_nowhere_is_neither_right_nor_invented(cited: str, match: str) -> None:
    document = replace(stated(("3", None), ("9", None), complete=True), sections_complete=True)
    found = SectionIndex(document).match(read_cited_sections(cited), "3", TEXT.index("English law"))
    assert found == match


def test_a_paragraph_of_a_letter_may_be_stated_by_its_number() -> None:
    text = "Dear Sirs\n\n3.1 We refer to the Facility.\n\n3.2 The fee is 1.00 per cent.\n"
    pages = (Page(number=1, span=Span(0, len(text))),)
    truth = StatedSections(sections=tuple(StatedSection(id=id_, pages=(1, 1)) for id_ in ("3.1", "3.2")), complete=True)
    first, second = build_sections(text, pages, truth=truth)
    assert (first.id, second.id) == ("para.3.1", "para.3.2")
    assert second.span.of(text).startswith("3.2 The fee")
    assert not first.span.overlaps(second.span)


def test_pages_that_do_not_exist_are_cut_to_those_that_do() -> None:
    document = stated(("7", (9, 99)), complete=True)
    assert document.sections[0].span == PAGES[2].span


def test_an_id_as_people_write_it_becomes_canonical() -> None:
    assert canonical_section("Clause 5.1 (a)") == "5.1(a)"
    assert canonical_section("Part II of Schedule 1") == "sched.1/pt.2"
