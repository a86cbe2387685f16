"""The passages to quote for instalments: every place from which a reader takes the schedule.

Agreements give the number of instalments in one clause, the sums in the next, the dates in definitions and the rest in
a schedule. A quote of the first clause alone would show only part of the repayment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.fields.quoting import quote_around, quotes_of_all
from loanproof.capabilities.baseline.fields.repayment_statements import WORDS, find_parts
from loanproof.core import Span
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND, MONEY_KIND, PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Kind

ATTACHED = frozenset(
    {SectionKind.SCHEDULE, SectionKind.ANNEX, SectionKind.APPENDIX, SectionKind.EXHIBIT, SectionKind.PART}
)
"""Sections to which a repayment clause may refer for its table."""
_FIGURES: tuple[Kind[Any], ...] = (MONEY_KIND, PERCENTAGE_KIND, DATE_KIND)
_SUMS: tuple[Kind[Any], ...] = (MONEY_KIND, PERCENTAGE_KIND)
_DAYS_AND_SHARES: tuple[Kind[Any], ...] = (DATE_KIND, PERCENTAGE_KIND)
_MIN_WORDS = 4  # words; a shorter rest of a statement is not worth a quote
_MAX_SENTENCES = 6  # of a clause, and of the provision around it
_MIN_ROWS = 2  # dates, and sums, that make a table
_MAX_TERM = 300  # characters of a definition that are read and quoted


def rest_of_provision(paper: Paper, statement: Span, quoted: int) -> Iterator[Span]:
    """Yield what else must be quoted for a statement on instalments.

    These are the rest of the statement, the other sentences with figures in its clause and in the provision around it,
    the definitions of dates and sums that they use, and the tables that they refer to.

    Args:
        paper: The document.
        statement: The statement on instalments.
        quoted: The offset up to which the statement has been quoted.
    """
    if len(paper.text[quoted : statement.end].split()) >= _MIN_WORDS:
        yield from quotes_of_all(paper, Span(quoted, statement.end))
    clause, provision = _around(paper, statement)
    own = _with_figures(paper, statement, clause)
    telling = [*own, *(one for one in _in_provision(paper, statement, provision) if not one.overlaps(clause))]
    for one in telling:
        yield from quotes_of_all(paper, one)
    yield from _definitions(paper, (statement, *telling))
    yield from _tables(paper, (clause, *telling))


def rest_of_table(paper: Paper, table: Span, lead: Span) -> Iterator[Span]:
    """Yield what else must be quoted for an instalment table: the balance after it and figures of its provision.

    Args:
        paper: The document.
        table: The rows.
        lead: The provision that contains the table or refers to it.
    """
    behind = Span(table.end, max(table.end, paper.passages.sentence_at(table.end - 1).end))
    rest = [behind] if WORDS.balance.search(behind.of(paper.text)) else []
    telling = [*rest, *_in_provision(paper, table.cover(behind), lead)]
    for one in telling:
        yield from quotes_of_all(paper, one)
    yield from _definitions(paper, telling)


def _around(paper: Paper, statement: Span) -> tuple[Span, Span]:
    """Return the numbered clause around a statement, and the whole provision on repayment that contains it."""
    around = list(paper.sections_at(statement.start))
    number = around[0].id.partition("(")[0] if around else ""
    clause = next((one.span for one in around if one.id == number), statement)
    about = [one.span for one in around if Role.REPAYMENT in paper.roles.at(one.span.start)]
    return clause, max((clause, *about), key=len)


def _with_figures(paper: Paper, statement: Span, clause: Span) -> Sequence[Span]:
    """Return the other sentences of a clause with a sum, a share or a date, unless they name other tranches."""
    others = (one for one in paper.passages.sentences_in(clause) if not one.overlaps(statement))
    own = ((), paper.tranches.named_in(statement))
    found = (one for one in others if _gives(paper, one) and paper.tranches.named_in(one) in own)
    return list(found)[:_MAX_SENTENCES]


def _in_provision(paper: Paper, statement: Span, provision: Span) -> Sequence[Span]:
    """Return the sentences with figures in a provision, except those about prepayment or another matter."""
    return [
        one
        for one in _with_figures(paper, statement, provision)
        if Role.PREPAYMENT not in paper.roles.at(one.start) and not WORDS.denied.search(one.of(paper.text))
    ]


def _definitions(paper: Paper, sentences: Sequence[Span]) -> Iterator[Span]:
    """Yield the definitions that the sentences rely on for dates, shares and instalments."""
    used = {term.span for one in sentences for term in paper.definitions.used_in(one)}
    for span in sorted(used):
        shown = Span(span.start, min(span.end, span.start + _MAX_TERM))
        if _gives(paper, shown, _DAYS_AND_SHARES) or (_gives(paper, shown) and find_parts(paper.text, shown)):
            yield quote_around(paper, shown)


def _tables(paper: Paper, sentences: Sequence[Span]) -> Iterator[Span]:
    """Yield the tables of dates and sums in the schedules that the sentences refer to, page by page."""
    referred = {one.span for sentence in sentences for one in paper.referred(sentence) if one.kind in ATTACHED}
    for span in sorted(referred):
        days = list(paper.inside(DATE_KIND, span))
        sums = [one for kind in _SUMS for one in paper.inside(kind, span)]
        if len(days) >= _MIN_ROWS <= len(sums):
            places = [one.span for one in (*days, *sums)]
            whole = Span(min(one.start for one in places), max(one.end for one in places))
            yield from quotes_of_all(paper, whole)


def _gives(paper: Paper, sentence: Span, kinds: Sequence[Kind[Any]] = _FIGURES) -> bool:
    """Return whether a sentence contains a value of one of the kinds."""
    return any(next(paper.inside(kind, sentence), None) is not None for kind in kinds)
