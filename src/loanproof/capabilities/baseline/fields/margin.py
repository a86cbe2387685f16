"""Margin: one rate, a rate for each reference rate, or a grid by rating or ratio, read from definition or table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Column, Paper, RateTable, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.quoting import quote_around, quote_table
from loanproof.core import FieldId, Span
from loanproof.values import PERCENTAGE_KIND, REFERENCE_RATE_KIND

if TYPE_CHECKING:
    from loanproof.values import Found, Percentage, Written

MARGIN = FieldId("margin")
_PLUS = re.compile(r"\b(?:plus|above|over|aggregate\s+of|margin\s+of|margin\s+is|spread\s+of)\b", re.IGNORECASE)
_NOT_MARGIN = re.compile(
    r"\b(?:default|overdue|fee|fees|floor|less\s+than\s+zero|reserve|withhold\w*|premium|increase\w*|higher|unpaid|late|federal\s+funds|1/2|one-half)\b",
    re.IGNORECASE,
)
_BASE_LOANS = re.compile(r"\b(?:ABR|base\s+rate|prime|alternate\s+base)\b", re.IGNORECASE)
_LOANS = re.compile(
    r"\b(?:ABR|(?:alternate\s+)?base\s+rate|prime(?:\s+rate)?|euro-?dollar(?:\s+rate)?|LIBOR?|LIBO|term\s+benchmark|(?:adjusted\s+)?(?:term|daily\s+simple)\s+SOFR|SOFR|RFR|euro-?currency|EURIBOR|SONIA)\b",
    re.IGNORECASE,
)


def margin(paper: Paper) -> Iterator[Candidate]:
    """Propose the margin: from its definition, from the tables of rates, and from the interest clause."""
    yield from _by_definition(paper)
    yield from _by_table(paper)
    yield from _by_interest(paper)


def _by_definition(paper: Paper) -> Iterator[Candidate]:
    for definition, weight in members(paper, MARGIN):
        if any(definition.span.contains(Span(table.span.start, table.span.start + 1)) for table in paper.tables):
            continue  # the table tells more
        rates = [one for one in paper.inside(PERCENTAGE_KIND, definition.body) if not _is_other(paper, one)]
        if rates:
            yield from _of_rates(paper, rates, RouteName.DEFINITION, weight, definition.span.start)


def _is_other(paper: Paper, found: Found[Percentage]) -> bool:
    piece = paper.passages.piece_at(found.span.start)
    before = paper.text[max(piece.start, found.span.start - 60) : found.span.start]
    return bool(_NOT_MARGIN.search(before))


def _of_rates(
    paper: Paper, rates: Sequence[Found[Percentage]], route: RouteName, weight: int, start: int | None
) -> Iterator[Candidate]:
    if len(rates) == 1:
        rate = rates[0]
        yield Candidate(
            field=MARGIN, route=route, key=_key([rate]), value=_text(paper, rate),
            evidence=(quote_around(paper, rate.span, start=_near(start, rate.span)),), weight=weight,
        )  # fmt: skip
        return
    options = _options(paper, rates)
    if options is not None:
        first, last = rates[0].span, rates[-1].span
        whole = Span(first.start, last.end)
        quote = quote_around(paper, whole, start=_near(start, whole))
        yield Candidate(
            field=MARGIN, route=route, key=_key(rates), value={"options": options}, evidence=(quote,), weight=weight
        )


def _options(paper: Paper, rates: Sequence[Found[Percentage]]) -> list[dict[str, str]] | None:
    """Pair each rate with the loans that its own words name; nothing where one has none, or two have the same."""
    if len(rates) > 4:
        return None
    named: list[dict[str, str]] = []
    for at, rate in enumerate(rates):
        before = paper.text[(rates[at - 1].span.end if at else max(0, rate.span.start - 120)) : rate.span.start]
        behind = paper.text[rate.span.end : rates[at + 1].span.start if at + 1 < len(rates) else rate.span.end + 60]
        loans = _LOANS.findall(behind.partition(";")[0].partition(" and ")[0]) or _LOANS.findall(before)[-1:]
        if not loans:
            return None
        named.append({"rate": loans[0] if isinstance(loans[0], str) else loans[0][0], "value": _text(paper, rate)})
    return named if len({one["rate"].lower() for one in named}) == len(named) else None


def _by_table(paper: Paper) -> Iterator[Candidate]:
    for table in paper.tables:
        at = table.column(Column.MARGIN)
        if at is None or len(table.rows) < 2 or paper.attached(table.span.start):
            continue
        value: dict[str, object] = {
            "rows": [{"when": row.label, "value": _cell(paper, row.cells[at].span)} for row in table.rows]
        }
        base = table.column(Column.BASE_MARGIN)
        if base is not None:
            rate = _base_name(paper, table)
            value["options"] = [{"rate": rate, "value": _cell(paper, row.cells[base].span)} for row in table.rows]
        yield Candidate(
            field=MARGIN, route=RouteName.FRONT, witness="front:table",
            key=";".join(str(row.cells[at].value.bps) for row in table.rows), value=_written(value),
            evidence=(quote_table(paper, table.span),), weight=50,
        )  # fmt: skip


def _written(value: dict[str, object]) -> Written:
    return value


def _base_name(paper: Paper, table: RateTable) -> str:
    named = _BASE_LOANS.search(table.heading)
    if named is None:
        turned = _BASE_LOANS.search(paper.text, table.span.start, table.span.end)
        return " ".join((turned[0] if turned else "Base Rate").split())
    return " ".join(named[0].split())


def _by_interest(paper: Paper) -> Iterator[Candidate]:
    """Propose the rate that an interest clause adds to a reference rate."""
    for span in paper.roles.spans(Role.INTEREST):
        for rate in paper.inside(PERCENTAGE_KIND, span):
            if Role.DEFAULT_INTEREST in paper.roles.above(rate.span.start) or paper.attached(rate.span.start):
                continue
            sentence = paper.passages.sentence_at(rate.span.start)
            words = sentence.of(paper.text)
            before = paper.text[sentence.start : rate.span.start]
            around = paper.mentions.overlapping(REFERENCE_RATE_KIND, sentence)
            if around and _PLUS.search(words) and not _NOT_MARGIN.search(before[-160:]):
                yield from _of_rates(paper, [rate], RouteName.SECTION, 10, None)


def _near(start: int | None, span: Span) -> int | None:
    return start if start is not None and span.end - start < 400 else None


def _key(rates: Sequence[Found[Percentage]]) -> str:
    return ";".join(str(one.candidates[0].bps) for one in rates)


def _text(paper: Paper, found: Found[Percentage]) -> str:
    """Return a rate as it is written, with the year that stands behind it."""
    written = " ".join(found.span.of(paper.text).split())
    behind = re.match(r"\s*(?:per\s+annum|p\.a\.)", paper.text[found.span.end : found.span.end + 20])
    return written if behind is None else f"{written} {' '.join(behind[0].split())}"


def _cell(paper: Paper, span: Span) -> str:
    return " ".join(span.of(paper.text).split())
