"""The deadlines for delivering accounts: from the covenants, or else from lines and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.benchmark_terms.periods import period_term
from loanproof.capabilities.baseline.covenants.found import CovenantClass
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import DURATION_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.found import FoundCovenant


class _Accounts(WordTable):
    """The word lists of ``accounts.words.yaml``, which explains each of them."""

    accounts: PhrasePattern
    half: PhrasePattern
    quarter: PhrasePattern
    year: PhrasePattern
    counts_from: PhrasePattern


_WORDS = load_words(__package__, "accounts", _Accounts)
_YEAR, _HALF, _QUARTER = "information_undertakings", "semi_annual_accounts", "quarterly_accounts"
_TERM_BY_FREQUENCY = {"annual": _YEAR, "semi_annual": _HALF, "quarterly": _QUARTER}
# For each term, the words for the period that its accounts cover.
_PERIOD_ENDS = ((_QUARTER, _WORDS.quarter), (_HALF, _WORDS.half), (_YEAR, _WORDS.year))
_NEAR = 160  # characters on both sides of a period


def account_terms(paper: Paper, covenants: Iterable[FoundCovenant]) -> Iterator[DealTerm]:
    """Yield the deadline for each kind of accounts, once."""
    seen: set[str] = set()
    for one in (*_by_covenants(paper, covenants), *_by_words(paper)):
        if one.term not in seen:
            seen.add(one.term)
            yield one


def _by_covenants(paper: Paper, covenants: Iterable[FoundCovenant]) -> Iterator[DealTerm]:
    """Yield the deadlines that information covenants state."""
    for one in covenants:
        term = _TERM_BY_FREQUENCY.get(one.frequency)
        if one.kind is not CovenantClass.INFORMATION or one.threshold is None or term is None:
            continue
        if _WORDS.accounts.search(one.evidence[0].of(paper.text)):
            yield DealTerm(term=term, value=one.threshold, evidence=one.evidence[:1])


def _by_words(paper: Paper) -> Iterator[DealTerm]:
    """Yield the deadlines, next to words for accounts, that run from the end of a year, half-year or quarter."""
    for found in paper.mentions.of(DURATION_KIND):
        piece = paper.passages.piece_at(found.span.start)
        near = Span(max(piece.start, found.span.start - _NEAR), min(piece.end, found.span.end + _NEAR))
        behind = Span(found.span.end, max(found.span.end, near.end)).of(paper.text)
        begins = _WORDS.counts_from.match(behind)
        if _WORDS.quarter.search(found.span.of(paper.text)):
            continue  # *the first three quarters of a year* is not a deadline
        if begins is None or paper.is_attached(found.span.start) or not _WORDS.accounts.search(near.of(paper.text)):
            continue
        ends = [(match.start(), term) for term, words in _PERIOD_ENDS if (match := words.search(behind, begins.end()))]
        if ends:
            yield period_term(paper, min(ends)[1], found.span)
