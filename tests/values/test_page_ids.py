"""How far a range of pages reaches, and pages in running text."""

from __future__ import annotations

import pytest

from loanproof.values.page.find import find_pages
from loanproof.values.page.parse import parse_page
from loanproof.values.reading import Read
from loanproof.values.text.tokens import tokenize


@pytest.mark.parametrize(("text", "spread"), [("14", 1), ("14-15", 2), ("14-17", 4), ("i-iv", 4), ("A-1 to A-3", 3)])
def test_a_range_knows_how_many_pages_it_spans(text: str, spread: int) -> None:
    reading = parse_page(text)
    assert isinstance(reading, Read)
    assert reading.value.spread == spread


@pytest.mark.parametrize(
    ("page", "held"), [("14", True), ("15", True), ("16", True), ("13", False), ("xv", False), ("", False)]
)
def test_a_range_holds_its_ends_and_what_lies_between(page: str, held: bool) -> None:
    reading = parse_page("14-16")
    assert isinstance(reading, Read)
    assert reading.value.holds(page) is held


def test_pages_are_found_in_running_text_by_their_word() -> None:
    text = "see page 14, pp. 15-17 and p. 9; clause 3, 2.25%, page title"
    assert [one.span.of(text) for one in find_pages(tokenize(text))] == ["page 14", "pp. 15-17", "p. 9"]
