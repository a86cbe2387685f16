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
_PERIODS = re.compile(
    r"(?:\b(?:one|two|three|six|twelve|nine|seven|1|2|3|6|9|12)\b(?:\s*\([0-9]+\))?(?:\s+(?:weeks?|months?))?(?:\s*,\s*|\s+or\s+|,\s*or\s+|\s+and\s+)){0,5}"
    r"\b(?:one|two|three|six|twelve|nine|1|2|3|6|9|12)\b(?:\s*\([0-9]+\))?\s+(?:weeks?|months?)",
    re.IGNORECASE,
)
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
    """Return the interest periods that may be chosen, as written, and where."""
    places = [
        one.body for one in paper.definitions.all if " ".join(one.words) in ("interest period", "interest periods")
    ]
    places += paper.roles.spans(Role.INTEREST_PERIODS)
    for place in places:
        for match in _PERIODS.finditer(paper.text, place.start, place.end):
            words = " ".join(match[0].split())
            reading = REFERENCE_RATE_KIND.parse(f"LIBOR {words}", paper.context)
            if isinstance(reading, Read):
                return words, Span(*match.span())
    return None


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
