"""Repayment: how the loans are paid back, read from the sentences of the sections about it.

The class follows from what a sentence provides for, not from the names of loans in it: instalments, a share of the loan
each quarter with the balance at the end, one sum at the end, or each loan at the end of its interest period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from loanproof.capabilities.baseline.aids import Labelled, Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName, Status
from loanproof.capabilities.baseline.fields.facility_type import reborrowing, revolves
from loanproof.capabilities.baseline.fields.families import is_labelled
from loanproof.capabilities.baseline.fields.instalment_places import rest_of_provision
from loanproof.capabilities.baseline.fields.instalment_table import REPAYMENT, by_table
from loanproof.capabilities.baseline.fields.instalment_terms import (
    EQUAL,
    by_instalments,
    frequency_of_dates,
    sums_by_tranche,
)
from loanproof.capabilities.baseline.fields.lent import LENT
from loanproof.capabilities.baseline.fields.maturity import maturity_date
from loanproof.capabilities.baseline.fields.paying_off import ELSEWHERE
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.repayment_statements import (
    WORDS,
    find_parts,
    find_paying,
    statements_in,
)
from loanproof.capabilities.baseline.fields.scoping import names_all_at_once, tranche_at
from loanproof.core import Span, SpanSet
from loanproof.values import REPAYMENT_KIND, Read, RepaymentClass

_AT_THE_END = re.compile(
    r"\b(?:on|at|by|upon)\s+(?!(?:each|every|any)\b)(?:the\s+)?(?:(?!each|every)[\w-]+\s+){0,3}"
    rf"(?:{WORDS.end_days.pattern})|{WORDS.end_of_term.pattern}",
    re.IGNORECASE,
)
# *Equal, or as nearly equal as possible,* instalments.
_NEARLY_EQUAL = re.compile(rf",?\s\(?(?:or\s)?(?:{WORDS.nearly.pattern})\)?,?\s", re.IGNORECASE)
_ON_DEMAND = re.compile(
    r"\b(?:on|upon|at)\s+(?:[\w’']+\s+){0,4}demand\b"
    rf"|(?:{WORDS.at_any_time.pattern}).*(?:{WORDS.asks_payment.pattern})|{WORDS.whenever.pattern}",
    re.IGNORECASE,
)
_DEMANDED = re.compile(r"\b(?:on|upon|at)\s+(?:[\w’']+\s+){0,3}demand\b", re.IGNORECASE)
_IN_FULL = re.compile(r"\bin\s+full\b[^.;]{0,40}\bon\s+(?:the\s+)?(?:date|day|[0-9])", re.IGNORECASE)
# Classes that the words of a sentence name directly.
_NAMED_CLASSES = frozenset({RepaymentClass.SCULPTED, RepaymentClass.ANNUITY, RepaymentClass.MURABAHA})
_OTHER_ROLES = ELSEWHERE | {Role.DEFINITIONS}  # sections with these roles say when other things are due


def repayment_schedule(paper: Paper) -> Iterator[Candidate]:
    """Yield the table of instalments, and what each sentence about repayment provides for."""
    ends = paper.once(maturity_date)
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
            if line.is_cell:
                yield from _of_cell(paper, line)
                continue
            for sentence in statements_in(paper, line.whole):
                yield from _read(paper, sentence, ends, RouteName.FRONT, 20)
    for span in paper.roles.spans(Role.FACILITY):
        for sentence in statements_in(paper, span):
            if not paper.roles.at(sentence.start) & {Role.REPAYMENT, Role.PREPAYMENT, Role.CONDITIONS}:
                yield from _read(paper, sentence, ends, RouteName.SENTENCE, 0)


def _of_cell(paper: Paper, line: Labelled) -> Iterator[Candidate]:
    """Yield what one cell of a table of terms provides for; its label says that it is about repayment."""
    words = " ".join(line.value.of(paper.text).split())
    is_on_demand = _DEMANDED.search(words) is not None
    found = (
        ({"class": RepaymentClass.ON_DEMAND.value}, None) if is_on_demand else _provided(paper, line.value, words, None)
    )
    if found is not None:
        yield Candidate(
            field=REPAYMENT, route=RouteName.FRONT, key=str(found[0]["class"]), value=found[0], evidence=(line.value,),
            weight=40, tranche=tranche_at(paper, line.value.start),
        )  # fmt: skip


def _with_reborrowing(paper: Paper, found: Candidate) -> Candidate:
    """Return a bullet repayment with quotes on reborrowing if the facility revolves.

    The class changes to revolving only if the words themselves speak of revolving loans, or of a date that each loan
    has for itself. A line whose loans all stay out until the end is a bullet.
    """
    if found.key != RepaymentClass.BULLET.value or not revolves(paper, found.tranche):
        return found
    found = replace(found, evidence=(*found.evidence, *reborrowing(paper, found.tranche)))
    sentence = paper.passages.sentence_at(found.evidence[0].start)
    if not WORDS.revolving.search(found.evidence[0].of(paper.text)) and not WORDS.own_end.search(
        sentence.of(paper.text)
    ):
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
    frequent = frequency_of_dates(paper, sentence) if is_in_parts else None
    start = sentence.start if find_parts(paper.text, Span(sentence.start, paid.start())) else paid.start()
    evidence: list[Span] = [quote_around(paper, Span(start, min(sentence.end, start + 400)), start=start)]
    tranche = None if names_all_at_once(paper, sentence) else tranche_at(paper, paid.start())
    how = last.how if last is not None and "last" in value else None
    if is_in_parts or value["class"] == RepaymentClass.REVOLVING.value:
        evidence += rest_of_provision(paper, sentence, evidence[0].end)
    if last is not None:
        evidence += last.evidence if how else last.evidence[:1]
    if frequent is not None and "frequency" not in value:
        value["frequency"] = frequent[0]
        evidence.append(frequent[1])
    found_one = Candidate(
        field=REPAYMENT, route=route, key=str(value["class"]), value=value, evidence=tuple(evidence),
        weight=weight + 2 * len(value) + (4 if value["class"] != RepaymentClass.BULLET.value else 0), tranche=tranche,
        how=how,
    )  # fmt: skip
    own = sums_by_tranche(paper, sentence) if "amount" in value else {}
    yield from (replace(found_one, value=value | {"amount": sum_}, tranche=label) for label, sum_ in own.items())
    if not own:
        yield found_one


def _provided(
    paper: Paper, sentence: Span, words: str, end: Candidate | None
) -> tuple[dict[str, object], Candidate | None] | None:
    """Return the structured form of what a sentence provides for and the maturity date it ends with, or None."""
    reading = REPAYMENT_KIND.parse(words, paper.context)
    if isinstance(reading, Read) and reading.value.repayment_class in _NAMED_CLASSES:
        return dict(REPAYMENT_KIND.structure.write(reading.value)), None
    read = reading.value if isinstance(reading, Read) else None
    is_revolving = read is not None and read.repayment_class is RepaymentClass.REVOLVING
    is_again = is_revolving and WORDS.again.search(words) and not WORDS.negated.search(words)
    if is_again or (WORDS.each_period.search(words) and not EQUAL.search(words)):
        return {"class": RepaymentClass.REVOLVING.value}, None
    if WORDS.one_sum.search(words):
        return {"class": RepaymentClass.BULLET.value}, end
    if find_parts(paper.text, sentence) or (read is not None and (read.count or read.frequency)):
        by_parts = by_instalments(paper, sentence, words, end, reading)
        if by_parts is not None:
            return by_parts
    if WORDS.each_period.search(words):
        return {"class": RepaymentClass.REVOLVING.value}, None
    if _AT_THE_END.search(words) or _IN_FULL.search(words) or end is not None:
        return {"class": RepaymentClass.BULLET.value}, end
    if _is_on_demand(words):
        return {"class": RepaymentClass.ON_DEMAND.value}, None
    return None


def _is_on_demand(words: str) -> bool:
    """Return whether the lender may demand what was lent when it likes; costs are always repaid on demand."""
    is_lent = LENT.search(words) or WORDS.lent_too.search(words)
    return bool(is_lent and _ON_DEMAND.search(words) and not WORDS.reimbursed.search(words))


def _ends_on(paper: Paper, sentence: Span, ends: Sequence[Candidate]) -> Candidate | None:
    """Return the maturity date in a sentence, or whose defined term it uses; those of its tranche come first."""
    used = paper.definitions.used_in(sentence)
    tranche = tranche_at(paper, sentence.start)
    for one in sorted(ends, key=lambda one: one.tranche != tranche):
        place = one.evidence[0]
        if sentence.overlaps(place) or any(term.span.overlaps(place) for term in used):
            return one
    return None
