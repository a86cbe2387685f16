"""Periods and amounts of a deal: notices, consents, lookbacks, day counts, transfers, grace, and reporting times."""

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
from loanproof.values import DURATION_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.found import FoundCovenant


class _Periods(WordTable):
    """Each list is explained in the table."""

    prepays: PhrasePattern
    may: PhrasePattern
    mandatory: PhrasePattern
    cancels: PhrasePattern
    notice: PhrasePattern
    deemed: PhrasePattern
    consent: PhrasePattern
    transfer: PhrasePattern
    fee: PhrasePattern
    pays: PhrasePattern
    paid_for: PhrasePattern
    fee_is: PhrasePattern
    at_least: PhrasePattern
    never: PhrasePattern
    under: PhrasePattern
    revolving: PhrasePattern
    term_loans: PhrasePattern
    lookback: PhrasePattern
    compounds: PhrasePattern
    daily_rates: PhrasePattern
    accounts: PhrasePattern


_WORDS = load_words(__package__, "periods", _Periods)
_LONGEST_NOTICE = 6  # months
_IS_LOOKBACK = re.compile(r"\bLook-?back\s+Period[”\"’]?\s*(?:means|:|is|shall\s+mean)\s*\Z", re.IGNORECASE)
_DAY_COUNT = re.compile(
    r"\b(?:a\s+)?year\s+of\s+(?:360|365)(?:\s+or\s+(?:360|365|366))?\s+days\b|\b36[05][-\s]day\s+(?:year|basis)\b"
    r"|\b(?:actual|act)\s*/\s*36[05](?:\s*\(fixed\))?|\bdays?\s+(?:elapsed\s+)?(?:over|divided\s+by)\s+36[05]\b|\b36[05]\s+days\s+(?:a|per)\s+year\b"
    r"|\b36[05]\s+days\s+in\s+(?:a|the|each)\s+year\b",
    re.IGNORECASE,
)
_FEE = re.compile(
    rf"{_WORDS.fee.pattern}|(?:{_WORDS.pays.pattern})[^.;]{{0,40}}(?:{_WORDS.paid_for.pattern})", re.IGNORECASE
)
_FEE_OF = re.compile(rf"\bfees?\s+(?:\([^)]*\)\s*)?(?:{_WORDS.fee_is.pattern})\s*\Z", re.IGNORECASE)
_LARGEST_FEE = 100_000
_LEAST = re.compile(
    rf"(?:{_WORDS.at_least.pattern})[^.;]{{0,60}}\Z|(?:{_WORDS.never.pattern})[^.;]{{0,80}}(?:{_WORDS.under.pattern})\s*\Z",
    re.IGNORECASE,
)
_IN_AMOUNTS = re.compile(r"\bamounts?\s+of\s*\Z", re.IGNORECASE)
_IN_THE_CASE = re.compile(
    r"[\s,(]{0,3}(?:in\s+the\s+case\s+of|with\s+respect\s+to|in\s+respect\s+of|for)\s(?:(?!\band\b)[^.;,$€£0-9]){1,60}",
    re.IGNORECASE,
)
_REPORTS = {
    "annual": "information_undertakings",
    "semi_annual": "semi_annual_accounts",
    "quarterly": "quarterly_accounts",
}


def period_terms(paper: Paper, covenants: Iterable[FoundCovenant]) -> Iterator[DealTerm]:
    """Yield the terms that are periods or amounts, each at most once."""
    for one in (
        _prepayment_notice(paper), _consent(paper), _lookback(paper), _day_count(paper), *_transfers(paper),
        *_grace(paper), *_reports(paper, covenants), _levels(covenants),
    ):  # fmt: skip
        if one is not None:
            yield one


def _prepayment_notice(paper: Paper) -> DealTerm | None:
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
        is_short = period.business_days or period.days or 0 < period.months <= _LONGEST_NOTICE
        if (
            is_short
            and _WORDS.notice.search(near)
            and (roles & {Role.PREPAYMENT, Role.REPAYMENT} or _WORDS.may.search(words))
        ):
            return _term(paper, "prepayment_notice", found.span)
    return None


