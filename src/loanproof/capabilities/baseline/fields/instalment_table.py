"""Instalment tables: lines with a date and a sum, or a share of the loan, none before the one above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName, Status
from loanproof.capabilities.baseline.fields.deferred_price import DEFERRED_PRICE, sells_for_later
from loanproof.capabilities.baseline.fields.instalment_lists import MARK, goes_on, sum_before, term_behind
from loanproof.capabilities.baseline.fields.instalment_places import ATTACHED, rest_of_table
from loanproof.capabilities.baseline.fields.scoping import tranche_at, tranche_of_heading
from loanproof.core import FieldId, Span
from loanproof.values import DATE_KIND, MONEY_KIND, PERCENTAGE_KIND, CalendarDate, RepaymentClass

if TYPE_CHECKING:
    from loanproof.values import Found

REPAYMENT = FieldId("repayment_schedule")
_MIN_ROWS = 3
_MAX_DISTANCE = 60  # characters from a date to its sum
_MAX_GAP = 160  # characters from a sum to the date of the next line
_MAX_PAGE_GAP = 600  # the same, if the next line is on the next page
# A sum without a currency.
_BARE_SUM = re.compile(r"[ \t|]{1,12}(?P<figure>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{2})?|[0-9]{4,12})\b")
_BARE_SHARE = re.compile(r"[ \t|]{1,60}(?P<figure>[0-9]{1,2}(?:\.[0-9]{1,6})?)(?=\s|\Z)")
_LAST_SHARE = re.compile(r"[^0-9\f]{1,80}?[ \t|](?P<figure>[0-9]{1,2}(?:\.[0-9]{1,6})?)(?=%|\s)")
_SHARES = re.compile(r"\bpercentages?\b|\bper\s?cent\b|%", re.IGNORECASE)
_HEADING_CURRENCY = re.compile(
    r"\((?P<sign>€|£|US\$|\$|[A-Z]{3})\)|\b(?P<code>USD|EUR|GBP|SGD|HKD|AUD|CHF|JPY|INR|CNY)\b"
)
_WORD = re.compile(r"[^\W\d_]{2}")
_NOT_DETERMINED = "The last instalment is due on a day that is not determined."
_OUT_OF_ORDER = "An instalment of the table is due before the one above it; its day may be misstated."
_Row = tuple[dict[str, str], Span]


def by_table(paper: Paper, ends: Sequence[Candidate] = ()) -> Iterator[tuple[Candidate, Sequence[Span]]]:
    """Yield the first table of the repayment clauses, and of each other tranche its own, with what else must be quoted.

    The tables are in a repayment clause, or in a schedule to which it refers.

    Args:
        paper: The document.
        ends: The candidates for the maturity date; the last row of a table may name it by its defined term.
    """
    seen: set[str | None] = set()
    for span, lead in _places(paper):
        for rows, early in _tables(paper, span):
            at = rows[0][1].start
            tranche = tranche_of_heading(paper, at) or tranche_at(paper, at)
            # A later table that names no tranche may be about something else.
            if tranche in seen or (seen and tranche is None):
                continue
            seen.add(tranche)
            yield _of_rows(paper, (rows, early), lead, ends, tranche)


def _of_rows(
    paper: Paper, table: tuple[list[_Row], _Row | None], lead: Span, ends: Sequence[Candidate], tranche: str | None
) -> tuple[Candidate, Sequence[Span]]:
    """Return the schedule that rows form, with what else must be quoted.

    If a row is due on a day that cannot be determined, or before the row above it, neither can the schedule be: its
    other rows are the value, and the row is quoted with them.
    """
    rows, early = table
    last = None if early else _at_the_end(paper, rows[-1], sorted(ends, key=lambda one: one.tranche != tranche))
    row, end = (early, None) if last is None else last
    shown = rows if row is None else [*rows, row]
    is_early = row is not None and (end is None or end.status is Status.EXTRACTED) and _is_before(row, rows[-1])
    status = Status.UNDETERMINABLE if is_early else Status.EXTRACTED if end is None else end.status
    is_price = DEFERRED_PRICE.search(lead.of(paper.text)) or sells_for_later(paper)
    kind = RepaymentClass.MURABAHA if is_price else RepaymentClass.TABLE
    dated = shown if status is Status.EXTRACTED else rows
    note = _OUT_OF_ORDER if is_early else None if status is Status.EXTRACTED else _NOT_DETERMINED
    found = Candidate(
        field=REPAYMENT, route=RouteName.FRONT, witness="front:table", key=kind.value, weight=50, tranche=tranche,
        value={"class": kind.value, "rows": [one for one, _ in dated]}, status=status,
        evidence=(*_by_page(paper, shown), *(() if end is None else end.evidence)),
        how=None if end is None else end.how, note=note,
    )  # fmt: skip
    return found, tuple(rest_of_table(paper, Span(rows[0][1].start, shown[-1][1].end), lead))


def _places(paper: Paper) -> Iterator[tuple[Span, Span]]:
    """Yield the places where a table may be, each with the clause that provides for it."""
    for span in paper.roles.spans(Role.REPAYMENT):
        if paper.is_attached(span.start):
            continue
        yield span, span
        for section in paper.referred(span):
            if section.kind in ATTACHED:
                yield section.span, span


def _at_the_end(paper: Paper, row: _Row, ends: Sequence[Candidate]) -> tuple[_Row, Candidate] | None:
    """Return the row after the last dated one if a term names its date: *Termination Date £60m*."""
    behind = Span(row[1].end, min(len(paper.text), row[1].end + _MAX_GAP))
    money = next(paper.inside(MONEY_KIND, behind), None)
    share = _LAST_SHARE.match(paper.text, behind.start, behind.end) if "percent" in row[0] else None
    figure = Span(*share.span("figure")) if share is not None else None if money is None else money.span
    line = paper.text[behind.start : figure.start].strip(" \t\n|") if figure is not None else ""
    if figure is not None and MARK.fullmatch(line):
        line = term_behind(paper, figure)
    term = paper.definitions.named(line) if line and "\n" not in line else None
    end = next((one for one in ends if term is not None and term.span.overlaps(one.evidence[0])), None)
    if end is None or figure is None:
        return None
    key = "amount" if share is None else "percent"
    written = {"date": str(end.value), key: " ".join(figure.of(paper.text).split())}
    return (written, Span(min(paper.text.index(line, behind.start), figure.start), figure.end)), end


def _tables(paper: Paper, span: Span) -> Iterator[tuple[list[_Row], _Row | None]]:
    """Yield the tables of a place, each with the row right below it that is due before its last one, if any."""
    runs: list[list[_Row]] = [[]]
    for found in paper.inside(DATE_KIND, span):
        row = _row(paper, found, span)
        if row is not None and runs[-1] and _follows(paper, row, runs[-1][-1]):
            runs[-1].append(row)
        else:
            runs.append([] if row is None else [row])
    for run, below in pairwise([*runs, []]):
        if len(run) >= _MIN_ROWS or (len(run) == _MIN_ROWS - 1 and goes_on(paper, [one for _, one in run])):
            is_next = bool(below) and not _WORD.search(paper.text[run[-1][1].end : below[0][1].start])
            yield run, below[0] if is_next else None


def _follows(paper: Paper, row: _Row, last: _Row) -> bool:
    """Return whether a row goes on with a table: near its last row, and not due before it."""
    is_below = last[1].end <= row[1].start and _is_near(paper.text[last[1].end : row[1].start])
    return is_below and not _is_before(row, last)


def _is_before(row: _Row, last: _Row) -> bool:
    return row[0]["date"] < last[0]["date"]


def _is_near(between: str) -> bool:
    """Return whether two rows belong to one table: at most a page break with its headings separates them."""
    return len(between) <= (_MAX_PAGE_GAP if "\f" in between else _MAX_GAP)


def _row(paper: Paper, found: Found[Any], span: Span) -> _Row | None:
    """Return one row: a date and the first sum or share after it on the same line, or None."""
    day = found.candidates[0]
    if not isinstance(day, CalendarDate):
        return None
    first = sum_before(paper, found.span, span)
    if first is not None:
        key, written, start = first
        return {"date": day.canonical, key: written}, Span(start, found.span.end)
    line_end = paper.text.find("\n", found.span.end)
    end = min(found.span.end + _MAX_DISTANCE, span.end, line_end if line_end > 0 else span.end)
    behind = Span(found.span.end, max(end, found.span.end))
    money = next(paper.inside(MONEY_KIND, behind), None)
    if money is not None:
        written = " ".join(money.span.of(paper.text).split())
        return {"date": day.canonical, "amount": written}, Span(found.span.start, money.span.end)
    share = next(paper.inside(PERCENTAGE_KIND, behind), None)
    if share is not None:
        figure = share.candidates[0].figure
        return {"date": day.canonical, "percent": f"{figure}"}, Span(found.span.start, share.span.end)
    bare_share = _BARE_SHARE.match(paper.text, found.span.end, behind.end)
    if bare_share is not None and _SHARES.search(paper.text, span.start, found.span.start):
        return {"date": day.canonical, "percent": bare_share["figure"]}, Span(found.span.start, bare_share.end())
    bare = _BARE_SUM.match(paper.text, found.span.end, behind.end)
    sign = None if bare is None else _sign_above(paper, found.span.start, span)
    if bare is None or sign is None:
        return None
    return {"date": day.canonical, "amount": f"{sign}{bare['figure']}"}, Span(found.span.start, bare.end())


def _sign_above(paper: Paper, at: int, span: Span) -> str | None:
    """Return the currency that the heading of a table gives to figures without a sign, or None."""
    above = list(_HEADING_CURRENCY.finditer(paper.text, span.start, at))
    return above[-1]["sign"] or f"{above[-1]['code']} " if above else None  # the nearest heading is that of the table


def _by_page(paper: Paper, rows: list[_Row]) -> Iterator[Span]:
    """Yield the rows of a table page by page, because a quote must be on one page."""
    pages: dict[int, list[Span]] = {}
    for _, span in rows:
        pages.setdefault(paper.document.page_at(span.start).number, []).append(span)
    yield from (Span(found[0].start, found[-1].end) for found in pages.values())
