"""Rates and shares of a deal: default interest, floors, fees, majorities, and what nobody has a benchmark for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
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
    """Each list is explained in the table."""

    overdue: PhrasePattern
    bears: PhrasePattern
    interest: PhrasePattern
    step_above: PhrasePattern
    given_away: PhrasePattern
    below: PhrasePattern
    low: PhrasePattern
    deemed: PhrasePattern
    reference_rates: PhrasePattern
    bank_rates: PhrasePattern
    aims: PhrasePattern
    adjusts: PhrasePattern
    adjustment_spread: PhrasePattern
    deciding: PhrasePattern
    deciders: PhrasePattern
    lenders: PhrasePattern
    hold: PhrasePattern
    held: PhrasePattern
    whole: PhrasePattern
    more_than: PhrasePattern
    in_words: PhrasePattern


_WORDS = load_words(__package__, "rates", _Rates)
_LOW = rf"(?:{_WORDS.low.pattern})"
_ZERO = re.compile(
    rf"{_LOW}[^.;]{{0,80}}?\b(?P<zero>zero)\b[^.;]{{0,120}}\bzero\b|\bfloor\s+of\s+(?P<floor>zero)\b"
    rf"|{_LOW}[^.;]{{0,80}}?\b(?:as|be|at|is)\s+(?P<counted>zero)\b|\b(?:not|never)\b[^.;]{{0,40}}?{_LOW}\s+(?P<least>zero)\b"
    rf"|\b(?P<deemed>zero)\b[^.;]{{0,60}}{_LOW}[^.;]{{0,20}}\bzero\b",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"\bzero\b", re.IGNORECASE)
_RATCHET = re.compile(rf"(?:{_WORDS.aims.pattern})[^.;]{{0,200}}(?:{_WORDS.adjusts.pattern})", re.IGNORECASE)
_ADJUSTED = re.compile(  # the step is before the aims that it is for
    rf"(?:{_WORDS.adjusts.pattern})(?=[^.;]{{0,60}}\d)(?=[^;]{{0,200}}(?:{_WORDS.aims.pattern}))", re.IGNORECASE
)
_REACH = 260
_OF_RATES = frozenset({Role.DEFINITIONS, Role.INTEREST, Role.RATE_FALLBACK, Role.PRICING})
_RATE = re.compile(_WORDS.reference_rates.pattern)  # in capital letters: not any rate
_DECIDING = rf"(?:{_WORDS.deciding.pattern})\s+(?:\w+\s+)?(?:{_WORDS.deciders.pattern})"
_MAJORITY = re.compile(rf"{_DECIDING}\Z", re.IGNORECASE)
_DEFINES = re.compile(rf"[“\"]{_DECIDING}[”\"]\s+means", re.IGNORECASE)
_NAMED = re.compile(rf"\((?:[^()]{{0,40}}[“\"])?{_DECIDING}[”\"]?\)", re.IGNORECASE)
_FRACTION = re.compile(r"\b(?:two[-\s]thirds|three[-\s]quarters|one[-\s]half)\b", re.IGNORECASE)
_DECIDE = re.compile(
    rf"(?:{_WORDS.lenders.pattern})[^.;]{{0,80}}(?:{_WORDS.hold.pattern})[^.;]{{0,120}}(?:{_WORDS.held.pattern})",
    re.IGNORECASE,
)
_LONGEST = 420
_OF_WHAT = re.compile(
    rf"\s+of\s+(?:the\s+|all\s+)?(?:[A-Za-z]+\s+){{0,6}}?(?:{_WORDS.whole.pattern})"
    r"(?:\s+(?:of|and)\s+(?:the\s+)?(?:[a-z]+\s+)?(?:Commitments|Loans))?"
)
_OF_MARGIN = re.compile(r"\s+of\s+the\s+(?:[A-Z][\w-]*\s+){0,3}Margin", re.DOTALL)
_WHOLE = re.compile(r"\b\d{1,2}\s+\Z")
_COUNTED = f"(?:{_WORDS.in_words.pattern})"
_TOLD_TWICE = re.compile(
    rf"{_COUNTED}(?:[\s-]+{_COUNTED}){{0,6}}\s+per\s?cent\.?\s+\((?P<figure>[0-9][^()]{{0,12}}%)\)", re.IGNORECASE
)


def rate_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the terms that are rates or shares."""
    yield from _default_interest(paper)
    yield from _floor(paper)
    yield from _majority(paper)
    yield from _stepped(paper)
    yield from _commitment_fee(paper)
    yield from _margin(paper)


