"""Figures without a unit that are still rates: those in a table whose heading, or the text above it, names one.

Any other bare number is not a rate: the numbers of clauses and pages, dates, amounts, periods, ratios, counts.
Otherwise an invented rate of 3 % would appear in every agreement that has a clause 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import takewhile
from typing import Any

from loanproof.core import Span, SpanSet, plain_decimal
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.reading import Found

_OTHERS: tuple[Kind[Any], ...] = (MONEY_KIND, DATE_KIND, DURATION_KIND, RATIO_KIND)
_UNIT = re.compile(
    r"(?P<bps>\bbasis\s{1,4}points?\b|\bbps?\b)"
    r"|(?P<percent>%|\bper\s?cent|\bpercentage\b)"
    r"|(?P<missing>\bp\.a\.|\bper\s{1,4}annum\b)",  # a rate per year that does not say of what
    re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n[ \t\r]{0,200}\n|\f")
_NUMBERS_WHAT_FOLLOWS = re.compile(r"[.)\]]?(?:[ \t]+[^\W\d_]|[ \t]*[-–—]?[ \t]*(?:[\r\n\f]|$))")
_REFERENCE = re.compile(
    r"\b(?:clauses?|sub-?clauses?|sections?|articles?|paragraphs?"
    r"|schedules?|parts?|items?|pages?|annex|appendix|exhibit"
    r"|chapters?|no\.?|number|levels?|tiers?|category|categories|grade|stage|step|years?|quarters?|months?|periods?"
    r"|tranches?|facility|facilities)\s(?:[0-9.()a-z]{1,12}(?:,\s?|\s(?:and|or|to)\s)){0,4}\(?$",
    re.IGNORECASE,
)
# Words after which a number counts or bounds something, and is not alone in its cell.
_COUNTING = re.compile(
    r"\b(?:(?-i:an?)|above|after|all|and|any|at|before|below|between"
    r"|by|each|every|exceeding|exceeds?|first|for|from|had|has"
    r"|have|in|last|least|more|most|next|not|of|on|only|or|other|over|some|than|the|their|these|those|to|under|until"
    r"|with|within)\s{1,8}$",
    re.IGNORECASE,
)
# The end of a label such as "60 per cent. or more": the figure after it has its own cell.
_LABEL_ENDS = re.compile(
    r"\b(?:or|and)\s{1,4}(?:above|below|better|greater|higher|less|lower|more|over|under|worse)\s{1,8}$", re.IGNORECASE
)
_END_OF_CELL = re.compile(r"[^\S\n]*(?:\t|[^\S\n]{2}|[|,;])")
_LETTER = re.compile(r"[^\W\d_]")
_ROW = re.compile(r"[^\n]*[0-9](?:[^\w\n]|_)*")
_FURTHEST_BACK = 100  # characters in which to look for a reference to a clause
_LONGEST_LABEL = 60  # characters of a line that is part of a label
_LONGEST_RUNNING = 120  # characters of a line ...
_MOST_RUNNING = 2  # ... and lines of a header or a footer
_LONGEST_TABLE = 4000  # characters above a figure in which to look for its heading


def table_rates(
    rate: Percentage, mentions: Mentions, rates: Sequence[Found[Percentage]], *, over_pages: bool
) -> tuple[Span, ...]:
    """Return where a rate is a figure in a table with its unit: 2.25 under ``Margin (%)``, 225 under ``Margin (bps)``.

    With ``over_pages`` a table continues after a page break, and a label may have lines of its own (C-35).
    """
    text = mentions.text
    bare = [
        (span, unit) for unit, figure in _figures(rate) for span in mentions.places(NUMBER_KIND, plain_decimal(figure))
    ]
    if not bare:
        return ()
    stated = [found.span for found in rates]
    taken = SpanSet(stated)
    return tuple(
        span
        for span, unit in bare
        if not taken.overlaps(span)
        and not any(mentions.overlapping(kind, span) for kind in _OTHERS)
        and _is_cell(text, span)
        and not _is_numbering(text, span)
        and unit in _units_above(text, span, stated, _is_rows_or_labels if over_pages else _is_rows)
    )


def figures_near_units(rate: Percentage, mentions: Mentions, rates: Sequence[Found[Percentage]]) -> tuple[Span, ...]:
    """Return where the figure of a rate is bare in or below a passage that names a unit of rates.

    This is revision 1 of the rulings; since C-20 only a figure in a table counts.
    """
    text, taken = mentions.text, SpanSet([found.span for found in rates])
    return tuple(
        span
        for span in mentions.places(NUMBER_KIND, plain_decimal(abs(rate.figure)))
        if not taken.overlaps(span)
        and not any(mentions.overlapping(kind, span) for kind in _OTHERS)
        and not _is_numbering(text, span)
        and _UNIT.search(_surroundings(text, span)) is not None
    )


def _surroundings(text: str, span: Span) -> str:
    """Return the block of lines around a figure together with the block before it."""
    start = max(0, span.start - _LONGEST_TABLE)
    breaks = [match.end() for match in _BLANK_LINE.finditer(text, start, span.start)]
    after = _BLANK_LINE.search(text, span.end, span.end + _LONGEST_TABLE)
    first = breaks[-2] if len(breaks) > 1 else start
    return text[first : span.end + _LONGEST_TABLE if after is None else after.start()]


def _figures(rate: Percentage) -> Iterator[tuple[RateUnit, Decimal]]:
    """Yield the figure of a rate in each unit; a rate without a unit has the same figure in both."""
    bps = rate.bps
    yield RateUnit.PERCENT, abs(rate.figure if bps is None else bps / 100)
    yield RateUnit.BPS, abs(rate.figure if bps is None else bps)


def _is_cell(text: str, span: Span) -> bool:
    """Whether a figure ends its cell or list item: a wide gap, a sign, or no word follows it."""
    line_end = text.find("\n", span.end)
    after = text[span.end : len(text) if line_end < 0 else line_end]
    furthest = max(0, span.start - _FURTHEST_BACK)
    counts = _COUNTING.search(text, furthest, span.start) is not None
    if counts and _LABEL_ENDS.search(text, furthest, span.start) is None:
        return False
    return _LETTER.search(after) is None or _END_OF_CELL.match(after) is not None


def _is_numbering(text: str, span: Span) -> bool:
    """Return whether a figure is the number of a clause, a page, an item or a row, or refers to one."""
    before = text[max(0, span.start - _FURTHEST_BACK) : span.start]
    line = re.split(r"[\n\f]", before)[-1]
    opens_line = not line.strip(" \t([-–—") and _NUMBERS_WHAT_FOLLOWS.match(text, span.end) is not None
    return opens_line or _REFERENCE.search(before) is not None


def _units_above(text: str, span: Span, stated: Sequence[Span], goes_on: Callable[[str, Span], bool]) -> set[RateUnit]:
    """Return the units named in the nearest heading above a figure, or in the text above its table.

    The search covers the lines of the figure's own block, then rows of figures with blank lines between them, up to the
    first block that does not continue the table.
    """
    start = max(0, span.start - _LONGEST_TABLE)
    breaks = [match.end() for match in _BLANK_LINE.finditer(text, start, span.start)]
    end = span.start
    for begin in (*reversed(breaks), start):
        named = _named_units(text, Span(begin, end), stated)
        is_own = end == span.start
        if named or not (is_own or goes_on(text, Span(begin, end))):
            return named
        end = begin
    return set()


def _named_units(text: str, block: Span, stated: Sequence[Span]) -> set[RateUnit]:
    """Return the units that a block names on their own; a unit that belongs to a stated rate does not count."""
    near = [one for one in stated if one.overlaps(block)]
    found = {
        RateUnit(match.lastgroup or "")
        for match in _UNIT.finditer(text, block.start, block.end)
        if not any(one.overlaps(Span(*match.span())) for one in near)
    }
    return {RateUnit.PERCENT} if found == {RateUnit.MISSING} else found - {RateUnit.MISSING}


def _is_rows(text: str, block: Span) -> bool:
    return all(_ROW.fullmatch(line) for line in block.of(text).splitlines() if line.strip())


def _is_rows_or_labels(text: str, block: Span) -> bool:
    """Return whether a block is rows, whose labels may take up lines above their figures.

    The lines next to a page break may be a header or a footer, and are ignored if short.
    """
    lines = [line.strip() for line in block.of(text).replace("\f", "\n").splitlines() if line.strip()]
    if "\f" in text[max(0, block.start - 1) : block.start]:
        lines = lines[_running_lines(lines) :]
    if "\f" in text[max(0, block.end - 1) : block.end + 1]:
        lines = lines[: len(lines) - _running_lines(lines[::-1])]
    is_row = [_ROW.fullmatch(line) is not None for line in lines]
    labels = (line for line, ends_in_figure in zip(lines, is_row, strict=True) if not ends_in_figure)
    return not lines or (is_row[-1] and all(len(line) <= _LONGEST_LABEL and line[-1] not in ".;:" for line in labels))


def _running_lines(lines: Sequence[str]) -> int:
    """Return how many of the first lines may be a header; rows of a table do not count."""
    first = (line for line in lines[:_MOST_RUNNING] if len(line) <= _LONGEST_RUNNING)
    return sum(1 for _ in takewhile(lambda line: _ROW.fullmatch(line) is None, first))
