"""Cross-references in running text, and the one switch that lets 2.05 be 2.5."""

from __future__ import annotations

import pytest

from loanproof.values.reading import Read
from loanproof.values.section.compare import relate_sections
from loanproof.values.section.find import find_sections
from loanproof.values.section.parse import parse_section
from loanproof.values.section.value import SectionId, SectionRelation
from loanproof.values.text.tokens import tokenize


def found(text: str) -> list[tuple[str, str]]:
    return [(one.span.of(text), one.candidates[0].canonical) for one in find_sections(tokenize(text))]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("subject to Clause 5.1(a) and", [("Clause 5.1(a)", "5.1(a)")]),
        ("under Section 2.05(b)(ii), the", [("Section 2.05(b)(ii)", "2.05(b)(ii)")]),
        ("paragraph (b) of Clause 7 (Fees)", [("paragraph (b) of Clause 7", "7(b)")]),
        (
            "Sections 2.05, 2.06(b) and 2.07 apply",
            [("Sections 2.05", "2.05"), ("2.06(b)", "2.06(b)"), ("2.07", "2.07")],
        ),
        ("Section 3 and 4.5 per cent.", [("Section 3", "3")]),
        ("Section 409A of the Code and Section 7 of the Bankruptcy Act", []),
        ("Section 5 of the Credit Agreement", [("Section 5", "5")]),
        ("in part, on schedule, as an exhibit, by article", []),
        ("Part II of Schedule 1", [("Part II of Schedule 1", "sched.1/pt.2")]),
        (
            "the definition of “Change of Control” in Clause 1.1",
            [("definition of “Change of Control” in Clause 1.1", "1.1#change of control")],
        ),
        ("Clause 5.1\n(a) The Borrower shall", [("Clause 5.1", "5.1")]),
        ("ARTICLE 1\nDEFINITIONS\nSection 1.01 Terms", [("ARTICLE 1", "1"), ("Section 1.01", "1.01")]),
        ("a margin of 2.25% and 500,000 on page 14", []),
    ],
)
def test_cross_references_are_found_with_their_words(text: str, sections: list[tuple[str, str]]) -> None:
    assert found(text) == sections


@pytest.mark.parametrize(("one_numbering", "relation"), [(False, SectionRelation.OTHER), (True, SectionRelation.SAME)])
def test_leading_zeros_matter_unless_the_index_uses_one_numbering(
    one_numbering: bool, relation: SectionRelation
) -> None:
    place, cited = parse_section("Section 2.05"), parse_section("Section 2.5")
    assert isinstance(place, Read)
    assert isinstance(cited, Read)
    assert relate_sections(place.value, cited.value, one_numbering=one_numbering) is relation


@pytest.mark.parametrize(
    ("canonical", "path"),
    [
        ("5.1(a)(ii)", ("5", ".1", "(a)", "(ii)")),
        ("2.05", ("2", ".05")),
        ("sched.1/pt.2/para.3(b)", ("sched.1", "/pt.2", "/para.3", "(b)")),
        ("sched.7.08/para.8", ("sched.7.08", "/para.8")),
        ("exh.H/para.1.2#term loan", ("exh.H", "/para.1.2", "#term loan")),
        ("1.1#change of control(i)", ("1", ".1", "#change of control", "(i)")),
        ("parties(4)", ("parties", "(4)")),
        ("para.9.1(a)", ("para.9", ".1", "(a)")),
        ("cover", ("cover",)),
        ("head:notices (a) and others", ("head:notices (a) and others",)),
    ],
)
def test_an_id_of_a_document_is_taken_apart_without_being_read_again(canonical: str, path: tuple[str, ...]) -> None:
    assert SectionId.of_canonical(canonical).path == path
    assert SectionId.of_canonical(canonical).canonical == canonical
