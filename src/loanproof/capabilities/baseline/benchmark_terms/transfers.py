"""Transfers by lenders: the fee, the minimum amount, and the time after which a borrower is deemed to consent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.periods import period_term
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import DURATION_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm


class _Transfers(WordTable):
    """The word lists of ``transfers.words.yaml``, which explains each of them."""

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
    of_transfers: PhrasePattern


_WORDS = load_words(__package__, "transfers", _Transfers)
_FEE = re.compile(
    rf"{_WORDS.fee.pattern}|(?:{_WORDS.pays.pattern})[^.;]{{0,40}}(?:{_WORDS.paid_for.pattern})", re.IGNORECASE
)
_FEE_OF = re.compile(rf"\bfees?\s+(?:\([^)]*\)\s*)?(?:{_WORDS.fee_is.pattern})\s*\Z", re.IGNORECASE)
_MAX_FEE = 100_000  # a larger sum is not a fee
_MINIMUM = re.compile(
    rf"(?:{_WORDS.at_least.pattern})[^.;]{{0,60}}\Z"
    rf"|(?:{_WORDS.never.pattern})[^.;]{{0,80}}(?:{_WORDS.under.pattern})\s*\Z",
    re.IGNORECASE,
)
_IN_AMOUNTS = re.compile(r"\bamounts?\s+of\s*\Z", re.IGNORECASE)
# Words after an amount that limit it to one facility.
_IN_THE_CASE = re.compile(
    r"[\s,(]{0,3}(?:in\s+the\s+case\s+of|with\s+respect\s+to|in\s+respect\s+of|for)\s(?:(?!\band\b)[^.;,$€£0-9]){1,60}",
    re.IGNORECASE,
)


def transfer_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the terms of transfers, each at most once."""
    yield from _amounts(paper)
    consent = next(_consents(paper), None)
    if consent is not None:
        yield consent


def _consents(paper: Paper) -> Iterator[DealTerm]:
    """Yield the times after which a borrower who says nothing has consented."""
    for found in paper.mentions.of(DURATION_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        before = Span(max(0, sentence.start - 400), sentence.end).of(paper.text)
        is_said = found.candidates[0].business_days and _WORDS.deemed.search(sentence.of(paper.text))
        if not is_said or paper.is_attached(found.span.start) or not _WORDS.consent.search(before):
            continue
        if Role.TRANSFERS in paper.roles.above(found.span.start) or _WORDS.transfer.search(before):
            yield period_term(paper, "borrower_consent", found.span)


def _amounts(paper: Paper) -> Iterator[DealTerm]:
    """Yield the fee for a transfer and its minimum amount, by the words around the figure."""
    seen: set[str] = set()
    for found in paper.mentions.of(MONEY_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        if paper.is_attached(found.span.start) or not _is_of_transfers(paper, sentence, found.span.start):
            continue
        near = paper.text[max(sentence.start, found.span.start - 140) : min(found.span.end + 60, sentence.end)]
        before = paper.text[max(sentence.start, found.span.start - 260) : found.span.start]
        term = _term_of(found.candidates[0].amount < _MAX_FEE, near, before)
        if term == "minimum_transfer" and _is_revolver(paper, found.span, before):
            term = "minimum_transfer_revolver"
        if term is not None and term not in seen:
            seen.add(term)
            yield period_term(paper, term, found.span)


def _is_of_transfers(paper: Paper, sentence: Span, at: int) -> bool:
    """Return whether a sentence is about transfers by lenders, by its section or its words."""
    roles = paper.roles.above(at)
    return Role.TRANSFERS in roles or bool(_WORDS.of_transfers.search(sentence.of(paper.text)))


def _term_of(is_small: bool, near: str, before: str) -> str | None:
    """Return which term a sum is: the fee, the minimum amount, or None."""
    if _FEE_OF.search(before) and is_small:
        return "transfer_fee"
    if _MINIMUM.search(before) or (_IN_AMOUNTS.search(before) and not is_small):
        return "minimum_transfer"
    return "transfer_fee" if _FEE.search(near) and is_small else None


def _is_revolver(paper: Paper, span: Span, before: str) -> bool:
    """Return whether an amount applies to a revolving facility: by *in the case of* after it, else by words before."""
    behind = _IN_THE_CASE.match(paper.text, span.end)
    told = before if behind is None else behind[0]
    return bool(_WORDS.revolving.search(told)) and not _WORDS.term_loans.search(told)
