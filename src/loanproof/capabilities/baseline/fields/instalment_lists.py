"""Instalments in a list that gives each sum before its day: *5 per cent. of the Loans on 4 May 2028, 10 per cent. …*.

In a table the day comes first. Read like a table, such a list would give each day the sum of the next one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.repayment_statements import WORDS
from loanproof.core import Span
from loanproof.values import DATE_KIND, MONEY_KIND, PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

MARK = re.compile(r"[;,\s]*(?:and\b\s*)?(?:\(\w{1,4}\)\s*)?", re.IGNORECASE)
"""What separates two items: *; and (c)*."""
_ON_DAY = re.compile(
    r"\s*(?:of\s+(?:the\s+)?(?:\w+\s+){1,5}?)?(?:(?:shall|will|to)\s+be\s+|is\s+|are\s+)?"
    r"(?:(?:re)?paid\s+|(?:re)?payable\s+|due\s+)?on\s+(?:or\s+before\s+)?",
    re.IGNORECASE,
)
_TERM = re.compile(r"the\s+(?P<term>(?:[A-Z][\w-]*\s+){1,4}(?:Date|Day))\b")
_REACH = 120  # characters before a day in which its sum begins
_REST = 120  # characters after the last day in which what is left is named


def sum_before(paper: Paper, day: Span, span: Span) -> tuple[str, str, int] | None:
    """Return the sum or share that words tie to the day behind it: its key, its words and its place, or None."""
    before = Span(max(span.start, day.start - _REACH), day.start)
    money = [one for one in paper.inside(MONEY_KIND, before) if _is_due(paper, one.span, day)]
    if money:
        return "amount", " ".join(money[-1].span.of(paper.text).split()), money[-1].span.start
    shares = [one for one in paper.inside(PERCENTAGE_KIND, before) if _is_due(paper, one.span, day)]
    return ("percent", f"{shares[-1].candidates[0].figure}", shares[-1].span.start) if shares else None


def term_behind(paper: Paper, figure: Span) -> str:
    """Return the term for the day on which a sum is due: *£60m on the Termination Date*; empty if there is none."""
    on = _ON_DAY.match(paper.text, figure.end)
    found = None if on is None else _TERM.match(paper.text, on.end())
    return "" if found is None else found["term"]


def goes_on(paper: Paper, rows: Sequence[Span]) -> bool:
    """Return whether each row gives its sum first, and what is left follows, so that few rows are a schedule."""
    days = [next(iter(paper.inside(DATE_KIND, row)), None) for row in rows]
    is_sum_first = all(day is not None and day.span.end == row.end for day, row in zip(days, rows, strict=True))
    behind = paper.text[rows[-1].end : rows[-1].end + _REST].partition(".")[0]
    is_last = WORDS.balance.search(behind) is not None or _TERM.search(behind) is not None
    return is_sum_first and is_last


def _is_due(paper: Paper, figure: Span, day: Span) -> bool:
    return _ON_DAY.fullmatch(paper.text, figure.end, day.start) is not None
