"""Repayment: how the loans are paid back, read from the sentences of the sections about it.

The class follows from what a sentence provides for, not from the names of loans in it: instalments, a share of the loan
each quarter with the balance at the end, one sum at the end, or each loan at the end of its interest period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.amounts import written_sum
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName, Status
from loanproof.capabilities.baseline.fields.facility_type import reborrowing, revolves
from loanproof.capabilities.baseline.fields.families import is_labelled
from loanproof.capabilities.baseline.fields.instalment_places import rest_of_provision
from loanproof.capabilities.baseline.fields.instalment_table import REPAYMENT, by_table
from loanproof.capabilities.baseline.fields.maturity import maturity_date
from loanproof.capabilities.baseline.fields.paying_off import ELSEWHERE
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.repayment_statements import (
    WORDS,
    find_parts,
    find_paying,
    statements_in,
)
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import Span, SpanSet
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
    from loanproof.values import Found, Money, Percentage, Reading, Repayment

_AT_THE_END = re.compile(
    r"\b(?:on|at|by|upon)\s+(?!(?:each|every|any)\b)(?:the\s+)?(?:applicable\s+|relevant\s+|its\s+|scheduled\s+|(?!each|every)[\w-]+\s+){0,3}"
    r"(?:maturity(?:\s+date)?|(?:termination|repayment|expiry|expiration|payment|maturity)\s+da(?:te|y))\b"
    r"|\b(?:last\s+day|end|expiry|expiration)\s+of\s+the\s+(?:facility|loan|security|finance|lending|credit)?\s?(?:period|term)\b",
    re.IGNORECASE,
)
_EQUAL = re.compile(
    r"\bequal\b(?!\s+to\b)|\bequated\b|\beach\s+(?:being\s+|of\s+them\s+)?equal\s+to\b|\beach\s+(?:of|being)\s+(?:one[\s-]\w+th|1/[0-9]+)\b",
    re.IGNORECASE,
)
# *Equal, or as nearly equal as possible,* instalments.
_NEARLY_EQUAL = re.compile(
    r",?\s\(?(?:or\s)?(?:as\snear(?:ly)?(?:\sequal)?\sas\s(?:practicable|possible|may\sbe)|substantially|approximately)\)?,?\s",
    re.IGNORECASE,
)
_LAST_AT_THE_END = re.compile(r"\b(?:last|final)\b[^.;]{0,60}\bon\s+the\s+[\w\s]{0,30}(?:date|day)", re.IGNORECASE)
_ON_DEMAND = re.compile(
    r"\A(?!.*\b(?:reimburs|indemni|expens|letters?\s+of\s+credit))(?=.*\b(?:loans?|advances?|facilit(?:y|ies)|principal|overdraft|amounts?|mon(?:ey|ie|ey)s|outstandings?|credits?|balances?)\b)"
    r".*(?:\b(?:on|upon|at)\s+(?:[\w’']+\s+){0,4}demand\b|\bat\s+any\s+time\b.*\b(?:call\s+for|require|demand)\s+(?:immediate\s+)?(?:re)?payment\b"
    r"|\bwhenever\s+(?:the\s+)?\w+\s+(?:asks?|demands?|requires?|calls?|so\s+requires?)\b)",
    re.IGNORECASE,
)
# Words before a sum that is not that of each instalment.
_NOT_EACH = re.compile(
    r"\b(?:balance|balloon|remaining|remainder|final|last|loan|facility|principal\s+sum|total)\b", re.IGNORECASE
)
_AN_INSTALMENT = re.compile(
    r"\b(?:an?|each|every|equal|\w+ly)\s+instal\w+\s+(?:of\s+the\s+\w+\s+)?of\s*\Z", re.IGNORECASE
)
# The last instalment is whatever remains.
_LAST_IS_BALANCE = re.compile(
    r"\b(?:last|final)\b[^.;]{0,120}\b(?:balance|remaining|remainder|all\s+(?:\w+\s+){0,2}principal|then\s+unpaid|different)\b",
    re.IGNORECASE,
)
_REBORROWED = re.compile(
    r"\b(?:re-?borrow\w*|re-?draw\w*|(?:drawn|borrowed|used)\s+again|interest\s+period\s+(?:comes|ends|expires))\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"\b(?:no|not|cannot|never|nothing|nor)\b", re.IGNORECASE)
_NEXT_ONES = re.compile(
    r"\b(?:next|following|subsequent|remaining|last|further|then)\s+(?:\w+\s+){0,3}(?:of|each|at|in)\b", re.IGNORECASE
)
_REVOLVING = re.compile(r"\brevolving\b", re.IGNORECASE)
_BALLOON = re.compile(r"\bballoon\b", re.IGNORECASE)
_IN_FULL = re.compile(r"\bin\s+full\b[^.;]{0,40}\bon\s+(?:the\s+)?(?:date|day|[0-9])", re.IGNORECASE)
# A defined term for the payment dates: *each Interest Payment Date*.
_DATES_TERM = re.compile(r"\b(?:each|every)\s+(?P<term>(?:[A-Z][\w-]*\s+){0,4}(?:Date|Day))\b")
_MAX_DEFINITION = 300  # characters of a definition of payment dates
_QUARTER_ENDING = re.compile(r"\b(?:commencing|beginning|starting)\b[^.;]{0,60}\bending\s+(?:on\s+)?\Z", re.IGNORECASE)
# Classes that the words of a sentence name directly.
_NAMED_CLASSES = frozenset({RepaymentClass.SCULPTED, RepaymentClass.ANNUITY, RepaymentClass.MURABAHA})
_OTHER_ROLES = ELSEWHERE | {Role.DEFINITIONS}  # sections with these roles say when other things are due
_MAX_NOMINAL = 2  # highest nominal instalment, in per cent of the loan; the rest falls due at the end


def repayment_schedule(paper: Paper) -> Iterator[Candidate]:
    """Yield the table of instalments, and what each sentence about repayment provides for."""
    ends = tuple(maturity_date(paper))
    tables = list(by_table(paper, ends))
    yield from (replace(one, evidence=(*one.evidence, *rest)) for one, rest in tables)
    rows = SpanSet(span for one, _ in tables for span in one.evidence)
    words = [one for one in _by_words(paper, ends) if not rows.overlaps(one.evidence[0])]
    tabled = {one.tranche for one, _ in tables}
    words = [one for one in words if not (_is_rest_of_table(paper, one) and one.tranche in tabled)]
    if not words and not tables:
        words = list(_anywhere(paper, ends))
    yield from (_with_end(_with_reborrowing(paper, one), ends) for one in words)


def _is_rest_of_table(paper: Paper, found: Candidate) -> bool:
    """Return whether one sum at the end is only what remains after a table of instalments."""
    is_rest = WORDS.balance.search(paper.passages.sentence_at(found.evidence[0].start).of(paper.text))
    return found.key == RepaymentClass.BULLET.value and is_rest is not None


def _anywhere(paper: Paper, ends: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield what sentences under any heading provide for, for documents whose repayment clauses provide nothing."""
    for sentence in statements_in(paper, Span(0, len(paper.text))):
        if paper.is_attached(sentence.start) or paper.roles.is_only(sentence.start, _OTHER_ROLES):
            continue
        for one in _read(paper, sentence, ends, RouteName.SENTENCE, 0):
            if one.key != RepaymentClass.BULLET.value or ends:  # without a maturity date there is no bullet
                yield one


