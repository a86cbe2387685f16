"""Grids in words: a text that gives each rate with its own condition, in items, sentences or by date.

*(a) if Leverage exceeds 3.00:1, 2.75 per cent.; (b) …* is as much a grid as a table is. The condition of a rate is in
the words before it or after it: *2.75 per cent. if Leverage exceeds 3.00:1*. A rate without a condition opens the grid.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.rates_written import rate_text
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import DATE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Found, Percentage


class _Words(WordTable):
    """Words of conditions, and of what is around them."""

    compares: PhrasePattern
    bounds: PhrasePattern
    or_more: PhrasePattern
    levels: PhrasePattern
    opens: PhrasePattern
    times: PhrasePattern
    from_day: PhrasePattern
    leading: PhrasePattern


_WORDS = load_words(__package__, "margin_grid", _Words)
_CONDITION = re.compile(
    rf"(?:{_WORDS.compares.pattern})[^;]{{0,80}}[0-9]|(?:{_WORDS.bounds.pattern})\s+[0-9]|[<>≥≤]\s?=?\s?[0-9]"
    rf"|[0-9][0-9.,]*\s?(?:[:x%]|to\s+1)[^;]{{0,30}}(?:{_WORDS.or_more.pattern})"
    rf"|(?:{_WORDS.levels.pattern})\s+(?:[IVX]{{1,4}}|[0-9]{{1,2}}|[A-E])\b"
    r"|\b(?:[A-D]{1,3}[+-]|Baa[1-3]|BBB|Ba[1-3])",
    re.IGNORECASE,
)
_LEADING_WORDS = re.compile(
    rf"\A(?:\s|[,;:.|–-]|\(?[a-z0-9ivx]{{1,4}}\)|{_WORDS.leading.pattern}|p\.a\.)+", re.IGNORECASE
)
# Words at the end of a condition that lead to the rate.
_TRAILING_WORDS = re.compile(
    r"(?:\s|[,;:.|–-]|the\s+(?:applicable\s+)?(?:margin|rate|spread)|(?:shall|will)\s+be"
    r"|is|of|at|to|then|reduced|equal|per\s+annum|and|or|but)+\Z",
    re.IGNORECASE,
)
_NEXT_ITEM = re.compile(r";\s+(?:and\s+|or\s+)?(?=\([a-z]{1,4}\)\s)")
_LEAD = re.compile(r"\A.*(?::\s|;\s+(?:and\s+|or\s+)?(?=\([a-z]{1,4}\)\s))(?=\S)")  # what introduces the first rate
_MAX_RATES = 12  # rates of one grid
_MAX_CONDITION = 240  # characters of a condition


@dataclass(frozen=True, slots=True)
class _Rate:
    """A rate and the words that belong to it."""

    span: Span
    words: str
    has_condition: bool


def grid_in_words(paper: Paper, rates: Sequence[Found[Percentage]], body: Span) -> dict[str, object] | None:
    """Return the grid that rates form in a text; None if its words give them neither conditions nor times."""
    if not 1 < len(rates) <= _MAX_RATES:
        return None
    # The conditions are all before their rates, or all after them; the words that give every rate one are right.
    ways = [[_own(paper, rates, at, body, is_behind=way) for at in range(len(rates))] for way in (False, True)]
    for found in sorted(ways, key=lambda way: not all(one.has_condition for one in way)):
        rows = [one for one in found if one.has_condition]
        if len(rows) >= len(found) - 1 and rows and (len(rows) > 1 or len(found) == 2):
            return _with_rows(paper, found)
    opened = next((one for one in (_in_time(paper, way) for way in ways) if one is not None), None)
    # An item before the first rate prices the time before it by another term: the first rate does not open the grid.
    is_later = _NEXT_ITEM.search(paper.text, body.start, max(body.start, rates[0].span.start)) is not None
    return {key: part for key, part in opened.items() if key != "opening"} if opened and is_later else opened


def _with_rows(paper: Paper, found: Sequence[_Rate]) -> dict[str, object]:
    """Return the grid with a row for each rate that has a condition, opened by the rate that has none."""
    opening = next((one for one in found if not one.has_condition), None)
    value: dict[str, object] = {} if opening is None else {"opening": rate_text(paper, opening.span)}
    value["rows"] = [{"when": one.words, "value": rate_text(paper, one.span)} for one in found if one.has_condition]
    return value


def _in_time(paper: Paper, found: Sequence[_Rate]) -> dict[str, object] | None:
    """Return rates that follow one another in time: as steps if each has its date, else as rows in their own words."""
    if not all(_WORDS.times.search(one.words) for one in found[1:]):
        return None
    days = [_day(paper, one) for one in found[1:]]
    if all(days) and sorted(map(str, days)) == list(map(str, days)):
        steps = [{"from": day, "value": rate_text(paper, one.span)} for day, one in zip(days, found[1:], strict=True)]
        return {"opening": rate_text(paper, found[0].span), "steps": steps}
    if not _WORDS.times.search(found[0].words):
        return None
    return {
        "opening": rate_text(paper, found[0].span),
        "rows": [{"when": one.words, "value": rate_text(paper, one.span)} for one in found],
    }


def _day(paper: Paper, rate: _Rate) -> str | None:
    """Return the date from which a rate applies: the last one after a word such as *from*, else the last before it."""
    start = max(0, rate.span.start - len(rate.words) - 20)
    piece = paper.passages.piece_at(rate.span.start)
    around = Span(start, max(rate.span.end, min(piece.end, rate.span.end + 80)))
    days = [one for one in paper.inside(DATE_KIND, around) if isinstance(one.candidates[0], CalendarDate)]
    stated = [
        one for one in days if _WORDS.from_day.search(paper.text, max(start, one.span.start - 40), one.span.start)
    ]
    exact = stated or [one for one in days if one.span.end <= rate.span.start]
    return exact[-1].candidates[0].canonical if exact else None


def _own(paper: Paper, rates: Sequence[Found[Percentage]], at: int, body: Span, *, is_behind: bool) -> _Rate:
    """Return a rate with its own words: back to the previous rate, or on to the next one if ``is_behind``."""
    span = rates[at].span
    if is_behind:
        end = rates[at + 1].span.start if at + 1 < len(rates) else body.end
        piece = paper.passages.piece_at(span.start)
        words = paper.text[span.end : min(end, max(piece.end, span.end))]
    else:
        start = rates[at - 1].span.end if at else body.start
        words = paper.text[start : span.start]
    own = " ".join(words.split())
    if at == 0 and not is_behind:
        own = _LEAD.sub("", own)
    own = _TRAILING_WORDS.sub("", _LEADING_WORDS.sub("", own if is_behind else own[-_MAX_CONDITION:]))[:_MAX_CONDITION]
    is_opening = _WORDS.opens.search(own) is not None and at in (0, len(rates) - 1)
    return _Rate(span, own, bool(_CONDITION.search(own)) and not is_opening)
