"""Facility amount and currency: the sum that the lenders commit, not a sum that an option could add to it."""

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
from loanproof.capabilities.baseline.fields.lent import LENT
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, PhrasePattern, Span, WordTable, load_words
from loanproof.documents import SectionKind
from loanproof.values import CURRENCY_KIND, MONEY_KIND, PARTY_KIND, Money

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition
    from loanproof.values import Found

AMOUNT, CURRENCY = FieldId("facility_amount"), FieldId("currency")
MIN_AMOUNT = 100_000
"""A smaller sum is a fee or a threshold, not what an agreement lends."""


class _Words(WordTable):
    """Words around a sum: what introduces the facility amount, and what makes a sum another one."""

    introduces: PhrasePattern
    other_sum: PhrasePattern
    other_before: PhrasePattern
    sublimit: PhrasePattern
    not_to_exceed: PhrasePattern
    part: PhrasePattern
    lends: PhrasePattern
    together: PhrasePattern
    increased: PhrasePattern
    commits: PhrasePattern


_WORDS = load_words(__package__, "amounts", _Words)
_LETTERED = re.compile(r"\b(?:facility|tranche)\s+\w{1,2}\s+(?:of|is|in)", re.IGNORECASE)  # *Facility B of*
# Items of a list before the last one, but not the words before the list, which are said of each item.
_EARLIER_ITEMS = re.compile(r"(?:\A[^(;]*|\([a-z]{1,4}\)\s[^;]*);\s+(?:and\s+|or\s+)?(?=\([a-z]{1,4}\)\s)")
_SENTENCE_END = re.compile(r"\.\s+(?=[A-Z(])|\n\s*\n")
_TOTAL = re.compile(
    r"\btotals?\b[^A-Za-z\n]{0,30}\Z|\b(?:total|aggregate)\s+commitments?\b[^A-Za-z]{0,30}\Z", re.IGNORECASE
)
_CLAUSE_OPENING = 3000  # characters at the start of a facility clause in which it says what is lent
_SIGNS = " \t.|$£€¥0123456789,%:-"  # between a name and the sums of its row
_MAX_DISTANCE = 160  # characters from the beginning of a definition to its sum
# Sections with these roles state other sums.
_OTHER_ROLES = frozenset({Role.INCREASE, Role.EVENTS_OF_DEFAULT, Role.COVENANTS, Role.TRANSFERS, Role.PREPAYMENT,
                    Role.LETTERS_OF_CREDIT, Role.REPRESENTATIONS, Role.FEES, Role.FINANCIAL_COVENANTS, Role.COSTS,
                    Role.NEGATIVE_PLEDGE, Role.INFORMATION, Role.REPAYMENT})  # fmt: skip


def facility_amount(paper: Paper) -> Iterator[Candidate]:
    """Yield the facility amount from the cover, definitions, facility sections, recitals and table totals."""
    in_family = {one.span: weight for one, weight in members(paper, AMOUNT)}
    ceilings = _ceilings(paper, in_family)
    for found in paper.mentions.of(MONEY_KIND):
        proposed = _placed(paper, found, in_family)
        if proposed is not None:
            yield from (_candidate(paper, found, one, *proposed) for one in sorted(_sums(found) - ceilings))
    yield from _by_use(paper)


def _sums(found: Found[Money]) -> frozenset[Decimal]:
    """Return the sums that a mention may mean: two if its words and its figures differ. Small sums are left out."""
    return frozenset(one.amount for one in found.candidates if one.amount >= MIN_AMOUNT)


def _ceilings(paper: Paper, families: Iterable[Span]) -> frozenset[Decimal]:
    """Return the sums to which commitments could be increased, if their definition states the current sum first."""
    found: set[Decimal] = set()
    for span in families:
        sums = list(paper.inside(MONEY_KIND, span))
        found.update(
            one.candidates[0].amount
            for one in sums[1:]
            if one.candidates[0].amount > sums[0].candidates[0].amount
            and _WORDS.increased.search(paper.text, sums[0].span.end, one.span.start)
        )
    return frozenset(found)


