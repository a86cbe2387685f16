"""Facility amount and its currency: the sum that the lenders commit, not one that an option could add to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.implied_currency import implied_currencies
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.values import CURRENCY_KIND, MONEY_KIND, Money

if TYPE_CHECKING:
    from loanproof.values import Found

AMOUNT, CURRENCY = FieldId("facility_amount"), FieldId("currency")
_SMALLEST = 100_000  # whatever is lent under an agreement of many pages is more than this
_TELLS = re.compile(
    r"\b(?:aggregate\s+(?:principal\s+|initial\s+)?(?:amount|commitments?|sum)|aggregate\b|total\s+(?:commitments?|facility\s+amount)|"
    r"principal\s+(?:amount|sum)|maximum\s+(?:principal\s+)?(?:amount|credit)|(?:term|revolving|credit|loan|bridge)?\s*(?:loan|facility|credit|advance|line)\s+(?:facility\s+)?(?:of|in|up\s+to)|"
    r"in\s+an?\s+(?:\w+\s+)?amount|(?:facility|tranche)\s+\w{1,2}\s+(?:of|is|in)|not\s+exceeding|up\s+to|commitments?\b|equal\s+to|lend\b|(?:limit|amount|size|sum)\s+(?:is|of|shall\s+be|will\s+be|being)|amounts\s+to|borrow\b)",
    re.IGNORECASE,
)
_OTHER_SUM = (
    r"minimum|integral|multiples?|threshold|swing\s?-?line|increase\w*|incremental|accordion|individually|deductible|basket|sub-?limit|"
    r"sub-?commitment|sub-?facility|judgments?|fees?|net\s+worth|assignment|prepa\w+|indebtedness|insurance|equity|cash|purchase\s+price"
)
_IS_OTHER = re.compile(rf"\b(?:{_OTHER_SUM})\b", re.IGNORECASE)
_DENIES = re.compile(
    rf"\b(?:{_OTHER_SUM}|not\s+less\s+than|at\s+least|in\s+excess|exceeds?|exceeding\s+in\s+the\s+aggregate|additional|greater\s+of|"
    r"of\s+less\s+than|reduc\w+|existing|refinanc\w+|not\s+more\s+than|steps?)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:letters?\s+of\s+credit|swing\s?-?line|of\s+the\s+(?:\w+\s+)?commitments?\s+may|sub-?limit|may\s+be\s+(?:used|drawn))\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\btotals?\b[^A-Za-z\n]{0,30}\Z|\btotal\s+commitments?\b[^A-Za-z]{0,30}\Z|\baggregate\s+commitments?\b[^A-Za-z]{0,30}\Z",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\b(?:aggregate|total|sum)\s+of\b|\btogether\b", re.IGNORECASE)
_INCREASED = re.compile(r"\bincreas\w+|\badditional\b|\baccordion\b", re.IGNORECASE)
_LENDS = re.compile(r"\b(?:lend|make|makes|made|making|available|advance|provide|grants?|establish)\b", re.IGNORECASE)
_OPENING_WORDS = 3000  # of a facility clause, in which it says what is lent
_AT_ONCE = 160  # characters from the beginning of a definition to its sum
_WRONG = frozenset({Role.INCREASE, Role.EVENTS_OF_DEFAULT, Role.COVENANTS, Role.TRANSFERS, Role.PREPAYMENT,
                    Role.LETTERS_OF_CREDIT, Role.REPRESENTATIONS, Role.FEES, Role.FINANCIAL_COVENANTS, Role.COSTS,
                    Role.NEGATIVE_PLEDGE, Role.INFORMATION, Role.REPAYMENT})  # fmt: skip


def facility_amount(paper: Paper) -> Iterator[Candidate]:
    """Propose the sum of the facility from cover, definitions, facility sections, recitals and totals of tables."""
    in_family = {one.span: weight for one, weight in members(paper, AMOUNT)}
    ceilings = _ceilings(paper, in_family)
    for found in paper.mentions.of(MONEY_KIND):
        proposed = _placed(paper, found, in_family)
        if proposed is not None:
            yield from (_candidate(paper, found, one, *proposed) for one in sorted(_sums(found) - ceilings))
    yield from _by_use(paper)


def _sums(found: Found[Money]) -> frozenset[Decimal]:
    """Return what an amount may be: one sum, or two where its words and its figures differ, and no small one."""
    return frozenset(one.amount for one in found.candidates if one.amount >= _SMALLEST)


def _ceilings(paper: Paper, families: Iterable[Span]) -> frozenset[Decimal]:
    """Return the sums to which commitments could be increased, where their own definition gives what they are first."""
    found: set[Decimal] = set()
    for span in families:
        sums = list(paper.inside(MONEY_KIND, span))
        found.update(
            one.candidates[0].amount
            for one in sums[1:]
            if one.candidates[0].amount > sums[0].candidates[0].amount
            and _INCREASED.search(paper.text, sums[0].span.end, one.span.start)
        )
    return frozenset(found)


def _by_use(paper: Paper) -> Iterator[Candidate]:
    """Propose the sum of the term up to which a facility clause lends: ``not exceeding the Facility Limit``."""
    for section in paper.roles.sections(Role.FACILITY):
        span = Span(section.span.start, min(section.span.end, section.span.start + _OPENING_WORDS))
        for sentence in paper.passages.sentences_in(span):
            if not _LENDS.search(paper.text, sentence.start, sentence.end) or paper.roles.is_only(
                sentence.start, _WRONG
            ):
                continue
            for definition in paper.definitions.used_in(sentence):
                found = next(paper.inside(MONEY_KIND, definition.body), None)
                near = found is not None and found.span.start - definition.body.start < _AT_ONCE
                if found is None or not near or found.candidates[0].amount < _SMALLEST:
                    continue
                between = paper.text[definition.body.start : found.span.start]
                if not _DENIES.search(definition.term) and not _DENIES.search(between):
                    for one in sorted(_sums(found)):
                        yield _candidate(paper, found, one, RouteName.SECTION, "section:use", 25)


def _placed(paper: Paper, found: Found[Money], families: dict[Span, int]) -> tuple[RouteName, str, int] | None:
    """Return by which route an amount may be that of the facility, and how telling its place is."""
    at = found.span.start
    if paper.is_attached(at):
        return None
    section = paper.document.section_at(at)
    kind = None if section is None else section.kind
    before, behind = _around(paper, found.span)
    if kind in (SectionKind.CONTENTS, SectionKind.SIGNATURE):
        return None
    if kind is SectionKind.COVER or found.span.end < paper.front().end:
        return RouteName.FRONT, "front:cover", 30
    if _TOTAL.search(paper.text[max(0, at - 60) : at]) and not paper.roles.is_only(at, _WRONG):
        return RouteName.FRONT, "front:table", 25 if Role.LENDERS in paper.roles.above(at) else 10
    is_other = is_other_sum(before) or _IS_OTHER.search(behind[:25]) or _PART.search(behind)
    if is_other or not _TELLS.search(before):
        return None
    inside = next((weight for span, weight in families.items() if span.start <= at < span.end), None)
    if (
        inside is None
        and kind is SectionKind.DEFINITION
        and section is not None
        and paper.tranches.of(section.id.partition("#")[2])
    ):
        inside = 35
    if inside is not None:
        return RouteName.DEFINITION, "", inside
    if kind in (SectionKind.RECITAL, SectionKind.PARTIES):
        return RouteName.SENTENCE, "sentence:recital", 15
    if Role.FACILITY in paper.roles.at(at) and not paper.roles.is_only(at, _WRONG):
        return RouteName.SECTION, "", 25
    is_elsewhere = paper.roles.is_only(at, _WRONG | {Role.DEFINITIONS, Role.CONDITIONS})
    return None if is_elsewhere else (RouteName.SENTENCE, "", 0)


def is_other_sum(before: str) -> bool:
    """Tell whether the words before a sum make it another than that of a facility: a minimum, a fee, an old loan."""
    return _DENIES.search(before[-70:]) is not None


def _around(paper: Paper, span: Span) -> tuple[str, str]:
    sentence = paper.passages.sentence_at(span.start)
    before = paper.text[max(sentence.start, span.start - 220) : span.start]
    return before, paper.text[span.end : min(sentence.end, span.end + 80)]


def _candidate(
    paper: Paper, found: Found[Money], sum_: Decimal, route: RouteName, witness: str, weight: int
) -> Candidate:
    code = code_of(paper, found)
    amount = int(sum_) if sum_ == int(sum_) else sum_
    section = paper.document.section_at(found.span.start)
    start = (
        section.span.start
        if section is not None
        and section.kind is SectionKind.DEFINITION
        and found.span.start - section.span.start < 300
        else None
    )
    return Candidate(
        field=AMOUNT,
        route=route,
        witness=witness,
        key=f"{code} {amount}",
        value={"amount": amount, "currency": code} if code else f"{amount}",
        evidence=(quote_around(paper, found.span, start=start),),
        weight=weight,
        tranche=_tranche(paper, found.span),
        is_thin=witness == "front:cover",
    )


def _tranche(paper: Paper, span: Span) -> str | None:
    """Return the tranche of an amount; on a cover it is named on the same line."""
    if span.end >= paper.front().end:
        return None if _is_of_all(paper, span) else tranche_at(paper, span.start)
    start = paper.text.rfind("\n", 0, span.start) + 1
    end = paper.text.find("\n", span.end)
    named = paper.tranches.named_in(Span(start, end if end > 0 else len(paper.text)))
    return named[0].label if len(named) == 1 else None


def _is_of_all(paper: Paper, span: Span) -> bool:
    """Tell whether a sum is that of several facilities: ``the aggregate of Facility A and Facility B, being`` a sum."""
    sentence = paper.passages.sentence_at(span.start)
    added = _TOGETHER.search(paper.text, sentence.start, max(sentence.start, span.start))
    return added is not None and len(paper.tranches.named_in(Span(added.end(), span.start))) > 1


def code_of(paper: Paper, found: Found[Money]) -> str | None:
    """Return the currency of an amount; what its sign leaves open the rest of the document may settle.

    First by a currency that it names in full, then by the reference rate that it prices with, then by its law.
    """
    codes = {money.currency for money in found.candidates if money.currency is not None}
    if len(codes) == 1:
        return codes.pop()
    named = [code for code, _ in clear_currencies(paper).most_common()]
    implied = [*named, *implied_currencies(paper)]
    return next((code for code in implied if not codes or code in codes), None)


def written_sum(paper: Paper, found: Found[Money]) -> str:
    """Return a sum as it is written; where its sign may be that of several currencies, with the one that is meant."""
    words = " ".join(found.span.of(paper.text).split())
    code = code_of(paper, found) if len(found.candidates) > 1 else None
    return words if code is None else f"{code} {found.candidates[0].amount:,f}"


def clear_currencies(paper: Paper) -> Counter[str]:
    """Count the currencies that the document names by a code or a full name, never by a bare sign."""
    found = (one.candidates for one in paper.mentions.of(CURRENCY_KIND))
    return Counter(one[0].code for one in found if len(one) == 1 and not one[0].bare)


def currency(paper: Paper) -> Iterator[Candidate]:
    """Propose the currency of each proposed amount, with the words that name it, and what the document's sign means."""
    defined = {
        paper.context.currencies[sign] for sign in ("$", "dollars", "dollar") if sign in paper.context.currencies
    }
    for code in defined if len(defined) == 1 else ():
        for evidence in _named(paper, code):
            yield Candidate(
                field=CURRENCY, route=RouteName.DEFINITION, key=code, value=code, evidence=(evidence,), weight=5
            )
    for amount in facility_amount(paper):
        named = amount.value.get("currency") if isinstance(amount.value, dict) else None
        if isinstance(named, str):
            yield Candidate(
                field=CURRENCY, route=amount.route, witness=amount.witness, key=named, value=named,
                evidence=(*amount.evidence, *_named(paper, named)), weight=amount.weight, tranche=amount.tranche,
            )  # fmt: skip


def _named(paper: Paper, code: str) -> Iterator[Span]:
    """Yield the place where the document says which currency its sign means; nothing where no sign is used."""
    for found in paper.mentions.of(CURRENCY_KIND):
        one = found.candidates
        if len(one) == 1 and one[0].code == code and not one[0].bare and not paper.is_attached(found.span.start):
            yield quote_around(paper, found.span)
            return
