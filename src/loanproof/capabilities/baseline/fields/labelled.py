"""The route of labelled lines: what follows the label of a field is read as a value of that field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Labelled, Paper
from loanproof.capabilities.baseline.fields.amounts import AMOUNT, CURRENCY, MIN_AMOUNT, is_other_sum, is_share, sum_of
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.commitment_fee import FEE
from loanproof.capabilities.baseline.fields.facility_type import TYPE
from loanproof.capabilities.baseline.fields.families import is_labelled
from loanproof.capabilities.baseline.fields.fee_base import UNUSED, base_of
from loanproof.capabilities.baseline.fields.governing_law import LAW
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN
from loanproof.capabilities.baseline.fields.maturity import MATURITY, dated
from loanproof.capabilities.baseline.fields.name_lists import names_from
from loanproof.capabilities.baseline.fields.offered import BORROWER
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.capabilities.baseline.fields.rates_written import bps_text, rate_text
from loanproof.capabilities.baseline.fields.role_holders import AGENT, GUARANTORS
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.capabilities.baseline.fields.tenor import TENOR, lasting
from loanproof.core import Span
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    FACILITY_TYPE_KIND,
    LAW_KIND,
    MONEY_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    Read,
)

if TYPE_CHECKING:
    from loanproof.core import FieldId
    from loanproof.values import Written

_HEADING_REACH = 200  # characters after a heading in which its value is looked for
_MAX_MARGIN = 30  # highest plausible margin, in per cent
# Words before a rate that make it something other than the margin.
_NOT_MARGIN = re.compile(
    r"\b(?:fee|default|late|overdue|floor|minimum|multiples?|past\s+due"
    r"|not\s+paid|accelerat(?:ed|ion)|(?:after|upon)\s+maturity)\b",
    re.IGNORECASE,
)
_ADDS = re.compile(r"\b(?:margin|spread|over|above|plus)\b", re.IGNORECASE)
_AVAILABLE = re.compile(r"\bavailable\b", re.IGNORECASE)  # what can still be drawn
_NAMES_BEGIN = re.compile(
    r"\b(?:from|by|of|namely|following)[\s:]+"
    r"(?:(?:each|both|all)\s+of\s+|the\s+following[\s:]*)?(?:\(?(?:i|a|1)[.)]\s*)?",
    re.IGNORECASE,
)
_PART_OF_FACILITY = re.compile(
    r"(?:\A|(?<=[;,\n])|(?<=\. ))[ \t]*(?:\([a-z]\)[ ])?(?:for[ ]|in[ ]respect[ ]of[ ])?"
    r"(?P<name>(?:\w+[ ]){0,2}(?:Facility|Tranche|Loan)(?:[ ][A-Z0-9]{1,2})?)[ ]?[:,–-][ \t]+"
)
_NAME_ROW = re.compile(r"(?:full\s)?name\b[ \t:]", re.IGNORECASE)
_REST_OF_NAME = re.compile(r"(?!(?:Full\s)?(?:Name|Company|Entity|Party)\b)[ \t]*(?:[A-Z][\w&.’'-]*[ \t]+){1,3}")
_ITEM = re.compile(r"\s*\(?(?:i|a|1)[.)]\s*")
_MAX_DISTANCE = 30  # characters from a label to the name of a party

Found = Iterator[tuple[str, "Written", Span]]


def by_label(paper: Paper, field: FieldId) -> Iterator[Candidate]:
    """Yield the values that the labelled lines of a document give for a field."""
    if field not in _READERS and field not in _TIMED:
        return
    for line in paper.labelled:
        is_own = is_labelled(line, field) or (field in _FACILITY_FIELDS and _names_facility(paper, line))
        # *Maturity: 7 years from the Closing Date* states the tenor.
        is_own = is_own or (field == TENOR and line.is_in_table and is_labelled(line, MATURITY))
        if not is_own or paper.is_attached(line.label.start):
            continue
        line = line if line.is_in_table else replace(line, value=_first(line.value))
        parts: list[tuple[Labelled, str | None]] = [*_by_facility(paper, line)] if field not in _SHARED else []
        for part, tranche in parts or [(line, None)]:
            yield from (_weighed(one, line) for one in _read_line(paper, field, part, tranche))


def _read_line(paper: Paper, field: FieldId, line: Labelled, tranche: str | None) -> Iterator[Candidate]:
    """Yield what a line, or the part of it about one facility, gives for a field."""
    if field in _TIMED:
        for one in _timed(paper, field, line):
            yield one if tranche is None else replace(one, tranche=tranche)
        return
    for key, value, span in _READERS[field](paper, line):
        own = tranche or (tranche_at(paper, span.start) if field not in _SHARED else None)
        yield Candidate(
            field=field, route=RouteName.FRONT, key=key, value=value, tranche=own,
            evidence=(_shown(paper, line, span),),
        )  # fmt: skip


def _by_facility(paper: Paper, line: Labelled) -> Iterator[tuple[Labelled, str | None]]:
    """Yield the parts of a value that begin with the name of a facility: *Facility A: 2.10%*, *Facility B: 1.95%*."""
    if not paper.tranches or line.is_cell:
        return
    at = line.value.start
    found = [
        (at + match.start("name"), at + match.end(), paper.tranches.of(match["name"]))
        for match in _PART_OF_FACILITY.finditer(line.value.of(paper.text))
    ]
    starts = [(start, end, tranche.label) for start, end, tranche in found if tranche is not None]
    if len({label for *_, label in starts}) < 2 or starts[0][0] > line.value.start:
        return
    ends = [*(start for start, *_ in starts[1:]), line.value.end]
    for (_, begin, label), end in zip(starts, ends, strict=True):
        yield replace(line, value=Span(begin, max(begin, end))), label


def _names_facility(paper: Paper, line: Labelled) -> bool:
    """Return whether the label of a line is one of several facilities: *Tranche One: USD 9m*."""
    return line.is_in_table and paper.tranches.of(line.label.of(paper.text)) is not None


def _first(value: Span) -> Span:
    """Return only the first words after a heading, because the clause goes on to other matters."""
    return Span(value.start, min(value.end, value.start + _HEADING_REACH))


def _weighed(found: Candidate, line: Labelled) -> Candidate:
    """Return a candidate of this route, which weighs more if its line is in a table."""
    weight = 40 if line.is_in_table else 5
    return replace(found, route=RouteName.FRONT, witness="front:label", weight=weight)


def _shown(paper: Paper, line: Labelled, span: Span) -> Span:
    """Return the label with its value as a quote, cut to a readable length."""
    end = min(line.value.end, max(span.end, line.label.start + 300))
    return shorten(paper, Span(line.label.start, end), span)


def _timed(paper: Paper, field: FieldId, line: Labelled) -> Iterator[Candidate]:
    """Yield the maturity dates or the tenor of a line, with the readers of those fields."""
    if field == MATURITY:
        days = list(paper.inside(DATE_KIND, line.value))
        # If the date is on the next line, this line is the head of a table.
        if days and "\n" not in paper.text[line.value.start : days[0].span.start]:
            own = {tranche_at(paper, one.span.start): one for one in reversed(days)}
            for day in own.values() if paper.tranches else days[:1]:
                yield from dated(paper, day, RouteName.DEFINITION, 0, line.label.start)
        return
    period = next(paper.inside(DURATION_KIND, line.value), None)
    if period is not None and period.span.start - line.value.start < 60:
        yield lasting(paper, period, RouteName.FRONT, 0, line.label.start)


def _party(paper: Paper, line: Labelled) -> Found:
    """Yield the first name of a line, if it follows the label closely."""
    found = next(iter(_named(paper, line)), None)
    if found is not None and found[2].start - line.value.start < _MAX_DISTANCE:
        yield _from_label(paper, line, found)


def _from_label(paper: Paper, line: Labelled, found: tuple[str, str, Span]) -> tuple[str, str, Span]:
    """Return a name with the capitalised words between its label and it, which are no name without its legal form."""
    whole = Span(line.value.start, found[2].end)
    words = paper.text[whole.start : found[2].start]
    name = " ".join(whole.of(paper.text).split())
    reading = PARTY_KIND.parse(name, paper.context)
    if not line.is_in_table or not _REST_OF_NAME.fullmatch(words) or not isinstance(reading, Read):
        return found
    return PARTY_KIND.canonical(reading.value), name, whole


def _parties(paper: Paper, line: Labelled) -> Found:
    """Yield all names of a line as one value, if the first follows the label or a word such as *from* closely."""
    if _NAME_ROW.match(paper.text, line.value.start):  # rows with a name each: below_headings reads them all
        return
    named = list(_named(paper, line))
    chain = next((found for start in _starts(paper, line) if (found := list(_chain(paper, line, start)))), [])
    if len(chain) >= len(named):
        named = chain
    if named and (named is chain or named[0][2].start - line.value.start < _MAX_DISTANCE):
        distinct = {key: (name, span) for key, name, span in reversed(named)}
        kept = sorted(distinct.values(), key=lambda one: one[1])
        yield " & ".join(sorted(distinct)), [name for name, _ in kept], Span(kept[0][1].start, kept[-1][1].end)


def _starts(paper: Paper, line: Labelled) -> Iterator[int]:
    """Yield the places after a label where names may begin: at once, or after *from*, *by* or a colon."""
    first = _ITEM.match(paper.text, line.value.start, line.value.end)
    yield line.value.start if first is None else first.end()
    for match in _NAMES_BEGIN.finditer(paper.text, line.value.start, line.value.end):
        yield match.end()


def _chain(paper: Paper, line: Labelled, start: int) -> Iterator[tuple[str, str, Span]]:
    """Yield the names of companies and people that follow one another from a place on."""
    for span in names_from(paper, start, is_bare=line.is_in_table):
        name = " ".join(span.of(paper.text).split())
        reading = PARTY_KIND.parse(name, paper.context)
        if isinstance(reading, Read) and line.value.contains(span):
            yield PARTY_KIND.canonical(reading.value), name, span


def _named(paper: Paper, line: Labelled) -> Iterator[tuple[str, str, Span]]:
    """Yield the names after a label; a mention that runs beyond the value is cut to it."""
    for found in paper.mentions.overlapping(PARTY_KIND, line.value):
        span = Span(max(found.span.start, line.value.start), min(found.span.end, line.value.end))
        name = " ".join(span.of(paper.text).split())
        reading = PARTY_KIND.parse(name, paper.context)
        if isinstance(reading, Read):
            yield PARTY_KIND.canonical(reading.value), name, span


def _amount(paper: Paper, line: Labelled) -> Found:
    found = next(paper.inside(MONEY_KIND, line.value), None)
    if found is None or found.candidates[0].amount < MIN_AMOUNT:
        return
    before = paper.text[line.value.start : found.span.start]
    value = sum_of(paper, found)
    if value is not None and not is_other_sum(before) and not is_share(paper, found.span):
        yield f"{value['currency']} {value['amount']}", value, found.span


def _currency(paper: Paper, line: Labelled) -> Found:
    for _, value, span in _amount(paper, line):
        if isinstance(value, dict):
            code = str(value["currency"])
            yield code, code, span


def _type(paper: Paper, line: Labelled) -> Found:
    found = next(paper.inside(FACILITY_TYPE_KIND, line.value), None)
    words = " ".join(line.value.of(paper.text).split())
    whole = FACILITY_TYPE_KIND.parse(words, paper.context) if line.is_cell else None
    if isinstance(whole, Read):
        yield whole.value.canonical, words, line.value
    elif found is not None and found.span.start - line.value.start < 60:
        yield found.candidates[0].canonical, " ".join(found.span.of(paper.text).split()), found.span


def _margin(paper: Paper, line: Labelled) -> Found:
    rates = list(paper.inside(PERCENTAGE_KIND, line.value))
    words = f"{line.label.of(paper.text)} {line.value.of(paper.text)}"
    is_low = len(rates) == 1 and rates[0].candidates[0].figure <= _MAX_MARGIN and _ADDS.search(words)
    if is_low and not _NOT_MARGIN.search(paper.text[line.value.start : rates[0].span.start]):
        yield bps_text(rates[0].candidates[0].bps), rate_text(paper, rates[0].span), rates[0].span


def _fee(paper: Paper, line: Labelled) -> Found:
    rates = list(paper.inside(PERCENTAGE_KIND, line.value))
    if len(rates) == 1:
        rate = rates[0]
        basis = "pct_of_margin" if rate.candidates[0].of_margin else "pa"
        value: dict[str, object] = {"basis": basis, "value": " ".join(rate.span.of(paper.text).split())}
        words = line.whole.of(paper.text)
        base = base_of(words) or (UNUSED if _AVAILABLE.search(words) else None)
        if base is not None:
            value["on"] = base
        yield rate.candidates[0].canonical, value, rate.span


def _law(paper: Paper, line: Labelled) -> Found:
    found = next(paper.inside(LAW_KIND, line.value), None)
    if found is not None and found.span.start - line.value.start < 20:
        yield ",".join(found.candidates[0].codes), " ".join(found.span.of(paper.text).split()), found.span


_READERS: dict[FieldId, Callable[[Paper, Labelled], Found]] = {
    BORROWER: _party,
    AGENT: _party,
    GUARANTORS: _parties,
    AMOUNT: _amount,
    CURRENCY: _currency,
    TYPE: _type,
    MARGIN: _margin,
    FEE: _fee,
    LAW: _law,
}
_TIMED = frozenset({MATURITY, TENOR})  # fields that one line may give together
_SHARED = frozenset({BORROWER, AGENT, GUARANTORS, LAW})  # fields with one value for the whole deal
_FACILITY_FIELDS = frozenset({AMOUNT, CURRENCY, TYPE})  # fields that a line may give after the name of a facility
