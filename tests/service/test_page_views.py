"""A page as a browser draws it: lines with the place of each letter, and the parts of them that a quote takes."""

from __future__ import annotations

import pytest

from loanproof.core import Span
from loanproof.documents import LETTER_UNITS, Letter
from loanproof.service import PageView
from loanproof.service.page_views import lines_of

WIDTH, HEIGHT = 1000, 500


def letter(left: int, top: int, right: int, bottom: int) -> Letter:
    """Return a letter from its place in the picture, in pixels."""
    across, down = LETTER_UNITS // WIDTH, LETTER_UNITS // HEIGHT
    return left * across, top * down, right * across, bottom * down


# "ab" of 10 by 20 pixels each, running right, down, left and up: where it begins along its line, and its base
WAYS = [
    pytest.param([(100, 50, 110, 70), (110, 50, 120, 70)], 0, (100.0, 110.0), 120.0, 70.0, id="right"),
    pytest.param([(100, 50, 120, 60), (100, 60, 120, 70)], 90, (50.0, 60.0), 70.0, -100.0, id="down"),
    pytest.param([(110, 50, 120, 70), (100, 50, 110, 70)], 180, (-120.0, -110.0), -100.0, -50.0, id="left"),
    pytest.param([(100, 60, 120, 70), (100, 50, 120, 60)], -90, (-70.0, -60.0), -50.0, 120.0, id="up"),
]


@pytest.mark.parametrize(("boxes", "turn", "places", "end", "foot"), WAYS)
def test_a_line_is_placed_along_the_way_it_runs(
    boxes: list[tuple[int, int, int, int]], turn: int, places: tuple[float, ...], end: float, foot: float
) -> None:
    [line] = lines_of("ab", [letter(*box) for box in boxes], WIDTH, HEIGHT)
    assert (line.turn, line.places, line.end) == (turn, places, end)
    assert line.base == pytest.approx(foot - 0.22 * 20)


def test_a_blank_without_a_glyph_begins_where_the_letter_before_it_ends() -> None:
    letters: list[Letter | None] = [letter(0, 0, 10, 20), None, letter(30, 0, 40, 20)]
    [line] = lines_of("a b", letters, WIDTH, HEIGHT)
    assert line.places == (0.0, 10.0, 30.0)


def test_a_character_beyond_the_first_plane_has_two_places_as_scripts_count_them() -> None:
    [line] = lines_of("𝔄b", [letter(0, 0, 10, 20), letter(10, 0, 20, 20)], WIDTH, HEIGHT)
    assert line.places == (0.0, 0.0, 10.0)


def test_a_quote_takes_one_part_of_each_line_that_it_touches() -> None:
    text = "abc\nde"
    letters: list[Letter | None] = [letter(at * 10, 0, at * 10 + 10, 20) for at in range(3)]
    letters += [None, *(letter(at * 10, 30, at * 10 + 10, 50) for at in range(2))]
    view = PageView(
        document="x.pdf", digest="", number=2, pages=3, name="2", text=text, start=100, width=WIDTH, height=HEIGHT,
        lines=tuple(lines_of(text, letters, WIDTH, HEIGHT)), letters=tuple(letters), is_paged=True,
    )  # fmt: skip
    found = [(one.x, one.y, one.width, one.height) for one in view.rectangles(Span(101, 105))]
    assert found == [(10, 0, 20, 20), (0, 30, 10, 20)]
    assert view.touches(Span(90, 101))
    assert not view.touches(Span(106, 120))


def test_a_page_whose_text_has_no_places_has_no_lines() -> None:
    assert list(lines_of("typed by a person", (), WIDTH, HEIGHT)) == []
