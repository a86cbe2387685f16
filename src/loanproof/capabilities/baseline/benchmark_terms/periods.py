"""Periods of a deal: prepayment notices, lookbacks, day counts and grace periods."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.covenants.defaults import grace_periods
from loanproof.capabilities.baseline.covenants.found import CovenantClass
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import DURATION_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.found import FoundCovenant


class _Periods(WordTable):
    """The word lists of ``periods.words.yaml``, which explains each of them."""

    prepays: PhrasePattern
    may: PhrasePattern
    mandatory: PhrasePattern
    cancels: PhrasePattern
    notice: PhrasePattern
    lookback: PhrasePattern
    compounds: PhrasePattern
    daily_rates: PhrasePattern


_WORDS = load_words(__package__, "periods", _Periods)
_MAX_NOTICE = 6  # months
_IS_LOOKBACK = re.compile(r"\bLook-?back\s+Period[”\"’]?\s*(?:means|:|is|shall\s+mean)\s*\Z", re.IGNORECASE)
_DAY_COUNT = re.compile(
    r"\b(?:a\s+)?(?:year|base|basis)\s+of\s+(?:360|365)(?:\s+or\s+(?:360|365|366))?\s+days\b"
    r"|\b36[05][-\s]day\s+(?:year|basis)\b"
    r"|\b(?:actual|act)\s*/\s*36[05](?:\s*\(fixed\))?"
    r"|\bdays?\s+(?:elapsed\s+)?(?:over|divided\s+by)\s+36[05]\b|\b36[05]\s+days\s+(?:a|per)\s+year\b"
    r"|\b36[05]\s+days\s+in\s+(?:a|the|each)\s+year\b",
    re.IGNORECASE,
)


def period_terms(paper: Paper, covenants: Iterable[FoundCovenant]) -> Iterator[DealTerm]:
    """Yield the terms that are periods, and the levels of financial covenants, each at most once."""
    for one in (
        _prepayment_notice(paper), _lookback(paper), _day_count(paper), *_grace(paper), _levels(covenants),
    ):  # fmt: skip
        if one is not None:
            yield one


def _prepayment_notice(paper: Paper) -> DealTerm | None:
    """Return the notice for a voluntary prepayment, or None."""
    for found in paper.mentions.of(DURATION_KIND):
        roles = paper.roles.above(found.span.start)
        sentence = paper.passages.sentence_at(found.span.start)
        words = sentence.of(paper.text)
        if Role.PREPAYMENT in roles and not _WORDS.prepays.search(words) and not _WORDS.cancels.search(words):
            section = paper.document.section_at(sentence.start)  # the notice may have a sentence of its own
            start = sentence.start if section is None else section.span.start
            words = paper.text[max(start, sentence.start - 200) : sentence.end]
        if paper.is_attached(found.span.start) or not _WORDS.prepays.search(words) or _WORDS.mandatory.search(words):
            continue
        near = paper.text[max(sentence.start, found.span.start - 120) : min(sentence.end, found.span.end + 40)]
        period = found.candidates[0]
        is_short = period.business_days or period.days or 0 < period.months <= _MAX_NOTICE
        if (
            is_short
            and _WORDS.notice.search(near)
            and (roles & {Role.PREPAYMENT, Role.REPAYMENT} or _WORDS.may.search(words))
        ):
            return period_term(paper, "prepayment_notice", found.span)
    return None


def _lookback(paper: Paper) -> DealTerm | None:
    """Return the lookback period of a compounded rate, or None."""
    for found in paper.mentions.of(DURATION_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        words = sentence.of(paper.text)
        if paper.is_attached(found.span.start) or not found.candidates[0].business_days:
            continue
        near = paper.text[max(sentence.start, found.span.start - 40) : found.span.end + 20]
        if _IS_LOOKBACK.search(paper.text[max(0, found.span.start - 60) : found.span.start]):
            return period_term(paper, "rfr_lookback", found.span)
        if _WORDS.lookback.search(near) and _WORDS.compounds.search(words) and _WORDS.daily_rates.search(words):
            return period_term(paper, "rfr_lookback", found.span)
    return None


def _day_count(paper: Paper) -> DealTerm | None:
    """Return the first day count convention, or None."""
    for match in _DAY_COUNT.finditer(paper.text):
        if not paper.is_attached(match.start()):
            return period_term(paper, "day_count", Span(*match.span()))
    return None


def _grace(paper: Paper) -> Iterator[DealTerm]:
    """Yield the grace period for payments, and the longest one for other breaches."""
    found = grace_periods(paper)
    for term, chosen in (
        ("payment_grace", [one for one in found if one.is_payment]),
        ("remedy_period", [one for one in found if not one.is_payment and not one.is_cure]),
    ):
        if chosen:
            one = max(chosen, key=lambda each: each.days) if term == "remedy_period" else chosen[0]
            spans = [
                each.span
                for each in paper.inside(DURATION_KIND, one.span)
                if (each.candidates[0].business_days or each.candidates[0].days) == one.days
            ]
            if spans:
                yield DealTerm(term=term, value=" ".join(spans[0].of(paper.text).split()), evidence=(one.span,))


def _levels(covenants: Iterable[FoundCovenant]) -> DealTerm | None:
    """Return the levels of financial covenants, with which nothing compares; None if the deal has none."""
    first = next((one for one in covenants if one.kind is CovenantClass.FINANCIAL), None)
    if first is None:
        return None
    return DealTerm(
        term="financial_covenant_levels", value=None, evidence=first.evidence[:1],
        reason="no form states levels of financial covenants, and the library holds no market range for them",
    )  # fmt: skip


def period_term(paper: Paper, term: str, span: Span) -> DealTerm:
    """Return a term whose value is a span as it is written, with a quote around it."""
    value = " ".join(span.of(paper.text).split()).rstrip("’'")
    return DealTerm(term=term, value=value, evidence=(quote_around(paper, span),))
