"""Which benchmark a deal is compared with: by its governing law, its market, and the table of jurisdictions.

Whatever is ambiguous is disclosed, and no benchmark applies by default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.benchmarks import Applicable, applicable_benchmark, association_of_law
from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.market import Market, market_of
from loanproof.capabilities.baseline.benchmark_terms.market_words import MARKETS, WORDS, country_of
from loanproof.capabilities.baseline.fields import RouteName
from loanproof.capabilities.baseline.fields.governing_law import governing_law
from loanproof.capabilities.baseline.resolver import Settled, settle

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.core import Span

_GOVERNS = re.compile(r"\bgovern|\bconstru|\binterpret", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Jurisdiction:
    """The law and the market of a deal, the benchmark that it is compared with, and what must be disclosed."""

    law: str | None
    market: str | None
    benchmark: str | None
    is_ambiguous: bool
    disclosure: str | None
    evidence: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _SecondLaw:
    """Another law in the same agreement; ``is_exception`` if it applies only to a clause or a schedule."""

    name: str
    is_exception: bool


def jurisdiction_of(paper: Paper) -> Jurisdiction:
    """Return the jurisdiction of a deal. If its benchmark is not obvious, the nearest is used and disclosed.

    Two laws for different parts of one agreement leave the deal without a benchmark.
    """
    settled = settle(_of_agreement(paper, list(governing_law(paper))))
    law = None if settled is None else str(settled.best.value)
    market = market_of(paper, () if settled is None else tuple(settled.best.key.split(",")))
    second = None if settled is None else _second_law(paper, settled)
    found = applicable_benchmark(law, market.name)
    reasons = tuple(_reasons(found, law, market, second))
    is_open = settled is None or "," in settled.best.key or (second is not None and not second.is_exception)
    nearest = () if is_open else _nearest(found, law, market)
    return Jurisdiction(
        law=law,
        market=market.name,
        benchmark=next(iter(nearest), None),
        is_ambiguous=bool(reasons),
        disclosure=_disclosure(reasons, nearest) if reasons else None,
        evidence=() if settled is None else settled.best.evidence[:1],
    )


def _of_agreement(paper: Paper, laws: list[Candidate]) -> list[Candidate]:
    """Return the laws of the agreement. If it has no clause on its law, those of related documents are left out."""
    if any(one.route is RouteName.SECTION for one in laws):
        return laws
    subjects = (_GOVERNS.split(paper.passages.sentence_at(one.evidence[0].start).of(paper.text))[0] for one in laws)
    is_beside = [WORDS.beside.search(one) and not WORDS.of_agreement.search(one) for one in subjects]
    return [one for one, beside in zip(laws, is_beside, strict=True) if not beside]


def _second_law(paper: Paper, settled: Settled) -> _SecondLaw | None:
    """Return another law that the clause on the law names for a part of the agreement, or None."""
    for one in settled.dissent:
        span = one.evidence[0]
        sentence = paper.passages.sentence_at(span.start).of(paper.text)
        is_own = WORDS.of_agreement.search(sentence) and not WORDS.beside.search(sentence)
        is_country = country_of(one.key) == country_of(settled.best.key)  # Ontario and Canada do not clash
        roles = paper.roles.above(span.start)
        if is_own and not is_country and Role.GOVERNING_LAW in roles and not paper.is_attached(span.start):
            return _SecondLaw(name=str(one.value), is_exception=WORDS.excepted.search(sentence) is not None)
    return None


def _nearest(found: Applicable, law: str | None, market: Market) -> tuple[str, ...]:
    """Return the benchmarks that the table names or, for an unlisted pair, those of the law and of the market."""
    listed = (found.expected, *found.accepted_with_disclosure)
    if not any(listed) and market.name is not None:
        own = association_of_law(law)
        listed = (own, MARKETS[market.name].association) if market.name in MARKETS else (own,)
    return tuple(dict.fromkeys(one for one in listed if one is not None))


def _reasons(found: Applicable, law: str | None, market: Market, second: _SecondLaw | None) -> Iterator[str]:
    """Yield the reasons why the benchmark is not obvious."""
    place = f"the {market.name} market"
    if law is None:
        yield "the document states no governing law"
    if market.name is None:
        yield "the document shows no market"
    elif law is not None and found.needs_disclosure:
        yield f"{law} in {place} has no benchmark that goes without saying"
    if second is not None:
        yield f"{second.name} governs a part of the agreement beside {law}"
    if market.rivals:
        yield f"beside {place} the document also speaks for {' and '.join(market.rivals)}"
    if market.is_assumed and market.name is not None:
        yield f"{place} is not told by the seat of the borrower"


def _disclosure(reasons: tuple[str, ...], nearest: tuple[str, ...]) -> str:
    """Return what must be disclosed: why the benchmark is not obvious, and on which assumption it is used."""
    why = f"The jurisdiction is ambiguous: {'; '.join(reasons)}."
    if not nearest:
        return f"{why} So none of APLMA, LMA and LSTA is applied by default."
    also = f"; {' or '.join(nearest[1:])} would be the other candidate" if nearest[1:] else ""
    return f"{why} {nearest[0]} is used on the assumption that its market practice is the nearest comparison{also}."
