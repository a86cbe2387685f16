"""Which benchmark a deal is compared with: by its governing law, its market, and the contract's table.

What is ambiguous is disclosed, and nothing is applied by default.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.benchmarks import Applicable, applicable_benchmark
from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.fields.amounts import currency
from loanproof.capabilities.baseline.fields.governing_law import governing_law
from loanproof.capabilities.baseline.resolver import Settled, settle
from loanproof.core import PhrasePattern, SingleWords, Span, Words, WordTable, load_words
from loanproof.documents import SectionKind
from loanproof.values import LAW_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_FRONT = 6000
_AS_BORROWER = 160  # characters from a seat to the role of its party


class _Market(WordTable):
    """What tells one market, and the association whose practice is nearest to it."""

    association: str
    countries: SingleWords
    currencies: SingleWords = ()
    cities: Words = ()


class _Markets(WordTable):
    """All markets by the names that the table of benchmarks knows."""

    markets: dict[str, _Market]
    borrowers: PhrasePattern
    of_agreement: PhrasePattern
    beside: PhrasePattern


_WORDS = load_words(__package__, "markets", _Markets)
_MARKETS = _WORDS.markets
_BY_COUNTRY = {code.upper(): name for name, market in _MARKETS.items() for code in market.countries}
_BY_CURRENCY = {code.upper(): name for name, market in _MARKETS.items() for code in market.currencies}
_CITIES = {
    name: re.compile(r"\b(?:" + "|".join(map(re.escape, market.cities)) + r")\b") for name, market in _MARKETS.items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Jurisdiction:
    """The law and market of a deal, the benchmark that it is compared with, and what must be said about it."""

    law: str | None
    market: str | None
    benchmark: str | None
    is_ambiguous: bool
    disclosure: str | None
    evidence: tuple[Span, ...] = ()


def jurisdiction_of(paper: Paper) -> Jurisdiction:
    """Return the jurisdiction of a deal; where the table has no benchmark of its own, the first that it accepts."""
    settled = settle(list(governing_law(paper)))
    law = None if settled is None else str(settled.best.value)
    evidence = () if settled is None else settled.best.evidence[:1]
    market = market_of(paper, () if settled is None else tuple(settled.best.key.split(",")))
    found = applicable_benchmark(law, market)
    other = None if settled is None else _second_law(paper, settled)
    if other is not None:
        found = replace(found, is_flagged=True, needs_disclosure=True)
    benchmark = found.expected or next(iter(found.accepted_with_disclosure), None) or _nearest(settled, market)
    return Jurisdiction(
        law=law,
        market=market,
        benchmark=benchmark,
        is_ambiguous=found.is_flagged,
        disclosure=_disclosure(found, law if other is None else f"{law} beside {other}", market, benchmark),
        evidence=evidence,
    )


def _second_law(paper: Paper, settled: Settled) -> str | None:
    """Return another law that the clause on the law names for a part of the agreement, not for a document beside it."""
    for one in settled.dissent:
        span = one.evidence[0]
        roles = paper.roles.above(span.start)
        sentence = paper.passages.sentence_at(span.start).of(paper.text)
        is_own = _WORDS.of_agreement.search(sentence) and not _WORDS.beside.search(sentence)
        if is_own and Role.GOVERNING_LAW in roles and not paper.is_attached(span.start):
            return str(one.value)
    return None


def _nearest(law: Settled | None, market: str | None) -> str | None:
    """Return the candidate for a pair that the table does not list: one law, and the practice of its market."""
    is_one = law is not None and "," not in law.best.key
    return _MARKETS[market].association if is_one and market in _MARKETS else None


def market_of(paper: Paper, law_codes: tuple[str, ...]) -> str | None:
    """Return the market of a deal: that of the borrower's seat, else the one that most of a document speaks for."""
    seat = _seat_of_borrower(paper)
    if seat is not None:
        return seat
    told: Counter[str] = Counter()
    for code in law_codes[:1]:
        if code[:2] in _BY_COUNTRY:
            told[_BY_COUNTRY[code[:2]]] += 2
    for name, weight in _signs(paper):
        told[name] += weight
    return told.most_common(1)[0][0] if told else None


def _seat_of_borrower(paper: Paper) -> str | None:
    """Return the market of the place that is named right before the words that make a party the borrower."""
    for span in _front(paper):
        for found in paper.inside(LAW_KIND, span):
            behind = paper.text[found.span.end : found.span.end + _AS_BORROWER]
            own = re.split(r"\n\s*\n|;|\band\b", behind, maxsplit=1)[0]
            place = _BY_COUNTRY.get(found.candidates[0].codes[0][:2])
            if place is not None and _WORDS.borrowers.search(own):
                return place
    return None


def _signs(paper: Paper) -> Iterator[tuple[str, int]]:
    """Yield what tells a market, each with its weight: seats of parties most, then banking cities, then money."""
    seats = [code[:2] for span in _front(paper) for found in paper.inside(LAW_KIND, span)
             for code in found.candidates[0].codes if code[:2] in _BY_COUNTRY]  # fmt: skip
    yield from ((_BY_COUNTRY[code], 3 if at == 0 else 1) for at, code in enumerate(seats[:4]))
    for definition in paper.definitions.ending("Business Day"):
        for name, pattern in _CITIES.items():
            if pattern.search(definition.span.of(paper.text)):
                yield name, 1
    code = currency_of(paper)
    if code in _BY_CURRENCY:
        yield _BY_CURRENCY[code or ""], 4


def currency_of(paper: Paper) -> str | None:
    """Return the currency of a deal, where the document leaves no doubt."""
    settled = settle(list(currency(paper)))
    return None if settled is None else str(settled.best.value)


def _front(paper: Paper) -> Iterator[Span]:
    kinds = (SectionKind.COVER, SectionKind.PARTIES)
    found = [one.span for one in paper.document.sections if one.kind in kinds and one.span.start < len(paper.text) // 2]
    yield from (Span(one.start, min(one.end, one.start + _FRONT)) for one in found)
    if not found:
        yield Span(0, min(_FRONT // 2, len(paper.text)))


def _disclosure(found: Applicable, law: str | None, market: str | None, benchmark: str | None) -> str | None:
    """Return what must be said: why the benchmark does not go without saying, and on which assumption it is used."""
    if not found.needs_disclosure:
        return None
    named = law or "no governing law that the document states"
    place = f"the {market} market" if market else "a market that the document does not show"
    if benchmark is None:
        return (
            f"The jurisdiction is ambiguous: {named} in {place} has no listed benchmark, so none of APLMA, LMA and "
            "LSTA is applied by default."
        )
    others = [one for one in found.accepted_with_disclosure if one != benchmark]
    also = f"; {' or '.join(others)} would be the other candidate" if others else ""
    return (
        f"The jurisdiction is ambiguous: {named} in {place} has no benchmark that goes without saying. {benchmark} is "
        f"used on the assumption that its market practice is the nearest comparison{also}."
    )
