"""Instalments in words: their class, sum, frequency and days, and what remains at the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.amounts import written_sum
from loanproof.capabilities.baseline.fields.candidate import Candidate, Status
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.repayment_statements import WORDS
from loanproof.core import Span
from loanproof.values import (
    DATE_KIND,
    FREQUENCY_KIND,
    MONEY_KIND,
    PERCENTAGE_KIND,
    REPAYMENT_KIND,
    Read,
    RepaymentClass,
)

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Found, Money, Percentage, Reading, Repayment

EQUAL = re.compile(
    r"\bequal\b(?!\s+to\b)|\bequated\b|\beach\s+(?:being\s+|of\s+them\s+)?equal\s+to\b"
    r"|\beach\s+(?:of|being)\s+(?:one[\s-]\w+th|1/[0-9]+)\b",
    re.IGNORECASE,
)
"""Words that make instalments equal."""
_LAST_AT_THE_END = re.compile(r"\b(?:last|final)\b[^.;]{0,60}\bon\s+the\s+[\w\s]{0,30}(?:date|day)", re.IGNORECASE)
_AN_INSTALMENT = re.compile(
    r"\b(?:an?|each|every|equal|\w+ly)\s+instal\w+\s+(?:of\s+the\s+\w+\s+)?of\s*\Z", re.IGNORECASE
)
# The last instalment is whatever remains.
_LAST_IS_BALANCE = re.compile(
    r"\b(?:last|final)\b[^.;]{0,120}\b"
    r"(?:balance|remaining|remainder|all\s+(?:\w+\s+){0,2}principal|then\s+unpaid|different)\b",
    re.IGNORECASE,
)
_NEXT_ONES = re.compile(
    r"\b(?:next|following|subsequent|remaining|last|further|then)\s+(?:\w+\s+){0,3}(?:of|each|at|in)\b", re.IGNORECASE
)
_BALLOON = re.compile(r"\bballoon\b", re.IGNORECASE)
_ON_OWN_DAY = re.compile(
    r"\s*(?:of\s+(?:the\s+)?(?:\w+\s+){1,5}?)?on\s+(?:the\s+(?:date|day)\b|the\s+\w+\s+anniversary\b|[0-9])",
    re.IGNORECASE,
)
# A defined term for the payment dates: *each Interest Payment Date*.
_DATES_TERM = re.compile(r"\b(?:each|every)\s+(?P<term>(?:[A-Z][\w-]*\s+){0,4}(?:Date|Day))\b")
_IN_THE_CASE_OF = re.compile(
    r",?\s+(?:in\s+(?:the\s+case|respect)\s+of|in\s+relation\s+to|with\s+respect\s+to|for|under)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_LONGEST_NAME = 24  # characters of the name of a tranche right behind its sum
_MAX_DEFINITION = 300  # characters of a definition of payment dates
_QUARTER_ENDING = re.compile(r"\b(?:commencing|beginning|starting)\b[^.;]{0,60}\bending\s+(?:on\s+)?\Z", re.IGNORECASE)
_MAX_NOMINAL = 2  # highest nominal instalment, in per cent of the loan; the rest falls due at the end


def by_instalments(
    paper: Paper, sentence: Span, words: str, end: Candidate | None, reading: Reading[Repayment]
) -> tuple[dict[str, object], Candidate | None] | None:
    """Return what a sentence on instalments provides for and the maturity date of the last one, or None."""
    money = _each_sum(paper, sentence)
    if not isinstance(reading, Read):
        return None
    is_reduced = money is not None and reading.value.frequency is not None and WORDS.balance.search(words) is not None
    if not reading.value.repayment_class.is_amortising and not is_reduced:
        return None
    value = dict(REPAYMENT_KIND.structure.write(reading.value))
    _put_first(paper, sentence, value)
    if money is not None and "amount" not in value:
        value["amount"] = written_sum(paper, money)
    share = next(paper.inside(PERCENTAGE_KIND, sentence), None)
    is_last = _LAST_AT_THE_END.search(words) is not None and not _BALLOON.search(words)
    kind = _kind(words, reading.value, share, has_sum=money is not None, is_last=is_last)
    if kind is None:
        return None
    value["class"] = kind.value
    # Equal or regular instalments fall due on the same days of each year, whatever day the last one has.
    is_regular = EQUAL.search(words) is not None or reading.value.frequency is not None
    has_own_days = not is_regular and _has_own_days(paper, sentence)
    if has_own_days or (kind is not RepaymentClass.BALLOON and _has_steps(paper, sentence)):
        value["class"] = RepaymentClass.TABLE.value
        value.pop("amount", None)
    if kind is RepaymentClass.NOMINAL and share is not None:
        value["amount"] = " ".join(share.span.of(paper.text).split())
    has_end = end is not None and end.status is Status.EXTRACTED
    if has_end and end is not None and "last" not in value and (is_last or WORDS.balance.search(words)):
        value["last"] = end.value
    value.pop("rows", None)
    return value, end if "last" in value else None


def frequency_of_dates(paper: Paper, sentence: Span) -> tuple[str, Span] | None:
    """Return how often the dates of a term such as *each Interest Payment Date* recur, with a quote."""
    for match in _DATES_TERM.finditer(paper.text, sentence.start, sentence.end):
        definition = paper.definitions.named(match["term"])
        words = "" if definition is None else paper.passages.sentence_at(definition.body.start + 1).of(paper.text)
        reading = FREQUENCY_KIND.parse(words.rpartition("means")[2] or words, paper.context)
        if definition is not None and isinstance(reading, Read):
            shown = Span(definition.span.start, min(definition.span.end, definition.span.start + _MAX_DEFINITION))
            return reading.value.rhythm.value, quote_around(paper, shown)
    return None


def _kind(
    words: str, read: Repayment, share: Found[Percentage] | None, *, has_sum: bool, is_last: bool
) -> RepaymentClass | None:
    """Return the class of amortisation that the words provide for; None if they only mention instalments."""
    is_rest = WORDS.balance.search(words) is not None and (not is_last or _LAST_IS_BALANCE.search(words) is not None)
    if share is not None and share.candidates[0].figure <= _MAX_NOMINAL and not read.count:
        return RepaymentClass.NOMINAL
    if EQUAL.search(words) and (read.count or has_sum or read.frequency is not None):
        return RepaymentClass.BALLOON if is_rest else RepaymentClass.EQUAL
    if is_rest and (has_sum or share is not None):
        return RepaymentClass.BALLOON
    if has_sum and (read.count or read.frequency is not None) and read.repayment_class is RepaymentClass.AMORTISING:
        return RepaymentClass.EQUAL
    return read.repayment_class if _has_details(read) else None


def _put_first(paper: Paper, sentence: Span, value: dict[str, object]) -> None:
    """Move a date to the first instalment if it ends the first quarter: *commencing with the quarter ending …*."""
    for found in paper.inside(DATE_KIND, sentence):
        day = found.candidates[0].canonical
        if value.get("last") == day and _QUARTER_ENDING.search(paper.text[sentence.start : found.span.start]):
            value["first"] = value.pop("last")


def _each_sum(paper: Paper, sentence: Span) -> Found[Money] | None:
    """Return the sum of one instalment: the first in a statement that is not the last payment or the whole loan."""
    for found in paper.inside(MONEY_KIND, sentence):
        before = paper.text[max(sentence.start, found.span.start - 60) : found.span.start]
        if not WORDS.not_each.search(before) or _AN_INSTALMENT.search(before):
            return found
    return None


def sums_by_tranche(paper: Paper, sentence: Span) -> dict[str, str]:
    """Return the sum of each instalment by tranche: *USD 3m in the case of Advance A and USD 2m in the case of …*.

    The first sum of a tranche counts. Nothing is returned unless several tranches have one.
    """
    found: dict[str, str] = {}
    for one in paper.inside(MONEY_KIND, sentence):
        about = _IN_THE_CASE_OF.match(paper.text, one.span.end)
        named = () if about is None else paper.tranches.named_in(Span(about.end(), about.end() + _LONGEST_NAME))
        if len(named) == 1:
            found.setdefault(named[0].label, written_sum(paper, one))
    return found if len(found) > 1 else {}


def _has_steps(paper: Paper, sentence: Span) -> bool:
    """Return whether instalments change in steps: *the first eight of one sum, the next eight of another*."""
    sums = list(paper.inside(MONEY_KIND, sentence))
    differ = len({one.candidates[0].amount for one in sums}) > 1
    return differ and _NEXT_ONES.search(paper.text, sums[0].span.start, sums[-1].span.end) is not None


def _has_own_days(paper: Paper, sentence: Span) -> bool:
    """Return whether several sums or shares differ, each with a day of its own: *5% on the date falling …*."""
    found = [one.span for one in paper.inside(MONEY_KIND, sentence)]
    found += [one.span for one in paper.inside(PERCENTAGE_KIND, sentence)]
    due = {one.of(paper.text) for one in found if _ON_OWN_DAY.match(paper.text, one.end)}
    return len(due) > 1


def _has_details(repayment: Repayment) -> bool:
    """Return whether a repayment states at least two details."""
    details = (repayment.count, repayment.frequency, repayment.amount, repayment.first, repayment.rows or None)
    return sum(one is not None for one in details) >= 2
