"""The step of a sustainability margin, and the spread that is added to a rate that replaced another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Spreads(WordTable):
    """The word lists of ``spreads.words.yaml``, which explains each of them."""

    aims: PhrasePattern
    adjusts: PhrasePattern
    adjustment_spread: PhrasePattern
    adjusted_rate: PhrasePattern


_WORDS = load_words(__package__, "spreads", _Spreads)
_RATCHET = re.compile(rf"(?:{_WORDS.aims.pattern})[^.;]{{0,200}}(?:{_WORDS.adjusts.pattern})", re.IGNORECASE)
_ADJUSTED = re.compile(  # the step comes before the targets that it depends on
    rf"(?:{_WORDS.adjusts.pattern})(?=[^.;]{{0,60}}\d)(?=[^;]{{0,200}}(?:{_WORDS.aims.pattern}))", re.IGNORECASE
)
_PLUS = re.compile(rf"(?:{_WORDS.adjusted_rate.pattern})[^.;]{{0,200}}?\bplus\s+(?=\d)", re.IGNORECASE)
_DEFINED = re.compile(rf"(?:{_WORDS.adjustment_spread.pattern})[”\"’]?\s+(?:means|shall\s+mean|is)\b", re.IGNORECASE)
_REACH = 260  # characters after the words in which the rate follows


def spread_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield each term at most once; a definition of the spread comes before other sentences."""
    for term, patterns in (
        ("sll_ratchet", (_RATCHET, _ADJUSTED)),
        ("credit_adjustment_spread", (_DEFINED, _PLUS, _WORDS.adjustment_spread)),
    ):
        yield from islice((one for words in patterns for one in _steps(paper, term, words)), 1)


def _steps(paper: Paper, term: str, words: re.Pattern[str]) -> Iterator[DealTerm]:
    """Yield the first rate after each match of the words, in the same sentence."""
    for match in words.finditer(paper.text):
        sentence = paper.passages.sentence_at(match.start())
        reach = Span(match.start(), min(match.end() + _REACH, sentence.end, len(paper.text)))
        found = next(paper.inside(PERCENTAGE_KIND, reach), None)
        if found is not None and not paper.is_attached(match.start()):
            value = " ".join(found.span.of(paper.text).split())
            yield DealTerm(term=term, value=value, evidence=(quote_around(paper, found.span),))
