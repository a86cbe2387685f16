"""What is quoted for instalments: every place that a reader takes the schedule from.

Agreements give the number of instalments in one clause, the sums in the next, the days in definitions and the rest in a
schedule. A quote of the first alone shows a part of what is repaid.
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
"""Sections that a clause on repayment may refer to for its table."""
_FIGURES: tuple[Kind[Any], ...] = (MONEY_KIND, PERCENTAGE_KIND, DATE_KIND)
_SUMS: tuple[Kind[Any], ...] = (MONEY_KIND, PERCENTAGE_KIND)
_DAYS_AND_SHARES: tuple[Kind[Any], ...] = (DATE_KIND, PERCENTAGE_KIND)
_FEWEST_WORDS = 4  # behind a quote that say something
_MOST_SENTENCES = 6  # of a clause, and of those beside it
_FEWEST_ROWS = 2  # dates of a table
_LONGEST_TERM = 300  # characters of a definition that says which days or sums are meant


def rest_of_provision(paper: Paper, statement: Span, quoted: int) -> Iterator[Span]:
    """Yield what else is to be quoted of instalments.

    The statement behind what is quoted, the other sentences that give figures in its clause and in those beside it, the
    terms for days and sums that all these use, and the table that they refer to.
    """
    if len(paper.text[quoted : statement.end].split()) >= _FEWEST_WORDS:
        yield from quotes_of_all(paper, Span(quoted, statement.end))
    clause, provision = _around(paper, statement)
    own = _telling(paper, statement, clause)
    telling = [*own, *(one for one in _beside(paper, statement, provision) if not one.overlaps(clause))]
    for one in telling:
        yield from quotes_of_all(paper, one)
    yield from _meanings(paper, (statement, *telling))
    yield from _tables(paper, (clause, *telling))


def rest_of_table(paper: Paper, table: Span, lead: Span) -> Iterator[Span]:
    """Yield what else is to be quoted of a table of instalments: the balance behind it, and figures of its provision.

    Args:
        paper: The document.
        table: Its rows.
        lead: The provision that has the table, or refers to it.
    """
    behind = Span(table.end, max(table.end, paper.passages.sentence_at(table.end - 1).end))
    rest = [behind] if WORDS.balance.search(behind.of(paper.text)) else []
    telling = [*rest, *_beside(paper, table.cover(behind), lead)]
    for one in telling:
        yield from quotes_of_all(paper, one)
    yield from _meanings(paper, telling)


def _around(paper: Paper, statement: Span) -> tuple[Span, Span]:
    """Return the numbered clause that a statement is in, and all of the provision on repayment that holds it."""
    around = list(paper.sections_at(statement.start))
    number = around[0].id.partition("(")[0] if around else ""
    clause = next((one.span for one in around if one.id == number), statement)
    about = [one.span for one in around if Role.REPAYMENT in paper.roles.at(one.span.start)]
    return clause, max((clause, *about), key=len)


def _telling(paper: Paper, statement: Span, clause: Span) -> Sequence[Span]:
    """Return the other sentences of a clause that give a sum, a share or a day; not what they say of other tranches."""
    others = (one for one in paper.passages.sentences_in(clause) if not one.overlaps(statement))
    own = ((), paper.tranches.named_in(statement))
    found = (one for one in others if _gives(paper, one) and paper.tranches.named_in(one) in own)
    return list(found)[:_MOST_SENTENCES]


def _beside(paper: Paper, statement: Span, provision: Span) -> Sequence[Span]:
    """Return the sentences with figures of a whole provision; not those on what is paid before it is due."""
    return [
        one
        for one in _telling(paper, statement, provision)
        if Role.PREPAYMENT not in paper.roles.at(one.start) and not WORDS.denied.search(one.of(paper.text))
    ]


def _meanings(paper: Paper, sentences: Sequence[Span]) -> Iterator[Span]:
    """Yield the definitions of the terms by which sentences tell a schedule: days, shares, and instalments."""
    used = {term.span for one in sentences for term in paper.definitions.used_in(one)}
    for span in sorted(used):
        shown = Span(span.start, min(span.end, span.start + _LONGEST_TERM))
        if _gives(paper, shown, _DAYS_AND_SHARES) or (_gives(paper, shown) and find_parts(paper.text, shown)):
            yield quote_around(paper, shown)


def _tables(paper: Paper, sentences: Sequence[Span]) -> Iterator[Span]:
    """Yield the tables of days and sums in the schedules that sentences refer to, page by page."""
    referred = {one.span for sentence in sentences for one in paper.referred(sentence) if one.kind in ATTACHED}
    for span in sorted(referred):
        days = list(paper.inside(DATE_KIND, span))
        sums = [one for kind in _SUMS for one in paper.inside(kind, span)]
        if len(days) >= _FEWEST_ROWS <= len(sums):
            places = [one.span for one in (*days, *sums)]
            whole = Span(min(one.start for one in places), max(one.end for one in places))
            yield from quotes_of_all(paper, whole)


def _gives(paper: Paper, sentence: Span, kinds: Sequence[Kind[Any]] = _FIGURES) -> bool:
    return any(next(paper.inside(kind, sentence), None) is not None for kind in kinds)
