"""Paragraphs: the stretches in which words must be together, also where a file has no blank line."""

from __future__ import annotations

from itertools import pairwise

from loanproof.values import CONDITION_KIND, NO_CONTEXT, Mentions, Strictness, parts_of
from loanproof.values.text.passages import paragraphs


def test_blank_lines_and_page_breaks_part_paragraphs() -> None:
    text = "one\ntwo\n\nthree\fone more"
    assert [span.of(text) for span in paragraphs(text)] == ["one\ntwo", "three", "one more"]


def test_a_long_stretch_comes_in_pieces_that_overlap_and_leave_nothing_out() -> None:
    text = "word " * 3_000
    spans = list(paragraphs(text))
    assert (spans[0].start, spans[-1].end) == (0, len(text))
    assert all(len(span.of(text)) <= 4_000 for span in spans)
    assert all(later.start < earlier.end for earlier, later in pairwise(spans))


def test_an_item_is_found_in_a_long_file_without_blank_lines_and_scattered_words_are_not() -> None:
    filler = "The parties have agreed as follows.\n" * 2_000
    text = f"{filler}(a) a certificate as to the incumbency and specimen signatures of its officers.\n{filler}"
    mentions = Mentions.in_text(text, NO_CONTEXT)
    [held] = parts_of(CONDITION_KIND, "incumbency and specimen signatures")
    assert mentions.appears(held, Strictness.PRESENCE)
    apart = Mentions.in_text(f"incumbency\n{filler}specimen\n{filler}signatures", NO_CONTEXT)
    [scattered] = parts_of(CONDITION_KIND, "incumbency and specimen signatures of officers")
    assert not apart.appears(scattered, Strictness.PRESENCE)
