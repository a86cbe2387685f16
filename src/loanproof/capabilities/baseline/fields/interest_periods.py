"""Interest periods: the lists of periods that a document offers, as written if that can be read, else in figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import Span, counted
from loanproof.values import REFERENCE_RATE_KIND, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Found, ReferenceRates

_COUNT = (
    r"(?:one|two|three|four|six|seven|nine|twelve|first|second|third|sixth|ninth|twelfth|1|2|3|4|6|7|9|12)"
    r"(?:\s*\([0-9]{1,2}\))?"
)
_PERIODS = re.compile(
    rf"\b{_COUNT}(?:[\s-]+(?:calendar\s+)?(?:weeks?|months?))?"
    rf"(?:(?:\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+){_COUNT}(?:[\s-]+(?:calendar\s+)?(?:weeks?|months?))?){{0,7}}",
    re.IGNORECASE,
)
_PERIOD = re.compile(rf"(?P<count>{_COUNT})(?:[\s-]+(?:calendar\s+)?(?P<unit>week|month)s?)?", re.IGNORECASE)
_NUMBERS = {
    "one": 1, "first": 1, "two": 2, "second": 2, "three": 3, "third": 3, "four": 4, "six": 6, "sixth": 6, "seven": 7,
    "nine": 9, "ninth": 9, "twelve": 12, "twelfth": 12,
}  # fmt: skip
_SPEAKS_OF_PERIODS = re.compile(r"\binterest\s+periods?\s+(?:is|are|shall|will|has|have|may)\b", re.IGNORECASE)
_OF_PERIODS = re.compile(r"\s+for\s+(?:an?\s+)?(?:interest\s+)?(?:periods?|terms?|tenors?)\s+of\s+", re.IGNORECASE)
_MAX_PERIODS = 80  # characters
Periods = tuple[str, Span, int]
"""A list of periods as text (empty if it cannot be cited), its place, and how many periods it has."""


def chosen_periods(paper: Paper, listed: Sequence[Periods], tranche: str | None) -> tuple[str, Span] | None:
    """Return the longest readable list of periods: for this tranche, else for no tranche, else of all lists."""
    of = [(tranche_at(paper, one[1].start), one) for one in listed]
    some = [one for label, one in of if label == tranche] or [one for label, one in of if label is None]
    best = max(some or listed, key=lambda one: one[2], default=None)
    return None if best is None or not best[0] else best[:2]


def periods_after(paper: Paper, mention: Found[ReferenceRates]) -> tuple[str, Span] | None:
    """Return the periods right after a rate: *Term CORRA for a period of one or three months*."""
    said = _OF_PERIODS.match(paper.text, mention.span.end)
    found = None if said is None else next(_period_lists(paper, Span(said.end(), said.end() + _MAX_PERIODS)), None)
    is_next = found is not None and said is not None and found[1].start == said.end()
    return found[:2] if found is not None and is_next and found[0] else None


def interest_periods(paper: Paper) -> Iterator[Periods]:
    """Yield the interest periods that the document offers."""
    places = [
        one.body
        for one in paper.definitions.all
        if " ".join(one.words) in ("interest period", "interest periods", "term")
    ]
    places += paper.roles.spans(Role.INTEREST_PERIODS)
    for span in paper.roles.spans(Role.INTEREST):
        places += [one for one in paper.passages.sentences_in(span) if _SPEAKS_OF_PERIODS.search(one.of(paper.text))]
    yield from (one for place in places for one in _period_lists(paper, place))


def _period_lists(paper: Paper, place: Span) -> Iterator[Periods]:
    """Yield each list of periods in a passage: as written if that can be read, else in figures, with its length."""
    for match in _PERIODS.finditer(paper.text, place.start, min(place.end, place.start + 4000)):
        periods = _in_figures(match[0])
        if periods is None:
            continue
        words = " ".join(match[0].split())
        is_read = isinstance(REFERENCE_RATE_KIND.read({"family": "LIBOR", "tenor": words}, paper.context), Read)
        plain = words if is_read and not re.search(r"first|second|third|sixth", words) else _joined(periods)
        if not is_read and any(unit == "week" for _, unit in periods):
            plain = ""  # its quote could not support a value that is not read as it is written
        yield plain, Span(*match.span()), len(periods)


def _in_figures(words: str) -> list[tuple[int, str]] | None:
    """Return a list of periods as counts and units; a unit after the last of several applies to all of them."""
    found: list[tuple[int, str]] = []
    unit = ""
    for match in reversed(list(_PERIOD.finditer(words))):
        unit = (match["unit"] or unit).lower()
        count = match["count"].partition("(")[0].strip().lower()
        found.append((_NUMBERS.get(count) or int(count), unit))
    return found[::-1] if found and all(one for _, one in found) else None


def _joined(periods: list[tuple[int, str]]) -> str:
    """Return periods as text: *1 month, 3 months or 6 months*."""
    texts = [counted(count, unit) for count, unit in dict.fromkeys(periods)]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
