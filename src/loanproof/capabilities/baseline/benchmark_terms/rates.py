"""Rates of a deal: default interest, the commitment fee, and the margin, for which there is no benchmark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.fields.commitment_fee import commitment_fee
from loanproof.capabilities.baseline.fields.margin import margin
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Rates(WordTable):
    """The word lists of ``rates.words.yaml``, which explains each of them."""

    overdue: PhrasePattern
    when_paid: PhrasePattern
    bears: PhrasePattern
    interest: PhrasePattern
    step_above: PhrasePattern
    given_away: PhrasePattern


_WORDS = load_words(__package__, "rates", _Rates)
# *35 per cent. of the applicable Margin*.
_OF_MARGIN = re.compile(r"\s+of\s+the\s+(?:[A-Z][\w-]*\s+){0,3}Margin", re.DOTALL)
_OTHER_ROLES = frozenset({Role.COSTS, Role.TRANSFERS})


def rate_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the terms that are rates."""
    yield from _default_interest(paper)
    yield from _commitment_fee(paper)
    yield from _margin(paper)


def _default_interest(paper: Paper) -> Iterator[DealTerm]:
    """Yield the clearest rate for overdue sums: under its own heading, as a step above another rate."""
    found = [(_weight(paper, one.span), -one.span.start, one.span) for one in paper.mentions.of(PERCENTAGE_KIND)]
    best = max((one for one in found if one[0]), default=None)
    if best is not None:
        span = best[2]
        sentence = paper.passages.sentence_at(span.start).of(paper.text)
        reason = None
        if _WORDS.given_away.search(sentence):
            reason = "the amount for late payment is given away and is no interest, so no benchmark compares with it"
        elif not _is_step(paper, span):
            reason = "the deal states the whole rate and no step above the rate otherwise payable"
        yield DealTerm(
            term="default_interest", value=" ".join(span.of(paper.text).split()),
            evidence=(quote_around(paper, span),), reason=reason,
        )  # fmt: skip


def _weight(paper: Paper, span: Span) -> int:
    """Return how clearly a rate is the one for overdue sums; 0 if it is not."""
    words = _WORDS.when_paid.sub(" ", paper.passages.sentence_at(span.start).of(paper.text))
    roles = paper.roles.above(span.start)
    is_own = Role.DEFAULT_INTEREST in roles
    if paper.is_attached(span.start) or not (is_own or _WORDS.overdue.search(words)) or not _WORDS.bears.search(words):
        return 0
    if roles & _OTHER_ROLES or (Role.EVENTS_OF_DEFAULT in roles and not _WORDS.interest.search(words)):
        return 0
    is_interest = bool(roles & {Role.INTEREST, Role.DEFAULT_INTEREST})
    return 1 + 20 * is_own + 10 * is_interest + 5 * (_is_step(paper, span) and not _WORDS.given_away.search(words))


def _is_step(paper: Paper, span: Span) -> bool:
    """Return whether a rate is added to the rate that is otherwise payable."""
    sentence = paper.passages.sentence_at(span.start)
    around = paper.text[max(sentence.start, span.start - 130) : min(span.end + 110, sentence.end)]
    return _WORDS.step_above.search(around) is not None


def _commitment_fee(paper: Paper) -> Iterator[DealTerm]:
    """Yield the first rate of the commitment fee, with *of the Margin* if that follows it."""
    settled = settle([one for one in commitment_fee(paper) if one.status == "extracted"])
    if settled is None:
        return
    best = settled.best
    for span in best.evidence:
        for found in paper.inside(PERCENTAGE_KIND, span):
            behind = _OF_MARGIN.match(paper.text, found.span.end)
            end = found.span.end if behind is None else behind.end()
            yield DealTerm(
                term="commitment_fee", value=" ".join(paper.text[found.span.start : end].split()), evidence=(span,)
            )
            return


def _margin(paper: Paper) -> Iterator[DealTerm]:
    """Yield the margin, which no benchmark compares with."""
    settled = settle(list(margin(paper)))
    if settled is not None:
        yield DealTerm(
            term="margin", value=None, evidence=settled.best.evidence[:1],
            reason="no form states a margin, and the library holds no market range for it",
        )  # fmt: skip
