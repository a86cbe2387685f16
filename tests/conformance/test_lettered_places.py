"""Sections whose numbers begin with a letter are cited like others, and a letter alone invents nothing (A-10, C-34)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.documents.sectioned import document_of

from loanproof.core import Span
from loanproof.provenance.cited_sections import read_cited_sections
from loanproof.provenance.citing import sections_around
from loanproof.provenance.sections import SectionIndex, SectionMatch

LETTER = """To: Alder Limited

Dear Sirs

We offer you the loan below.

G. PREPAYMENT

The loan may be prepaid on ten days' notice.

H. FEES

H.1 The arrangement fee is GBP 40,000.

H.2 The agency fee is GBP 5,000.

I. SECURITY

I.1 You shall provide:

(a) a charge over the Property; and

(b) a guarantee of Alder Group plc.

I.2 This letter is governed by English law.
"""
DOCUMENT = replace(document_of(LETTER), sections_complete=True)


def match(cited: str, words: str) -> SectionMatch:
    offset = LETTER.index(words)
    section = DOCUMENT.section_at(offset)
    index = SectionIndex(DOCUMENT, front_matter=True, described_places=True)
    return index.match(read_cited_sections(cited, described=True), None if section is None else section.id, offset)


@pytest.mark.parametrize(
    ("cited", "words", "expected"),
    [
        ("H.1", "arrangement fee", SectionMatch.EXACT),
        ("Section H.1", "arrangement fee", SectionMatch.EXACT),
        ("paragraph H.1 (Fees)", "arrangement fee", SectionMatch.EXACT),
        ("I.1(b)", "a guarantee", SectionMatch.EXACT),
        ("paragraph (b) of Section I.1", "a guarantee", SectionMatch.EXACT),
        ("I.1", "a guarantee", SectionMatch.COARSE),
        ("G", "ten days", SectionMatch.EXACT),
        ("Section I", "English law", SectionMatch.COARSE),
        ("H.2", "arrangement fee", SectionMatch.OTHER),
        ("I.2", "a guarantee", SectionMatch.OTHER),
        ("H.7", "arrangement fee", SectionMatch.NOT_THERE),
        ("K.1", "arrangement fee", SectionMatch.NOT_THERE),
        ("K", "arrangement fee", SectionMatch.UNRESOLVED),
    ],
)
def test_a_number_with_a_letter_names_its_section(cited: str, words: str, expected: SectionMatch) -> None:
    assert match(cited, words) is expected


@pytest.mark.parametrize(("words", "cited"), [("arrangement fee", "H.1"), ("a guarantee", "I.1(b)"), ("ten days", "G")])
def test_a_place_is_cited_by_the_number_with_a_letter(words: str, cited: str) -> None:
    start = LETTER.index(words)
    assert next(sections_around(DOCUMENT, Span(start, start + len(words)))) == cited


@pytest.mark.parametrize("grade", ["A1", "A-1", "B2B", "Exhibit A-1"])
def test_a_grade_or_exhibit_is_no_clause_of_the_letter(grade: str) -> None:
    assert not match(grade, "arrangement fee").is_right
