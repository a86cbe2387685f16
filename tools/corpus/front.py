"""What helps a reader to find his way: entries of the contents, folios, page labels and running lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tools.corpus.inline import Run
from tools.corpus.lines import Setter, Word, to_words
from tools.corpus.markup import Kind
from tools.corpus.numbering import SCHEDULES, Numbered, Region, roman
from tools.corpus.pages import Page, Pager, PlacedLine
from tools.corpus.style import Style

FRONT = frozenset({Region.COVER, Region.CONTENTS})
"""Parts that are before the agreement and are counted in Roman figures."""

_TAB = 12.0
_RUNNING_SIZE = 0.85
_HEADER_DROP, _FOOTER_RISE = 48.0, 40.0


def contents_level(one: Numbered, style: Style) -> int:
    """Return the level at which the contents list a block, or nothing where they do not."""
    block = one.block
    if block.kind is Kind.DIRECTIVE:
        return int(block.name in SCHEDULES)
    if one.region is not Region.BODY or block.kind not in {Kind.CLAUSE, Kind.SUBCLAUSE}:
        return 0
    level = 1 if block.kind is Kind.CLAUSE else 2
    return level if level <= style.contents_depth else 0


def put_entry(pager: Pager, marker: str, text: str, folio: str, level: int) -> None:
    """Place an entry of the contents: its number, its title, dots and the folio at the right margin."""
    setter = pager.setter
    height = setter.size * 1.35
    pager.room_for(height)
    pager.skip(height)
    left = 0.0 if level == 1 else 18.0
    number, title, end_word = (
        to_words([Run(text=part)])
        for part in (marker, text.upper() if level == 1 and pager.style.capitals else text, folio)
    )
    tab = left + max(pager.style.indent, _width(number, setter) + _TAB)
    end = pager.width - _width(end_word, setter)
    dot = _width(to_words([Run(text=".")]), setter)
    dots = int((end - tab - _width(title, setter) - 10) / dot)
    pager.put(number, left)
    pager.put(title, tab)
    if dots > 2:
        pager.put(to_words([Run(text="." * dots)]), end - 4 - dots * dot)
    pager.put(end_word, end)


def number_pages(pages: Sequence[Page], style: Style, title: str) -> None:
    """Number and label pages, Roman before an agreement and Arabic from its first one on, and add running lines.

    A file may hold two papers, each with a cover of its own: both count from one.
    """
    for paper in _papers(pages):
        front = next((at for at, page in enumerate(paper) if page.region not in FRONT), 0)
        for at, page in enumerate(paper):
            page.label = page.folio = roman(at + 1) if at < front else str(at + 1 - front)
            if page.region is not Region.COVER:
                _add_running_lines(page, style, {"{pages}": str(len(paper) - front), "{title}": title})


def front_and_body(pages: Sequence[Page]) -> Iterator[tuple[int, bool]]:
    """Yield where the count of pages begins again, and whether the pages from there on stand before an agreement."""
    before: bool | None = None
    for at, page in enumerate(pages):
        is_front = page.region in FRONT
        if is_front is not before:
            yield at, is_front
        before = is_front


def _papers(pages: Sequence[Page]) -> Iterator[Sequence[Page]]:
    starts = sorted({0, *(at for at, is_front in front_and_body(pages) if is_front)})
    for first, end in zip(starts, [*starts[1:], len(pages)], strict=True):
        yield pages[first:end]


def _add_running_lines(page: Page, style: Style, values: dict[str, str]) -> None:
    filled = {"{folio}": page.folio, **values}
    header, footer = (_fill(pattern, filled) for pattern in (style.header, style.footer))
    if header:
        page.lines.insert(0, _running_line(header, style, style.page_size[1] - _HEADER_DROP))
    if footer:
        page.lines.append(_running_line(footer, style, _FOOTER_RISE))


def _fill(pattern: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        pattern = pattern.replace(name, value)
    return pattern


def _running_line(text: str, style: Style, y: float) -> PlacedLine:
    setter = Setter(font=style.font, size=style.size * _RUNNING_SIZE)
    words = to_words([Run(text=text)])
    return PlacedLine(x=(style.page_size[0] - _width(words, setter)) / 2, y=y, setter=setter, words=tuple(words))


def _width(words: Sequence[Word], setter: Setter) -> float:
    return sum(map(setter.width, words)) + setter.blank * (len(words) - 1)
