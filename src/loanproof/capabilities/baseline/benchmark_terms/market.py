"""The market of a deal: where its borrower is at home, or else what the rest of the document suggests.

Signs that disagree are reported, because the market is then mixed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import PartyRole
from loanproof.capabilities.baseline.benchmark_terms.homes import Home, homes_of, homes_of_role
from loanproof.capabilities.baseline.benchmark_terms.market_words import BY_CURRENCY, cities_in, market_of_law
from loanproof.capabilities.baseline.fields.amounts import currency
from loanproof.capabilities.baseline.fields.parties import borrower, facility_agent
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import Span
from loanproof.values import LAW_KIND, LawUse

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.values import Found, Law

# The beginning of the definition of a business day.
_BUSINESS_DAY = re.compile(
    r"\b(?:Business|Banking|Working)\s+Days?[”\"’]?\s*(?:\([^)]*\)\s*)?(?:means?|shall\s+mean|is|:)", re.IGNORECASE
)
_MIN_SIGNS = 2  # kinds of signs that must all suggest a market other than the borrower's


@dataclass(frozen=True, slots=True, kw_only=True)
class Market:
    """The market of a deal.

    Attributes:
        name: The market; None if the document shows none.
        rivals: Other markets that the document suggests, so that the deal is mixed.
        is_assumed: Whether nothing but the law suggests it, or the borrower is incorporated offshore.
    """

    name: str | None
    rivals: tuple[str, ...] = ()
    is_assumed: bool = False


def market_of(paper: Paper, law_codes: tuple[str, ...]) -> Market:
    """Return the market of a deal, given the codes of its law."""
    homes = homes_of(paper, _names(borrower(paper)))
    if not any(one.seats or one.is_offshore for one in homes):
        homes = (*homes, *homes_of_role(paper))
    signs = [one for one in _signs(paper) if one]
    name = next((one.market for one in homes if one.market is not None), None)
    if name is not None:
        return Market(name=name, rivals=_unique((*_of_homes(homes), *_against(signs, name)), name))
    told = Counter(market for one in signs for market in one)
    own = market_of_law(law_codes[0]) if law_codes else None
    if own is not None:
        told[own] += 1
    name = max(told, key=lambda one: (told[one], one == own), default=None)
    rivals = _unique((market for one in signs for market in one), name)
    return Market(name=name, rivals=rivals, is_assumed=not signs or any(one.is_offshore for one in homes))


def currency_of(paper: Paper) -> str | None:
    """Return the currency that the document supports best, or None if it shows none."""
    settled = settle(list(currency(paper)))
    return None if settled is None else str(settled.best.value)


def _names(candidates: Iterable[Candidate]) -> tuple[str, ...]:
    """Return the names in the best-supported value of the candidates."""
    settled = settle(list(candidates))
    value = None if settled is None else settled.best.value
    names = value if isinstance(value, list) else [value]
    return tuple(one for one in names if isinstance(one, str))


def _of_homes(homes: Iterable[Home]) -> Iterator[str]:
    """Yield the markets of all seats, and the other signs of a borrower if none of them agrees with its market."""
    for home in homes:
        yield from home.seats
        if home.market is not None and home.market not in home.told:
            yield from home.told


def _against(signs: Iterable[frozenset[str]], name: str) -> Iterator[str]:
    """Yield the markets of the other signs, if several kinds exist and none suggests the borrower's market."""
    signs = list(signs)
    if len(signs) >= _MIN_SIGNS and not any(name in one for one in signs):
        yield from (market for one in signs for market in sorted(one))


def _unique(markets: Iterable[str], name: str | None) -> tuple[str, ...]:
    """Return markets once each, without the one that was chosen."""
    return tuple(one for one in dict.fromkeys(markets) if one != name)


def _signs(paper: Paper) -> Iterator[frozenset[str]]:
    """Yield the markets of each other kind of sign: business days, currency, agent, guarantors and courts."""
    yield _banking_days(paper)
    code = currency_of(paper)
    yield frozenset({BY_CURRENCY[code]} if code in BY_CURRENCY else ())
    guarantors = [one.name for one in paper.parties if one.roles == {PartyRole.GUARANTOR}]
    for names in (_names(facility_agent(paper)), guarantors):
        yield frozenset(one.market for one in homes_of(paper, names) if one.market is not None)
    courts = [one for one in paper.mentions.of(LAW_KIND) if one.candidates[0].use is LawUse.COURTS]
    yield frozenset(_of_places(one for one in courts if not paper.is_attached(one.span.start)))


def _banking_days(paper: Paper) -> frozenset[str]:
    """Return the markets of the cities and countries in the definition of a business day."""
    found = _BUSINESS_DAY.search(paper.text)
    if found is None:
        return frozenset()
    sentence = Span(found.start(), max(found.end(), paper.passages.sentence_at(found.end() - 1).end))
    return frozenset((*cities_in(sentence.of(paper.text)), *_of_places(paper.inside(LAW_KIND, sentence))))


def _of_places(found: Iterable[Found[Law]]) -> Iterator[str]:
    """Yield the markets of the places whose law or courts are mentioned; places in no market are left out."""
    for one in found:
        market = market_of_law(one.candidates[0].codes[0])
        if market is not None:
            yield market