def _by_words(paper: Paper, ends: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield what the sentences of repayment clauses, labelled lines and facility clauses provide for."""
    for span in paper.roles.spans(Role.REPAYMENT):
        if not paper.is_attached(span.start):
            for sentence in statements_in(paper, span):
                yield from _read(paper, sentence, ends, RouteName.SECTION, 30)
    for line in paper.labelled:
        if is_labelled(line, REPAYMENT) and not paper.is_attached(line.label.start):
            for sentence in statements_in(paper, line.whole):
                yield from _read(paper, sentence, ends, RouteName.FRONT, 20)
    for span in paper.roles.spans(Role.FACILITY):
        for sentence in statements_in(paper, span):
            if not paper.roles.at(sentence.start) & {Role.REPAYMENT, Role.PREPAYMENT, Role.CONDITIONS}:
                yield from _read(paper, sentence, ends, RouteName.SENTENCE, 0)


def _with_reborrowing(paper: Paper, found: Candidate) -> Candidate:
    """Return a bullet repayment with quotes on reborrowing if the facility revolves.

    The class changes to revolving only if the words themselves speak of revolving loans, or of a date that each loan
    has for itself. A line whose loans all stay out until the end is a bullet.
    """
    if found.key != RepaymentClass.BULLET.value or not revolves(paper, found.tranche):
        return found
    found = replace(found, evidence=(*found.evidence, *reborrowing(paper, found.tranche)))
    sentence = paper.passages.sentence_at(found.evidence[0].start)
    if not _REVOLVING.search(found.evidence[0].of(paper.text)) and not WORDS.own_end.search(sentence.of(paper.text)):
        return found
    value = (found.value if isinstance(found.value, dict) else {}) | {"class": RepaymentClass.REVOLVING.value}
    return replace(found, key=RepaymentClass.REVOLVING.value, value=value)


def _with_end(found: Candidate, ends: Sequence[Candidate]) -> Candidate:
    """Return a revolving repayment with the date on which everything is repaid, if exactly one is stated.

    A counted date does not qualify, because the document does not state it.
    """
    own = [one for one in ends if one.tranche in (found.tranche, None) and one.status is Status.EXTRACTED]
    is_one = found.key == RepaymentClass.REVOLVING.value and len({one.key for one in own}) == 1
    if not is_one or not isinstance(found.value, dict) or own[0].how is not None:
        return found
    value = found.value | {"last": own[0].value}
    return replace(found, value=value, evidence=(*found.evidence, *own[0].evidence))


def _read(
    paper: Paper, sentence: Span, ends: Sequence[Candidate], route: RouteName, weight: int
) -> Iterator[Candidate]:
    """Yield the candidate for one statement on repayment, if it provides for one."""
    words = _NEARLY_EQUAL.sub(" ", " ".join(sentence.of(paper.text).split()))
    paid = find_paying(paper.text, sentence) or find_parts(paper.text, sentence)
    if paid is None or WORDS.denied.search(words[: max(paid.start() - sentence.start, 0) + 12]):
        return
    found = _provided(paper, sentence, words, _ends_on(paper, sentence, ends))
    if found is None:
        return
    value, last = found
    is_in_parts = str(value["class"]).startswith("amortising")
    frequent = _frequency(paper, sentence) if is_in_parts else None
    start = sentence.start if find_parts(paper.text, Span(sentence.start, paid.start())) else paid.start()
    evidence: list[Span] = [quote_around(paper, Span(start, min(sentence.end, start + 400)), start=start)]
    tranche = tranche_at(paper, paid.start())
    how = last.how if last is not None and "last" in value else None
    if is_in_parts or value["class"] == RepaymentClass.REVOLVING.value:
        evidence += rest_of_provision(paper, sentence, evidence[0].end)
    if last is not None:
        evidence += last.evidence if how else last.evidence[:1]
    if frequent is not None and "frequency" not in value:
        value["frequency"] = frequent[0]
        evidence.append(frequent[1])
    yield Candidate(
        field=REPAYMENT, route=route, key=str(value["class"]), value=value, evidence=tuple(evidence),
        weight=weight + 2 * len(value) + (4 if value["class"] != RepaymentClass.BULLET.value else 0), tranche=tranche,
        how=how,
    )  # fmt: skip


def _provided(
    paper: Paper, sentence: Span, words: str, end: Candidate | None
) -> tuple[dict[str, object], Candidate | None] | None:
    """Return the structured form of what a sentence provides for and the maturity date it ends with, or None."""
    reading = REPAYMENT_KIND.parse(words, paper.context)
    if isinstance(reading, Read) and reading.value.repayment_class in _NAMED_CLASSES:
        return dict(REPAYMENT_KIND.structure.write(reading.value)), None
    read = reading.value if isinstance(reading, Read) else None
    is_revolving = read is not None and read.repayment_class is RepaymentClass.REVOLVING
    is_again = is_revolving and _REBORROWED.search(words) and not _NEGATION.search(words)
    if is_again or (WORDS.each_period.search(words) and not _EQUAL.search(words)):
        return {"class": RepaymentClass.REVOLVING.value}, None
    if WORDS.one_sum.search(words):
        return {"class": RepaymentClass.BULLET.value}, end
    if find_parts(paper.text, sentence) or (read is not None and (read.count or read.frequency)):
        by_parts = _by_instalments(paper, sentence, words, end, reading)
        if by_parts is not None:
            return by_parts
    if WORDS.each_period.search(words):
        return {"class": RepaymentClass.REVOLVING.value}, None
    if _AT_THE_END.search(words) or _IN_FULL.search(words) or end is not None:
        return {"class": RepaymentClass.BULLET.value}, end
    if _ON_DEMAND.search(words):
        return {"class": RepaymentClass.ON_DEMAND.value}, None
    return None


def _ends_on(paper: Paper, sentence: Span, ends: Sequence[Candidate]) -> Candidate | None:
    """Return the maturity date in a sentence, or whose defined term it uses; those of its tranche come first."""
    used = paper.definitions.used_in(sentence)
    tranche = tranche_at(paper, sentence.start)
    for one in sorted(ends, key=lambda one: one.tranche != tranche):
        place = one.evidence[0]
        if sentence.overlaps(place) or any(term.span.overlaps(place) for term in used):
            return one
    return None


def _by_instalments(
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
    if kind is not RepaymentClass.BALLOON and _has_steps(paper, sentence):
        value["class"] = RepaymentClass.TABLE.value
        value.pop("amount", None)
    if kind is RepaymentClass.NOMINAL and share is not None:
        value["amount"] = " ".join(share.span.of(paper.text).split())
    has_end = end is not None and end.status is Status.EXTRACTED
    if has_end and end is not None and "last" not in value and (is_last or WORDS.balance.search(words)):
        value["last"] = end.value
    value.pop("rows", None)
    return value, end if "last" in value else None


def _frequency(paper: Paper, sentence: Span) -> tuple[str, Span] | None:
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
    if _EQUAL.search(words) and (read.count or has_sum or read.frequency is not None):
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
        if not _NOT_EACH.search(before) or _AN_INSTALMENT.search(before):
            return found
    return None


def _has_steps(paper: Paper, sentence: Span) -> bool:
    """Return whether instalments change in steps: *the first eight of one sum, the next eight of another*."""
    sums = list(paper.inside(MONEY_KIND, sentence))
    differ = len({one.candidates[0].amount for one in sums}) > 1
    return differ and _NEXT_ONES.search(paper.text, sums[0].span.start, sums[-1].span.end) is not None


def _has_details(repayment: Repayment) -> bool:
    """Return whether a repayment states at least two details."""
    details = (repayment.count, repayment.frequency, repayment.amount, repayment.first, repayment.rows or None)
    return sum(one is not None for one in details) >= 2
