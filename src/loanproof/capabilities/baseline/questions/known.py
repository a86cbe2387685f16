"""What the rules for covenants and benchmark terms found in a document, as words that people may ask for it by.

A clause may never call a test by its name: *shall not exceed 70% of the value of the Property* is the loan to value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.periods import period_terms
from loanproof.capabilities.baseline.benchmark_terms.rates import rate_terms
from loanproof.capabilities.baseline.covenants.defaults import cross_default, grace_periods
from loanproof.capabilities.baseline.covenants.found import CovenantClass
from loanproof.capabilities.baseline.covenants.monitoring import find_covenants
from loanproof.capabilities.baseline.retrieval import search_words
from loanproof.core import Span, Words, WordTable, load_words
from loanproof.values import COVENANT_NAME_KIND, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.found import FoundCovenant

_MAX_CLAUSE = 900  # characters of a clause that is about one thing


class _Known(WordTable):
    """What people call the things that were found, by their ids."""

    terms: dict[str, Words]
    covenants: dict[str, Words]


_TABLE = load_words(__package__, "known", _Known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A span, and words for what it is about, even if they do not appear in it.

    Attributes:
        span: Where it is.
        words: Those words, as stems.
        id: What was found: the id of a benchmark term, or ``covenant.`` and the id of a financial covenant.
        covenant: The id of the financial covenant that the span states, if any.
    """

    span: Span
    words: frozenset[str]
    id: str = ""
    covenant: str | None = None


def known_in(paper: Paper) -> tuple[Known, ...]:
    """Return what is known about the clauses of a document; clauses too long to be about one thing are left out."""
    covenants = tuple(find_covenants(paper))
    return tuple(one for one in _all_known(paper, covenants) if len(one.span) <= _MAX_CLAUSE)


def _all_known(paper: Paper, covenants: tuple[FoundCovenant, ...]) -> Iterator[Known]:
    """Yield what the rules for covenants, rates, periods, conditions and defaults found."""
    for one in covenants:
        kind = next(_covenant_ids(one), None)
        id_ = "" if kind is None else f"covenant.{kind}"
        yield Known(span=one.evidence[0], words=_words(_names(one)), id=id_, covenant=kind)
    for term in (*rate_terms(paper), *period_terms(paper, covenants)):
        yield from (_term(term.term, span) for span in term.evidence[:1])
    for grace in grace_periods(paper):
        yield _term("payment_grace" if grace.is_payment else "remedy_period", grace.span)
    yield from (_term("conditions", span) for span in _list_leads(paper, Role.CONDITIONS))
    cross = cross_default(paper)
    yield from (_term("cross_default", span) for span in (() if cross is None else cross.spans))


def _term(term: str, span: Span) -> Known:
    """Return a benchmark term at a span, with the words that people use for it."""
    return Known(span=span, words=_words(_TABLE.terms.get(term, ())), id=term)


def _words(names: Iterable[str]) -> frozenset[str]:
    """Return the search words of some names."""
    return frozenset(word for name in names for word in search_words(name))


def _list_leads(paper: Paper, role: Role) -> Iterator[Span]:
    """Yield, for each section with a role, the words up to its first colon, which introduce its list."""
    for section in paper.document.sections:
        first = paper.text.find(":", section.span.start, section.span.end)
        if first >= 0 and role in paper.roles.above(section.span.start) and not paper.is_attached(section.span.start):
            sentence = paper.passages.sentence_at(first)
            yield Span(max(sentence.start, section.span.start), first + 1)


def _names(covenant: FoundCovenant) -> tuple[str, ...]:
    """Return the names of a covenant; for a financial one, also what people call a test of its kind."""
    names = (covenant.name, *covenant.also)
    kinds = dict.fromkeys(_covenant_ids(covenant))
    return (*names, *(name for kind in kinds for name in (kind.replace("_", " "), *_TABLE.covenants.get(kind, ()))))


def _covenant_ids(covenant: FoundCovenant) -> Iterator[str]:
    """Yield the ids of the tests that the names of a financial covenant stand for."""
    if covenant.kind is CovenantClass.FINANCIAL:
        read = (COVENANT_NAME_KIND.read(name) for name in (covenant.name, *covenant.also))
        yield from (one.value.canonical for one in read if isinstance(one, Read) and one.value.known)
