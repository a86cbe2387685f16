"""Statements that the whole loan is paid off, or ends, on a certain day.

Agreements repay, discharge, clear, settle or return a loan; it matures, lapses, ends or runs until a day. Any of these
states the end if it is about all that is owed and the day follows a word such as *on* or *until*.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.core import PhrasePattern, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span


class _Words(WordTable):
    """What is paid, how this is said, and what makes a day the day of something else."""

    paid: PhrasePattern
    owed: PhrasePattern
    until: PhrasePattern
    other: PhrasePattern
    unless_sooner: PhrasePattern
    with_interest: PhrasePattern
    interest: PhrasePattern


_WORDS = load_words(__package__, "paying_off", _Words)
_MARK = re.compile(r"\((?:[a-z]{1,4}|[0-9]{1,2})\)\s*\Z")  # of an item: *the earlier of (i)* a day
_NEXT_CLAUSE = re.compile(r",\s+(?:and|or|but)\s+")
_REACH = 160  # characters before a day that may say what ends
_BEHIND = 120  # characters after it: *on which day all advances are to be repaid*
_NEAR = 70  # characters before it whose words may make it another day
ELSEWHERE = frozenset(
    {
        Role.REPRESENTATIONS, Role.INFORMATION, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS, Role.TRANSFERS, Role.COVENANTS,
        Role.FINANCIAL_COVENANTS, Role.NEGATIVE_PLEDGE, Role.FEES, Role.COMMITMENT_FEE, Role.PREPAYMENT, Role.COSTS,
        Role.DEFAULT_INTEREST, Role.RATE_FALLBACK, Role.AMENDMENTS, Role.EFFECTIVENESS, Role.NOTICES,
        Role.INTEREST_PERIODS, Role.ENFORCEMENT, Role.PURPOSE, Role.INCREASE, Role.LETTERS_OF_CREDIT,
    }
)  # fmt: skip
"""The roles of clauses that say when something other than the loan is due."""


def pays_off(paper: Paper, day: Span) -> bool:
    """Return whether the sentence around a day, or around a term for one, makes the whole loan end on it."""
    if paper.is_attached(day.start) or paper.roles.is_only(day.start, ELSEWHERE):
        return False
    sentence = paper.passages.sentence_at(day.start)
    before = _MARK.sub("", paper.text[max(sentence.start, day.start - _REACH) : day.start])
    behind = paper.text[day.end : min(sentence.end, day.end + _BEHIND)]
    if not _WORDS.until.search(before) or _is_other(_NEXT_CLAUSE.split(before[-_NEAR:])[-1]):
        return False
    is_paid = _WORDS.paid.search(before) or _WORDS.paid.search(behind)
    return is_paid is not None and _WORDS.owed.search(sentence.of(paper.text)) is not None


def _is_other(near: str) -> bool:
    """Return whether words right before a day make it the day of something else, or of interest alone."""
    words = _WORDS.with_interest.sub("", _WORDS.unless_sooner.sub("", near))
    return bool(_WORDS.other.search(words) or _WORDS.interest.search(words))