def _consent(paper: Paper) -> DealTerm | None:
    for found in paper.mentions.of(DURATION_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        before = Span(max(0, sentence.start - 400), sentence.end).of(paper.text)
        words = sentence.of(paper.text)
        if (
            paper.is_attached(found.span.start)
            or not found.candidates[0].business_days
            or not _WORDS.deemed.search(words)
        ):
            continue
        if _WORDS.consent.search(before) and (
            Role.TRANSFERS in paper.roles.above(found.span.start) or _WORDS.transfer.search(before)
        ):
            return _term(paper, "borrower_consent", found.span)
    return None


def _lookback(paper: Paper) -> DealTerm | None:
    for found in paper.mentions.of(DURATION_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        words = sentence.of(paper.text)
        if paper.is_attached(found.span.start) or not found.candidates[0].business_days:
            continue
        near = paper.text[max(sentence.start, found.span.start - 40) : found.span.end + 20]
        if _IS_LOOKBACK.search(paper.text[max(0, found.span.start - 60) : found.span.start]):
            return _term(paper, "rfr_lookback", found.span)
        if _WORDS.lookback.search(near) and _WORDS.compounds.search(words) and _WORDS.daily_rates.search(words):
            return _term(paper, "rfr_lookback", found.span)
    return None


def _day_count(paper: Paper) -> DealTerm | None:
    for match in _DAY_COUNT.finditer(paper.text):
        if not paper.is_attached(match.start()):
            return _term(paper, "day_count", Span(*match.span()))
    return None


def _transfers(paper: Paper) -> Iterator[DealTerm]:
    """Yield the fee for a transfer and its smallest amount, by what is before the figure."""
    seen: set[str] = set()
    for found in paper.mentions.of(MONEY_KIND):
        if paper.is_attached(found.span.start) or Role.TRANSFERS not in paper.roles.above(found.span.start):
            continue
        sentence = paper.passages.sentence_at(found.span.start)
        near = paper.text[max(sentence.start, found.span.start - 140) : min(found.span.end + 60, sentence.end)]
        before = paper.text[max(sentence.start, found.span.start - 260) : found.span.start]
        if _FEE_OF.search(before) and found.candidates[0].amount < _LARGEST_FEE:
            term = "transfer_fee"
        elif _LEAST.search(before) or (_IN_AMOUNTS.search(before) and found.candidates[0].amount >= _LARGEST_FEE):
            term = "minimum_transfer_revolver" if _is_revolver(paper, found.span, before) else "minimum_transfer"
        elif _FEE.search(near) and found.candidates[0].amount < _LARGEST_FEE:
            term = "transfer_fee"
        else:
            continue
        if term not in seen:
            seen.add(term)
            yield _term(paper, term, found.span)


def _is_revolver(paper: Paper, span: Span, before: str) -> bool:
    """Tell whether an amount is that of a revolving facility: by ``in the case of`` behind it, else by words before."""
    behind = _IN_THE_CASE.match(paper.text, span.end)
    told = before if behind is None else behind[0]
    return bool(_WORDS.revolving.search(told)) and not _WORDS.term_loans.search(told)


def _grace(paper: Paper) -> Iterator[DealTerm]:
    found = grace_periods(paper)
    for term, chosen in (
        ("payment_grace", [one for one in found if one.is_payment]),
        ("remedy_period", [one for one in found if not one.is_payment and not one.is_cure]),
    ):
        if chosen:
            one = max(chosen, key=lambda each: each.days) if term == "remedy_period" else chosen[0]
            duration = next(iter(paper.inside(DURATION_KIND, one.span)), None)
            spans = [
                each.span
                for each in paper.inside(DURATION_KIND, one.span)
                if (each.candidates[0].business_days or each.candidates[0].days) == one.days
            ]
            if duration is not None and spans:
                yield DealTerm(term=term, value=" ".join(spans[0].of(paper.text).split()), evidence=(one.span,))


def _reports(paper: Paper, covenants: Iterable[FoundCovenant]) -> Iterator[DealTerm]:
    seen: set[str] = set()
    for one in covenants:
        term = _REPORTS.get(one.frequency)
        if one.kind is not CovenantClass.INFORMATION or one.threshold is None or term is None or term in seen:
            continue
        if _WORDS.accounts.search(one.evidence[0].of(paper.text)):
            seen.add(term)
            yield DealTerm(term=term, value=one.threshold, evidence=one.evidence[:1])


def _levels(covenants: Iterable[FoundCovenant]) -> DealTerm | None:
    first = next((one for one in covenants if one.kind is CovenantClass.FINANCIAL), None)
    if first is None:
        return None
    return DealTerm(
        term="financial_covenant_levels", value=None, evidence=first.evidence[:1],
        reason="no form states levels of financial covenants, and the library holds no market range for them",
    )  # fmt: skip


def _term(paper: Paper, term: str, span: Span) -> DealTerm:
    value = " ".join(span.of(paper.text).split()).rstrip("’'")
    return DealTerm(term=term, value=value, evidence=(quote_around(paper, span),))