def _by_use(paper: Paper) -> Iterator[Candidate]:
    """Yield the amount of the defined term up to which a facility clause lends: *not exceeding the Facility Limit*."""
    for section in paper.roles.sections(Role.FACILITY):
        span = Span(section.span.start, min(section.span.end, section.span.start + _CLAUSE_OPENING))
        for sentence in paper.passages.sentences_in(span):
            if not _WORDS.commits.search(paper.text, sentence.start, sentence.end) or paper.roles.is_only(
                sentence.start, _OTHER_ROLES
            ):
                continue
            for definition in paper.definitions.used_in(sentence):
                yield from _as_limit(paper, definition)


def _as_limit(paper: Paper, definition: Definition, depth: int = 1) -> Iterator[Candidate]:
    """Yield the sum of a limit, or of the terms it uses if it states none: *the lesser of the Line and the Base*."""
    if _is_other(definition.term):
        return
    found = next(paper.inside(MONEY_KIND, definition.body), None)
    if found is None:
        for used in paper.definitions.uses(definition) if depth else ():
            yield from _as_limit(paper, used, depth - 1)
        return
    between = paper.text[definition.body.start : found.span.start]
    if len(between) < _MAX_DISTANCE and not _is_other(between):
        for one in sorted(_sums(found)):
            yield _candidate(paper, found, one, RouteName.SECTION, "section:use", 25)


def _placed(paper: Paper, found: Found[Money], families: dict[Span, int]) -> tuple[RouteName, str, int] | None:
    """Return the route, witness and weight of a sum, or None if its position rules it out as the facility amount."""
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
    if _TOTAL.search(paper.text[max(0, at - 60) : at]) and not paper.roles.is_only(at, _OTHER_ROLES):
        return RouteName.FRONT, "front:table", 25 if Role.LENDERS in paper.roles.above(at) else 10
    is_other = (
        is_share(paper, found.span)
        or is_other_sum(before)
        or _WORDS.other_sum.search(behind[:25])
        or _WORDS.sublimit.search(behind)
    )
    if is_other or not (_WORDS.introduces.search(before) or _LETTERED.search(before)):
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
    if Role.FACILITY in paper.roles.at(at) and not paper.roles.is_only(at, _OTHER_ROLES):
        return RouteName.SECTION, "", 25
    is_elsewhere = paper.roles.is_only(at, _OTHER_ROLES | {Role.DEFINITIONS, Role.CONDITIONS})
    return None if is_elsewhere else (RouteName.SENTENCE, "", 0)


def is_share(paper: Paper, span: Span) -> bool:
    """Return whether a sum is what one lender gives: its row begins with a name, as in a schedule of commitments."""
    line = paper.text.rfind("\n", 0, span.start) + 1
    words = paper.text[line : span.start]
    first = Span(line + len(words) - len(words.lstrip()), span.start)
    named = next(iter(paper.mentions.overlapping(PARTY_KIND, first)), None) if first.start < first.end else None
    is_row = named is not None and named.span.start == first.start
    return is_row and named is not None and not paper.text[named.span.end : span.start].strip(_SIGNS)


def is_other_sum(before: str) -> bool:
    """Return whether the words before a sum show that it is, for example, a minimum, a fee or an old loan.

    Words of the items before it in a list do not count. *Not to exceed* limits what is lent if the words say that
    something is, and not only a part of it.
    """
    near = _EARLIER_ITEMS.sub("", before[-70:])
    own = _SENTENCE_END.split(before[-160:])[-1]
    if (LENT.search(own) or _WORDS.lends.search(own)) and not _WORDS.part.search(own):
        near = _WORDS.not_to_exceed.sub("up to", near)
    return _is_other(near)


def _is_other(words: str) -> bool:
    """Return whether words make the sum behind them something other than the facility amount."""
    return bool(_WORDS.other_sum.search(words) or _WORDS.other_before.search(words))


def _around(paper: Paper, span: Span) -> tuple[str, str]:
    """Return the words before and after a sum within its sentence, up to 220 and 80 characters."""
    sentence = paper.passages.sentence_at(span.start)
    before = paper.text[max(sentence.start, span.start - 220) : span.start]
    return before, paper.text[span.end : min(sentence.end, span.end + 80)]


def _candidate(
    paper: Paper, found: Found[Money], sum_: Decimal, route: RouteName, witness: str, weight: int
) -> Candidate:
    code = code_of(paper, found)
    amount = _plain_amount(sum_)
    section = paper.document.section_at(found.span.start)
    # The quote of a definition begins with its term, unless the sum is too far from it.
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


