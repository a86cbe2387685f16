"""Reference rate: what the interest clause adds the margin to, with the periods that the borrower may choose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import FieldId, Span
from loanproof.values import REFERENCE_RATE_KIND, Read

if TYPE_CHECKING:
    from loanproof.values import Found, ReferenceRates, Written

RATE = FieldId("reference_rate")
_WITH = re.compile(r"\b(?:plus|margin|applicable\s+rate|spread|above|over|aggregate|sum|per\s+annum)\b", re.IGNORECASE)
_COUNT = r"(?:one|two|three|four|six|seven|nine|twelve|first|second|third|sixth|ninth|twelfth|1|2|3|4|6|7|9|12)(?:\s*\([0-9]{1,2}\))?"
_PERIODS = re.compile(
    rf"\b{_COUNT}(?:[\s-]+(?:calendar\s+)?(?:weeks?|months?))?"
    rf"(?:(?:\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+){_COUNT}(?:[\s-]+(?:calendar\s+)?(?:weeks?|months?))?){{0,7}}",
    re.IGNORECASE,
)
_ITEM = re.compile(rf"(?P<count>{_COUNT})(?:[\s-]+(?:calendar\s+)?(?P<unit>week|month)s?)?", re.IGNORECASE)
_FIGURES = {
    "one": 1, "first": 1, "two": 2, "second": 2, "three": 3, "third": 3, "four": 4, "six": 6, "sixth": 6, "seven": 7,
    "nine": 9, "ninth": 9, "twelve": 12, "twelfth": 12,
}  # fmt: skip
_WRONG = frozenset({Role.RATE_FALLBACK, Role.DEFAULT_INTEREST, Role.COSTS})


def reference_rate(paper: Paper) -> Iterator[Candidate]:
    """Propose the rates that interest sections price with; a base rate only where there is no other."""
    periods = _periods(paper)
    found = list(_priced(paper))
    main = [one for one in found if not _is_base(one[0])] or found
    for mention, route, weight in main:
        yield _candidate(paper, mention, route, weight, periods)


def _priced(paper: Paper) -> Iterator[tuple[Found[ReferenceRates], RouteName, int]]:
    for mention in paper.mentions.of(REFERENCE_RATE_KIND):
        at = mention.span.start
        roles = paper.roles.above(at)
        if paper.is_attached(at) or roles & _WRONG:
            continue
        sentence = paper.passages.sentence_at(at)
        if Role.INTEREST in roles and _WITH.search(sentence.of(paper.text)):
            yield mention, RouteName.SECTION, 30
        elif Role.DEFINITIONS in roles and _is_defined(paper, mention):
            yield mention, RouteName.DEFINITION, 10


def _is_defined(paper: Paper, mention: Found[ReferenceRates]) -> bool:
    section = paper.document.section_at(mention.span.start)
    return section is not None and 0 <= mention.span.start - section.span.start <= 2 and "#" in section.id


def _is_base(mention: Found[ReferenceRates]) -> bool:
    return all(rate.family.value == "base" for rate in mention.candidates[0].rates)


def _periods(paper: Paper) -> tuple[str, Span] | None:
    """Return the interest periods that may be chosen, and where; as written where that can be read, else in figures."""
    places = [
        one.body for one in paper.definitions.all if " ".join(one.words) in ("interest period", "interest periods")
    ]
    places += paper.roles.spans(Role.INTEREST_PERIODS)
    found = [one for place in places for one in _lists(paper, place)]
    best = max(found, key=lambda one: one[2], default=None)
    return None if best is None else best[:2]


def _lists(paper: Paper, place: Span) -> Iterator[tuple[str, Span, int]]:
    for match in _PERIODS.finditer(paper.text, place.start, min(place.end, place.start + 4000)):
        periods = _in_figures(match[0])
        if periods is None:
            continue
        words = " ".join(match[0].split())
        is_read = isinstance(REFERENCE_RATE_KIND.parse(f"LIBOR {words}", paper.context), Read)
        plain = words if is_read and not re.search(r"first|second|third|sixth", words) else _joined(periods)
        yield plain, Span(*match.span()), len(periods)


def _in_figures(words: str) -> list[tuple[int, str]] | None:
    """Return a list of periods as counts and units; a unit behind the last of several is that of all."""
    found: list[tuple[int, str]] = []
    unit = ""
    for match in reversed(list(_ITEM.finditer(words))):
        unit = (match["unit"] or unit).lower()
        count = match["count"].partition("(")[0].strip().lower()
        found.append((_FIGURES.get(count) or int(count), unit))
    return found[::-1] if found and all(one for _, one in found) else None


def _joined(periods: list[tuple[int, str]]) -> str:
    texts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in dict.fromkeys(periods)]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def _candidate(
    paper: Paper, mention: Found[ReferenceRates], route: RouteName, weight: int, periods: tuple[str, Span] | None
) -> Candidate:
    family = " ".join(mention.span.of(paper.text).split())
    rates = mention.candidates[0].rates
    value: Written = family
    evidence = [quote_around(paper, mention.span)]
    if periods is not None and rates[0].tenor is None and not _is_base(mention) and len(rates) == 1:
        value = {"family": family, "tenor": periods[0]}
        evidence.append(quote_around(paper, periods[1]))
    key = ", ".join(dict.fromkeys(f"{one.family} {one.style or ''}" for one in rates))
    return Candidate(field=RATE, route=route, key=key, value=value, evidence=tuple(evidence), weight=weight)
