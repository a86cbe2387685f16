"""Laws that the clause tree keeps on any text, and the time it takes on hostile ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.documents.sectioned import document_of
from tests.sampling import EXAMPLES

from loanproof.core import Span
from loanproof.documents.model import Page, SectionKind
from loanproof.documents.sections.building import build_sections
from loanproof.values.reading import Read
from loanproof.values.section.parse import parse_section

PIECES = st.sampled_from(
    [
        *(
            "1. DEFINITIONS",
            "1.1 Definitions",
            "2. THE FACILITY",
            "2.1 Amount",
            "2A. More",
            "3. LAW",
            "10. Last",
            "2.05",
        ),
        *("(a) one;", "(b) two; and", "(c) three.", "(i) first", "(ii) second", "(A) Upper", "(B) Upper", "(1) one"),
        *(
            "(2) two",
            "(aa) double",
            "a) half",
            "A. half",
            "ARTICLE I",
            "ARTICLE II",
            "Article 3",
            "SECTION 1",
            "SECTION",
        ),
        *("SECTION 1.01. Terms. (a) Run in.", "SECTION 1.02. More.", "Section 2.05 of this Agreement", "SCHEDULE 1"),
        *("SCHEDULE 2", "Schedule 1.01A", "EXHIBIT A", "EXHIBIT D-1", "ANNEX I", "APPENDIX 3", "THE FIRST SCHEDULE"),
        *("Part I", "PART B", '"Margin" means 2%;', "“Rate” means (a) x and (b) y", '"A/B (C)" means z', "CONTENTS"),
        *(
            "“364-Day Loan” has the meaning",
            "1. Definitions 3",
            "2. Facility 4",
            "THIS AGREEMENT is dated",
            "WHEREAS, x",
        ),
        *("BACKGROUND", "PARTIES", "IN WITNESS WHEREOF", "SIGNATORIES", "Dear Sirs", "Interest Rate", "pursuant to"),
        *("The Borrower shall pay all sums due under this Agreement.", "and", "15 March 2031", "\f", "", "   "),
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=60).map("\n".join), st.text(max_size=400))


@given(TEXTS)
@settings(max_examples=3 * EXAMPLES, deadline=None)
def test_sections_are_in_order_inside_their_parents_and_apart_from_their_siblings(text: str) -> None:
    sections = document_of(text).sections
    ends: dict[int | None, int] = {}
    for position, section in enumerate(sections):
        assert section.span.end <= len(text)
        if position:
            assert sections[position - 1].span.start <= section.span.start
        if section.parent is not None:
            assert section.parent < position
            assert sections[section.parent].span.contains(section.span)
        assert ends.get(section.parent, 0) <= section.span.start
        ends[section.parent] = section.span.end


@given(TEXTS)
@settings(max_examples=2 * EXAMPLES, deadline=None)
def test_the_section_at_an_offset_is_the_innermost_that_holds_it(text: str) -> None:
    document = document_of(text)
    for offset in range(0, len(text), 7):
        holding = [section for section in document.sections if section.span.start <= offset < section.span.end]
        found = document.section_at(offset)
        assert (found is None) == (not holding)
        if found is not None:
            assert found.span.start == max(section.span.start for section in holding)


@given(TEXTS)
@settings(max_examples=3 * EXAMPLES, deadline=None)
def test_every_id_reads_back_as_itself(text: str) -> None:
    for section in document_of(text).sections:
        reading = parse_section(section.id)
        assert isinstance(reading, Read), section.id
        assert reading.value.canonical == section.id


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize(
    "text",
    [
        "(a)\n" * 20_000,
        "(a) " * 20_000,
        "1.\n2.\n3.\n" * 20_000,
        "1.1\n" * 20_000,
        '"A" means\n' * 20_000,
        "SCHEDULE 1\n" * 20_000,
        "x" * 500_000,
        " " * 500_000 + "\n",
        "“" * 300_000,
        "CONTENTS\n" * 20_000,
        "1. Title 3\n" * 20_000,
        "(" * 300_000 + ")" * 300_000,
        "1. A\n" + "(a) x;\n(i) x;\n(ii) x;\n(A) x;\n(B) x;\n(b) x;\n" * 4_000,
        "1. A\n(a) x;\n" + "(i) y;\n(ii) z;\n" * 10_000,
    ],
    ids=lambda text: repr(text[:10]),
)
def test_hostile_text_is_answered_with_spans_inside_it(text: str) -> None:
    sections = build_sections(text, [Page(number=1, span=Span(0, len(text)))])
    assert all(section.span.end <= len(text) for section in sections)


def test_a_running_line_is_never_a_heading() -> None:
    running = "2. Facility Agreement\n"
    text = f"1. PURPOSE\nWorking capital.\n{running}\f{running}2. FEES\nNone.\n3. LAW\nEnglish law."
    first, second = text.split("\f")
    run_one, run_two = text.index("2. Facility"), text.rindex("2. Facility")
    pages = [
        Page(number=1, span=Span(0, len(first)), running=(Span(run_one, run_one + 21),)),
        Page(number=2, span=Span(len(first) + 1, len(text)), running=(Span(run_two, run_two + 21),)),
    ]
    sections = build_sections(text, pages)
    assert [(section.id, section.title) for section in sections] == [("1", "PURPOSE"), ("2", "FEES"), ("3", "LAW")]
    assert second.startswith("2. Facility")


def test_a_text_without_structure_has_no_sections() -> None:
    assert build_sections("", []) == ()
    assert build_sections("the borrower shall repay.", [Page(number=1, span=Span(0, 25))]) == ()


def test_kinds_say_what_each_place_is() -> None:
    text = (
        "ARTICLE I\nTERMS\nSECTION 1.01. Defined Terms. As used here:\n“Margin” means 2%.\n"
        "SCHEDULE 1\nLenders\nPart A\nBanks\nX"
    )
    kinds = {section.id: section.kind for section in document_of(text).sections}
    assert kinds == {
        "1": SectionKind.ARTICLE,
        "1.01": SectionKind.CLAUSE,
        "1.01#margin": SectionKind.DEFINITION,
        "sched.1": SectionKind.SCHEDULE,
        "sched.1/pt.A": SectionKind.PART,
    }
