"""Statements on repayment: each sentence that provides for it, with the sentences that only add details."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.core import PhrasePattern, Span, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Words(WordTable):
    """What statements on repayment say: that something is paid, in which parts, when or on demand, and what remains."""

    pays: PhrasePattern
    each_period: PhrasePattern
    own_end: PhrasePattern
    instalments: PhrasePattern
    one_sum: PhrasePattern
    balance: PhrasePattern
    denied: PhrasePattern
    goes_on: PhrasePattern
    owed: PhrasePattern
    not_each: PhrasePattern
    again: PhrasePattern
    negated: PhrasePattern
    end_days: PhrasePattern
    end_of_term: PhrasePattern
    nearly: PhrasePattern
    lent_too: PhrasePattern
    reimbursed: PhrasePattern
    at_any_time: PhrasePattern
    asks_payment: PhrasePattern
    whenever: PhrasePattern
    revolving: PhrasePattern


WORDS = load_words(__package__, "repayment_statements", _Words)
"""The words of statements on repayment."""
_PAY_PRINCIPAL = re.compile(r"\bpay\b[^.;]{0,400}\bprincipal\b", re.IGNORECASE)
_EACH_DAY = re.compile(r"\b(?:each|every)\s+[0-9]{1,2}\s+[A-Z][a-z]{2,8}\b")  # each 30 June
# An item that is a statement by itself.
_STATES = re.compile(
    r"\b(?:shall|must|will|may|is|are|repays?|pays?|instal\w+)\b[^.;]{0,200}\b"
    r"(?:repa|paid|pay|due|matur|reborrow|re-borrow|re-drawn|redrawn)",
    re.IGNORECASE,
)
# The mark of an item in running text.
_IN_LINE = re.compile(r"(?:[;:,]\s+(?:and\s+|or\s+)?|\bpay\s+|\brepay\s+)(?P<mark>\((?:[a-d]|i{1,3}|[1-4])\))\s")
_MAX_SENTENCES = 4  # of one statement: the instalments, their sums, the first and the last of them


def find_paying(text: str, span: Span) -> re.Match[str] | None:
    """Return the first words of a span which say that something is paid back."""
    found = [one.search(text, span.start, span.end) for one in (WORDS.pays, _PAY_PRINCIPAL)]
    return min((one for one in found if one is not None), key=lambda one: one.start(), default=None)


def find_parts(text: str, span: Span) -> re.Match[str] | None:
    """Return the first words of a span which say that it is paid in parts."""
    return WORDS.instalments.search(text, span.start, span.end) or _EACH_DAY.search(text, span.start, span.end)


def statements_in(paper: Paper, span: Span) -> Sequence[Span]:
    """Return the statements on repayment in a span: a sentence that provides for it, and what continues it."""
    found: list[Span] = []
    count = 0
    for one in paper.passages.sentences_in(span):
        words = one.of(paper.text)
        if found and count < _MAX_SENTENCES and _continues(paper, found[-1], one):
            found[-1] = Span(found[-1].start, one.end)
            count += 1
        elif find_paying(paper.text, one) or (find_parts(paper.text, one) and WORDS.owed.search(words)):
            found += _items(paper, one)
            count = 1
    return found


def _items(paper: Paper, sentence: Span) -> list[Span]:
    """Return the items of a sentence that are statements by themselves, or the sentence if its lead belongs to each."""
    starts = [one.span.start for one in paper.document.sections if sentence.start < one.span.start < sentence.end]
    starts = starts or [one.start("mark") for one in _IN_LINE.finditer(paper.text, sentence.start, sentence.end)]
    cuts = [sentence.start, *starts, sentence.end]
    parts = [Span(*pair) for pair in pairwise(cuts)]
    own = [one for one in parts if _STATES.search(one.of(paper.text))]
    return own if len(own) > 1 or (own and own[0] is not parts[0]) else [sentence]


def _continues(paper: Paper, before: Span, sentence: Span) -> bool:
    """Return whether a sentence only adds details to the instalments of the statement before it."""
    words = sentence.of(paper.text)
    is_same = paper.document.section_at(before.start) is paper.document.section_at(sentence.start)
    is_same = is_same or _is_rest(paper, before, sentence)
    is_next = len(paper.text[before.end : sentence.start].strip()) == 0
    goes_on = find_parts(paper.text, before) and WORDS.goes_on.search(words) and not WORDS.denied.search(words)
    return bool(is_same and is_next and goes_on)


def _is_rest(paper: Paper, before: Span, sentence: Span) -> bool:
    """Return whether the next clause makes the rest of the same loan due, which the instalments leave open."""
    first, words = before.of(paper.text), sentence.of(paper.text)
    is_complete = WORDS.balance.search(first) or WORDS.one_sum.search(first) or WORDS.each_period.search(words)
    is_same_loan = paper.tranches.named_in(before) == paper.tranches.named_in(sentence)
    return WORDS.balance.search(words) is not None and not is_complete and is_same_loan