def _plain_amount(amount: Decimal) -> int | Decimal:
    """Return a sum as outputs write it: whole unless it has pence."""
    return int(amount) if amount == int(amount) else amount


def _tranche(paper: Paper, span: Span) -> str | None:
    """Return the tranche of a sum; on the cover, the only tranche that its line names."""
    if span.end >= paper.front().end:
        return None if _is_of_all(paper, span) else tranche_at(paper, span.start)
    start = paper.text.rfind("\n", 0, span.start) + 1
    end = paper.text.find("\n", span.end)
    named = paper.tranches.named_in(Span(start, end if end > 0 else len(paper.text)))
    return named[0].label if len(named) == 1 else None


def _is_of_all(paper: Paper, span: Span) -> bool:
    """Return whether a sum is the total of several facilities: *the aggregate of Facility A and Facility B*.

    So is one before a list of them: *a loan of USD 9m in two advances: (a) Advance A …; (b) Advance B …*.
    """
    sentence = paper.passages.sentence_at(span.start)
    is_lead = not paper.tranches.named_in(paper.passages.piece_at(span.start)) and not paper.tranches.named_in(
        Span(sentence.start, max(sentence.start, span.start))
    )
    if is_lead and len(paper.tranches.named_in(Span(span.end, max(span.end, sentence.end)))) > 1:
        return True
    added = _WORDS.together.search(paper.text, sentence.start, max(sentence.start, span.start))
    return added is not None and len(paper.tranches.named_in(Span(added.end(), span.start))) > 1


def code_of(paper: Paper, found: Found[Money]) -> str | None:
    """Return the currency of a sum; if its sign is ambiguous, the rest of the document decides.

    The first currency that the sign allows is taken from those that the document names by code or full name, then from
    those of its reference rates, then from that of its law.
    """
    codes = {money.currency for money in found.candidates if money.currency is not None}
    if len(codes) == 1:
        return codes.pop()
    named = [code for code, _ in clear_currencies(paper).most_common()]
    implied = [*named, *implied_currencies(paper)]
    return next((code for code in implied if not codes or code in codes), None)


def sum_of(paper: Paper, found: Found[Money]) -> dict[str, object] | None:
    """Return a sum as the value of a field; None if its currency stays unclear."""
    code = code_of(paper, found)
    return None if code is None else {"amount": _plain_amount(found.candidates[0].amount), "currency": code}


def written_sum(paper: Paper, found: Found[Money]) -> str:
    """Return a sum as it is written or, if it can be read in several ways (a bare ``$``), with its currency code."""
    words = " ".join(found.span.of(paper.text).split())
    code = code_of(paper, found) if len(found.candidates) > 1 else None
    return words if code is None else f"{code} {found.candidates[0].amount:,f}"


def clear_currencies(paper: Paper) -> Counter[str]:
    """Count the currencies that the document names by a code or a full name, not by a bare sign."""
    found = (one.candidates for one in paper.mentions.of(CURRENCY_KIND))
    return Counter(one[0].code for one in found if len(one) == 1 and not one[0].bare)


def currency(paper: Paper) -> Iterator[Candidate]:
    """Yield the currency that a bare dollar sign is defined to mean, and the currency of each proposed amount."""
    defined = {
        paper.context.currencies[sign] for sign in ("$", "dollars", "dollar") if sign in paper.context.currencies
    }
    for code in defined if len(defined) == 1 else ():
        for evidence in _named(paper, code):
            yield Candidate(
                field=CURRENCY, route=RouteName.DEFINITION, key=code, value=code, evidence=(evidence,), weight=5
            )
    for amount in paper.once(facility_amount):
        named = amount.value.get("currency") if isinstance(amount.value, dict) else None
        if isinstance(named, str):
            yield Candidate(
                field=CURRENCY, route=amount.route, witness=amount.witness, key=named, value=named,
                evidence=(*amount.evidence, *_named(paper, named)), weight=amount.weight, tranche=amount.tranche,
            )  # fmt: skip


def _named(paper: Paper, code: str) -> Iterator[Span]:
    """Yield a quote of the first mention that names a currency by its code or full name, if there is one."""
    for found in paper.mentions.of(CURRENCY_KIND):
        one = found.candidates
        if len(one) == 1 and one[0].code == code and not one[0].bare and not paper.is_attached(found.span.start):
            yield quote_around(paper, found.span)
            return