def _default_interest(paper: Paper) -> Iterator[DealTerm]:
    best: tuple[int, DealTerm] | None = None
    for found in paper.mentions.of(PERCENTAGE_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        words = sentence.of(paper.text)
        roles = paper.roles.above(found.span.start)
        is_own = Role.DEFAULT_INTEREST in roles
        if (
            paper.is_attached(found.span.start)
            or not (is_own or _WORDS.overdue.search(words))
            or not _WORDS.bears.search(words)
        ):
            continue
        if roles & {Role.COSTS, Role.TRANSFERS} or (
            Role.EVENTS_OF_DEFAULT in roles and not _WORDS.interest.search(words)
        ):
            continue
        around = paper.text[max(sentence.start, found.span.start - 130) : min(found.span.end + 110, sentence.end)]
        reason = None
        if _WORDS.given_away.search(words):
            reason = "the amount for late payment is given away and is no interest, so no benchmark compares with it"
        elif not _WORDS.step_above.search(around):
            reason = "the deal states the whole rate and no step above the rate otherwise payable"
        weight = 20 * is_own + 10 * bool(roles & {Role.INTEREST, Role.DEFAULT_INTEREST}) + 5 * (reason is None)
        one = DealTerm(
            term="default_interest", value=" ".join(found.span.of(paper.text).split()),
            evidence=(quote_around(paper, found.span),), reason=reason,
        )  # fmt: skip
        if best is None or weight > best[0]:
            best = weight, one
    if best is not None:
        yield best[1]


def _floor(paper: Paper) -> Iterator[DealTerm]:
    for found in paper.mentions.of(PERCENTAGE_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        before = paper.text[sentence.start : found.span.start]
        words = sentence.of(paper.text)
        if paper.is_attached(found.span.start) or not _WORDS.below.search(before[-40:]) or not _RATE.search(words):
            continue
        if _WORDS.bank_rates.search(words):
            continue
        if not _WORDS.deemed.search(words) or not paper.roles.above(found.span.start) & _OF_RATES:
            continue
        yield DealTerm(
            term="benchmark_floor",
            value=" ".join(found.span.of(paper.text).split()),
            evidence=(quote_around(paper, found.span),),
        )
        return
    yield from (*_defined_floor(paper), *_zero_floor(paper))[:1]


def _defined_floor(paper: Paper) -> Iterator[DealTerm]:
    """Yield the floor that has a definition of its own, which the clause on the rate refers to."""
    for definition in paper.definitions.ending("Floor"):
        figures = [one.span for one in paper.inside(PERCENTAGE_KIND, definition.body)]
        zero = _NOTHING.search(paper.text, definition.body.start, definition.body.end)
        spans = [*figures, *([] if zero is None else [Span(*zero.span())])]
        if spans and not paper.is_attached(definition.span.start):
            value = " ".join(spans[0].of(paper.text).split())
            yield DealTerm(term="benchmark_floor", value=value, evidence=(quote_around(paper, definition.span),))


def _zero_floor(paper: Paper) -> Iterator[DealTerm]:
    """Yield the floor that is written as a word: ``if that rate is less than zero, it shall be deemed to be zero``."""
    for match in _ZERO.finditer(paper.text):
        words = paper.passages.sentence_at(match.start()).of(paper.text)
        if not paper.is_attached(match.start()) and _RATE.search(words) and not _WORDS.bank_rates.search(words):
            zero = Span(*match.span(match.lastgroup or 0))
            yield DealTerm(term="benchmark_floor", value=zero.of(paper.text), evidence=(quote_around(paper, zero),))
            return


def _stepped(paper: Paper) -> Iterator[DealTerm]:
    """Yield the step of a sustainability margin, and the spread that is added to a rate that replaced another."""
    for term, patterns in (
        ("sll_ratchet", (_RATCHET, _ADJUSTED)),
        ("credit_adjustment_spread", (_WORDS.adjustment_spread,)),
    ):
        yield from islice((one for words in patterns for one in _steps(paper, term, words)), 1)


def _steps(paper: Paper, term: str, words: re.Pattern[str]) -> Iterator[DealTerm]:
    for match in words.finditer(paper.text):
        reach = Span(match.start(), min(match.end() + _REACH, len(paper.text)))
        found = next(paper.inside(PERCENTAGE_KIND, reach), None)
        near = found is not None and paper.passages.sentence_at(match.start()).contains(found.span)
        if found is not None and near and not paper.is_attached(match.start()):
            value = " ".join(found.span.of(paper.text).split())
            yield DealTerm(term=term, value=value, evidence=(quote_around(paper, found.span),))


def _with_whole_number(text: str, start: int) -> int:
    """Return where ``66 2/3`` begins, of which only the fraction was read."""
    before = _WHOLE.search(text, max(0, start - 6), start)
    return before.start() if before is not None and "/" in text[start : start + 4] else start


def _majority(paper: Paper) -> Iterator[DealTerm]:
    for span in _majority_definitions(paper):
        for share in _shares(paper, span):
            start = _with_whole_number(paper.text, share.start)
            before = _WORDS.more_than.search(paper.text, max(span.start, start - 30), start)
            behind = _OF_WHAT.match(paper.text, share.end, min(span.end, share.end + 90))
            end = share.end if behind is None else behind.end()
            whole = Span(start if before is None else before.start(), end)
            shown = Span(span.start, end) if end - span.start < _LONGEST else quote_around(paper, whole)
            # "sixty-six and two-thirds percent (66-2/3%)" is one figure told twice.
            value = _TOLD_TWICE.sub(r"\g<figure>", " ".join(whole.of(paper.text).split()))
            yield DealTerm(term="majority_lenders", value=value, evidence=(shown,))
            return


def _shares(paper: Paper, span: Span) -> Iterator[Span]:
    """Yield the shares of a definition, in figures or else as a fraction in words."""
    yield from (found.span for found in paper.inside(PERCENTAGE_KIND, span))
    yield from (Span(*match.span()) for match in _FRACTION.finditer(paper.text, span.start, span.end))


def _majority_definitions(paper: Paper) -> Iterator[Span]:
    """Yield the definitions of the lenders who decide, also one that the clause tree did not take for a definition."""
    yield from (one.span for one in paper.definitions.all if _MAJORITY.search(" ".join(one.words)))
    yield from (one.span for one in paper.definitions.all if _DECIDE.search(one.body.of(paper.text)[:300]))
    for match in _DEFINES.finditer(paper.text):
        yield Span(match.start(), paper.passages.sentence_at(match.end()).end)
    for match in _NAMED.finditer(paper.text):
        yield Span(paper.passages.sentence_at(match.start()).start, match.end())


def _commitment_fee(paper: Paper) -> Iterator[DealTerm]:
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
    settled = settle(list(margin(paper)))
    if settled is not None:
        yield DealTerm(
            term="margin", value=None, evidence=settled.best.evidence[:1],
            reason="no form states a margin, and the library holds no market range for it",
        )  # fmt: skip
