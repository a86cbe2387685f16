"""The sentences of provenance: places in plain words, and a page and clause in every sentence on a place."""

from __future__ import annotations

import pytest

from loanproof.documents import words_of_pages, words_of_section


@pytest.mark.parametrize(
    ("section_id", "words"),
    [
        ("5.1(a)", "section 5.1(a)"),
        ("1.1#margin", "the definition of “margin” in section 1.1"),
        ("1.1#margin(a)(ii)", "paragraph (a)(ii) of the definition of “margin” in section 1.1"),
        ("1.1#group (as consolidated)", "the definition of “group (as consolidated)” in section 1.1"),
        ("#(a)", "the definition of “(a)”"),
        ("#margin", "the definition of “margin”"),
        ("sched.1/pt.2", "Schedule 1, Part 2"),
        ("sched.2/para.3(b)", "Schedule 2, paragraph 3(b)"),
        ("exh.A", "Exhibit A"),
        ("recital.A", "Recital A"),
        ("parties", "the parties"),
        ("sig", "the signature page"),
        ("head:interest", "the heading “interest”"),
        ("head:architect s contract", "the heading “architect's contract”"),
        ("para.3", "paragraph 3"),
    ],
)
def test_a_section_is_told_as_a_person_would_write_it(section_id: str, words: str) -> None:
    assert words_of_section(section_id) == words


def test_pages_are_told_from_the_first_to_the_last() -> None:
    assert [words_of_pages(pages) for pages in ((), (5,), (5, 6), (5, 6, 7))] == [
        "",
        "page 5",
        "pages 5–6",
        "pages 5–7",
    ]
