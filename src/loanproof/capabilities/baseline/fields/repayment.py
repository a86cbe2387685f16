"""Repayment: how the loans are paid back, read from the sentences of the sections that are about it.

The class follows from what a sentence provides for, not from names of loans in it: instalments, a share of the loan
each quarter with the balance at the end, one sum at the end, or each loan at the end of its interest period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName, Status
from loanproof.capabilities.baseline.fields.dates import maturity_date
from loanproof.capabilities.baseline.fields.instalment_table import REPAYMENT, by_table
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import Span
from loanproof.values import MONEY_KIND, PERCENTAGE_KIND, REPAYMENT_KIND, Read, RepaymentClass

if TYPE_CHECKING:
    from loanproof.values import Repayment

_PAYS = re.compile(
    r"\b(?:repa(?:y|ys|id|yable|yment)|due\s+and\s+payable|mature|falls?\s+due|pay\b[^.;]{0,160}\bprincipal|payable\s+in)\b",
    re.IGNORECASE,
)
_AT_THE_END = re.compile(
    r"\b(?:on|at|by)\s+(?:the\s+)?(?:applicable\s+|relevant\s+|its\s+|scheduled\s+|[\w-]+\s+){0,3}"
    r"(?:maturity(?:\s+date)?|(?:termination|repayment|expiry|payment|maturity)\s+da(?:te|y))\b",
    re.IGNORECASE,
)
_EACH_PERIOD = re.compile(
    r"\b(?:last\s+day|end|expiry)\s+of\s+(?:its|each|the|that|such|every)\s+(?:applicable\s+)?(?:current\s+)?(?:interest\s+period|term|rollover)",
    re.IGNORECASE,
)
_INSTALMENTS = re.compile(
    r"\binstal\w*|\beach\s+(?:march|june|september|december|january|quarter|month)|\bquarterly\b", re.IGNORECASE
)
_ONE_SUM = re.compile(r"\bin\s+(?:one|a\s+single)\s+(?:sum|amount|payment|instal\w+|bullet)\b", re.IGNORECASE)
_EQUAL = re.compile(r"\bequal\b(?!\s+to\b)", re.IGNORECASE)
_BALANCE = re.compile(
    r"\b(?:balance|balloon|remaining|remainder|whatever\s+is\s+then\s+unpaid|then\s+outstanding|outstanding\s+on\s+such\s+date|rest)\b",
    re.IGNORECASE,
)
_LAST_AT_THE_END = re.compile(r"\b(?:last|final)\b[^.;]{0,60}\bon\s+the\s+[\w\s]{0,30}(?:date|day)", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:may\s+not|shall\s+not|no\s+reborrow|prepay\w*|if\s+(?:an?|any|the)|upon\s+(?:an?|the)\s+(?:event|change))\b",
    re.IGNORECASE,
)
_ON_DEMAND = re.compile(
    r"\A(?!.*\b(?:reimburs|indemni|expens|letters?\s+of\s+credit))(?=.*\b(?:loans?|advances?|facility|principal)\b).*\bon\s+demand\b",
    re.IGNORECASE,
)
_NOMINAL = 2  # per cent of the loan that an instalment is at most where the rest falls due at the end


def repayment_schedule(paper: Paper) -> Iterator[Candidate]:
    """Propose what each sentence about repayment provides for, and the table of its instalments."""
    yield from by_table(paper)
    ends = tuple(maturity_date(paper))
    for span in paper.roles.spans(Role.REPAYMENT):
        if not paper.is_attached(span.start):
            for sentence in _sentences(paper, span):
                yield from _read(paper, sentence, ends, RouteName.SECTION, 30)
    for line in paper.labelled:
        if REPAYMENT in line.fields and not paper.is_attached(line.label.start):
            for sentence in _sentences(paper, line.whole):
                yield from _read(paper, sentence, ends, RouteName.FRONT, 20)
    for span in paper.roles.spans(Role.FACILITY):
        for sentence in _sentences(paper, span):
            if not paper.roles.at(sentence.start) & {Role.REPAYMENT, Role.PREPAYMENT, Role.CONDITIONS}:
                yield from _read(paper, sentence, ends, RouteName.SENTENCE, 0)


def _sentences(paper: Paper, span: Span) -> Sequence[Span]:
    return [one for one in paper.passages.sentences_in(span) if _PAYS.search(one.of(paper.text))]


def _read(
    paper: Paper, sentence: Span, ends: Sequence[Candidate], route: RouteName, weight: int
) -> Iterator[Candidate]:
    words = " ".join(sentence.of(paper.text).split())
    paid = _PAYS.search(paper.text, sentence.start, sentence.end)
    if paid is None or _DENIED.search(words[: max(paid.start() - sentence.start, 0) + 12]):
        return
    found = _provided(paper, sentence, words, _ends_on(paper, sentence, ends))
    if found is None:
        return
    value, last = found
    evidence: list[Span] = [
        quote_around(paper, Span(paid.start(), min(sentence.end, paid.start() + 300)), start=paid.start())
    ]
    tranche = tranche_at(paper, paid.start())
    if last is not None:
        evidence += last.evidence[:1]
    yield Candidate(
        field=REPAYMENT, route=route, key=str(value["class"]), value=value, evidence=tuple(evidence),
        weight=weight + 2 * len(value) + (4 if value["class"] != RepaymentClass.BULLET.value else 0), tranche=tranche,
    )  # fmt: skip


def _provided(
    paper: Paper, sentence: Span, words: str, end: Candidate | None
) -> tuple[dict[str, object], Candidate | None] | None:
    """Return the structured form of what a sentence provides for, and the maturity date that it ends with."""
    if _EACH_PERIOD.search(words) and not _EQUAL.search(words):
        return {"class": RepaymentClass.REVOLVING.value}, None
    if _ONE_SUM.search(words):
        return {"class": RepaymentClass.BULLET.value}, end
    if _INSTALMENTS.search(words):
        return _by_instalments(paper, sentence, words, end)
    if _EACH_PERIOD.search(words):
        return {"class": RepaymentClass.REVOLVING.value}, None
    if _AT_THE_END.search(words) or end is not None:
        return {"class": RepaymentClass.BULLET.value}, end
    if _ON_DEMAND.search(words):
        return {"class": RepaymentClass.ON_DEMAND.value}, None
    return None


def _ends_on(paper: Paper, sentence: Span, ends: Sequence[Candidate]) -> Candidate | None:
    """Return the maturity date whose defined term a sentence uses, or that stands in it."""
    used = paper.definitions.used_in(sentence)
    for one in ends:
        place = one.evidence[0]
        if sentence.overlaps(place) or any(term.span.overlaps(place) for term in used):
            return one
    return None


def _by_instalments(
    paper: Paper, sentence: Span, words: str, end: Candidate | None
) -> tuple[dict[str, object], Candidate | None] | None:
    reading = REPAYMENT_KIND.parse(words, paper.context)
    if not isinstance(reading, Read):
        return None
    value = dict(REPAYMENT_KIND.structure.write(reading.value))
    has_sum = next(paper.inside(MONEY_KIND, sentence), None) is not None
    share = next(paper.inside(PERCENTAGE_KIND, sentence), None)
    ends = end is not None or _AT_THE_END.search(words) is not None
    is_nominal = share is not None and share.candidates[0].figure <= _NOMINAL and not reading.value.count
    is_last = _LAST_AT_THE_END.search(words) is not None
    if is_nominal and share is not None and not _EQUAL.search(words):
        value["class"] = RepaymentClass.NOMINAL.value
        value["amount"] = " ".join(share.span.of(paper.text).split())
    elif _EQUAL.search(words) and (reading.value.count or has_sum or reading.value.frequency is not None):
        is_rest = _BALANCE.search(words) is not None and not is_last
        value["class"] = (RepaymentClass.BALLOON if is_rest else RepaymentClass.EQUAL).value
    elif _BALANCE.search(words) and (has_sum or share is not None) and ends:
        value["class"] = RepaymentClass.BALLOON.value
    elif not _has_details(reading.value):
        return None  # a sentence that only mentions instalments provides for none
    if (
        end is not None
        and end.status is Status.EXTRACTED
        and "last" not in value
        and (is_last or _BALANCE.search(words))
    ):
        value["last"] = end.value
    value.pop("rows", None)
    return value, end if "last" in value else None


def _has_details(repayment: Repayment) -> bool:
    details = (repayment.frequency, repayment.amount, repayment.first, repayment.rows or None)
    return sum(one is not None for one in details) >= 2
