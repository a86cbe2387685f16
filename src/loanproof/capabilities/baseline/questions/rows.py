"""Rows of a table: which row a question means, by the figure, date, rating or number that the question gives.

Extracted text keeps the rows of most tables as lines. A row begins with what it applies to, which may be a range, and
ends with its figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from loanproof.capabilities.baseline.questions.ratings import is_for_rating, rating_asked
from loanproof.values import (
    COMPARISONS,
    COMPARISONS_BEHIND,
    DATE_KIND,
    MONTHS,
    NO_CONTEXT,
    ORDINALS,
    CalendarDate,
    Operator,
    tokenize,
)

_FIGURE = r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?"
_COMMA_FIGURE = r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?|[0-9]+,[0-9]{1,2}"  # 1.250.000,00 and 66,67
_CELL = re.compile(
    rf"(?:[A-Z]{{0,3}}[$£€¥]\s?|[A-Z]{{3}}\s)?(?:{_COMMA_FIGURE}|{_FIGURE})"
    rf"(?:\s?%|\s+per\s+cent\.?|\s?:\s?1(?:\.0+)?|\s+to\s+1(?:\.0+)?|x)?|nil|N/A|[-–—]"
)
_ENDS_WITH_FIGURE = re.compile(rf"(?:^|\s)(?:{_CELL.pattern})[.;]?[”\"]?\s*\Z")
_CELLS = re.compile(rf"(?:{_CELL.pattern})(?:\s+(?:{_CELL.pattern})){{1,5}}")
_ENDS_WITH_CELLS = re.compile(rf"\s(?:{_CELL.pattern})\s+(?:{_CELL.pattern})\s*\Z")
_ANY_FIGURE = re.compile(rf"(?P<figure>{_FIGURE})(?:\s?:\s?1(?:\.0+)?|\s+to\s+1(?:\.0+)?|\s?%|x\b|\s+per\s+cent\.?)?")
_AT_FIGURE = re.compile(
    rf"\b(?:of|is|at|to|reaches|exceeds|equals|stands\s+at)\s+(?P<figure>{_FIGURE})"
    r"(?P<unit>\s?:\s?1(?:\.0+)?|\s+to\s+1(?:\.0+)?|\s?%|x\b|\s+per\s+cent\.?)?"
    rf"(?![0-9,]|\s+(?i:{'|'.join(MONTHS)})\b)"
)
_ORDINAL = re.compile(
    rf"\b({'|'.join(ORDINALS)})\s+(?:repayment\s+)?(?:instal|install|repayment|payment|row|level|date)"
)
_MONTH = re.compile(rf"\b({'|'.join(MONTHS)})\.?,?\s+([12][0-9]{{3}})\b", re.IGNORECASE)  # or the end of a date
_VERB = re.compile(r"\b(?:means?|shall|is|are|was|were|must|may|will|has|have|pay|pays|be)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b[12][0-9]{3}\b")
_RANGE = re.compile(r"[0-9]\s+(?:to|through|until|till)\s|[0-9]\s*[-–—]\s*(?:[0-9]|[A-Z])", re.IGNORECASE)
_ONWARDS = re.compile(r"\b(?:thereafter|onwards?|(?:and|or)\s+(?:after|later|each|any|all)|later)\b", re.IGNORECASE)
_CACHED_ROWS = 5000  # whose dates are remembered
_PHRASES = sorted(
    ((phrase, operator) for operator, phrases in COMPARISONS.items() for phrase in phrases),
    key=lambda one: -len(one[0]),
)
_SIGNS = [
    (">=", Operator.AT_LEAST), ("≥", Operator.AT_LEAST), ("<=", Operator.AT_MOST), ("≤", Operator.AT_MOST),
    (">", Operator.ABOVE), ("<", Operator.BELOW),
]  # fmt: skip
_PHRASES_AFTER = [(phrase, operator) for operator, phrases in COMPARISONS_BEHIND.items() for phrase in phrases]


def is_row(line: str) -> bool:
    """Return whether a line looks like a table row: it is short and ends with a figure."""
    return bool(_ENDS_WITH_FIGURE.search(line)) and len(line) < 200


def is_cells(line: str) -> bool:
    """Return whether a line contains only figures: the cells of a row that began on the line before."""
    return _CELLS.fullmatch(line.strip()) is not None


def ends_with_cells(line: str) -> bool:
    """Return whether a line ends with two figures or more, as only a row does."""
    return _ENDS_WITH_CELLS.search(line) is not None


def is_plain_row(line: str) -> bool:
    """Return whether a line is a row of names and figures, without a verb that would make it a sentence."""
    return is_row(line) and _VERB.search(line) is None


def condition_of(question: str) -> Decimal | None:
    """Return the figure at which a question asks for something: ``at a leverage of 3.2x``."""
    match = _AT_FIGURE.search(question)
    return None if match is None else Decimal(match["figure"].replace(",", ""))


def ordinal_of(question: str) -> int | None:
    """Return the row number that a question gives as an ordinal: ``the sixth instalment``."""
    match = _ORDINAL.search(question.lower())
    return None if match is None else int(ORDINALS[match[1]])


def fits(row: str, question: str) -> bool | None:
    """Return whether a row is the one that a question means, or nothing if that cannot be told.

    A row is meant if its range contains the figure of the question, if it is for the date, month or rating of the
    question, or if its number is the ordinal.
    """
    figure, ordinal = condition_of(question), ordinal_of(question)
    bounds = list(_bounds(row)) if figure is not None else []
    if bounds and figure is not None:
        return all(_satisfies(bound, figure) for bound in bounds)
    day = _day_of(question)
    if day is not None and (days := _days_in(row)):
        return _covers_day(row, days, day)
    month = _MONTH.search(question)
    if day is None and month is not None and (days := _days_in(row)):
        return any((one.month, one.year) == (MONTHS[month[1].lower()], int(month[2])) for one in days)
    rating = rating_asked(question)
    if rating is not None and (is_meant := is_for_rating(row, rating)) is not None:
        return is_meant
    number = re.match(r"[0-9]{1,3}(?=\s)", row)
    return None if ordinal is None or number is None else int(number[0]) == ordinal


@lru_cache(maxsize=_CACHED_ROWS)
def _days_in(text: str) -> tuple[date, ...]:
    """Return the unambiguous calendar dates in a text."""
    found = (one.candidates[0] for one in DATE_KIND.find(tokenize(text), NO_CONTEXT) if len(one.candidates) == 1)
    return tuple(one.day for one in found if isinstance(one, CalendarDate))


def _day_of(question: str) -> date | None:
    """Return the date that a question names, if it names exactly one."""
    days = _days_in(question) if _YEAR.search(question) else ()
    return days[0] if len(set(days)) == 1 else None


def _covers_day(row: str, days: tuple[date, ...], day: date) -> bool:
    """Return whether a row is for a date: it names the date, or a period that contains it."""
    if day in days:
        return True
    if len(days) > 1 and _RANGE.search(row):
        return days[0] <= day <= days[1]
    return bool(_ONWARDS.search(row)) and day >= days[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bound:
    """One limit of the range that a row applies to."""

    operator: Operator
    figure: Decimal


def _bounds(row: str) -> Iterator[_Bound]:
    """Yield the limits that the first figures of a row set: ``≥ 2.50 but < 3.00``."""
    for match in list(_ANY_FIGURE.finditer(row))[:5]:
        before = row[: match.start()].rstrip().lower()
        behind = row[match.end() :].lstrip().lower()
        figure = Decimal(match["figure"].replace(",", ""))
        operator = next((one for phrase, one in (*_SIGNS, *_PHRASES) if before.endswith(phrase)), None)
        operator = operator or next((one for phrase, one in _PHRASES_AFTER if behind.startswith(phrase)), None)
        if operator is not None:
            yield _Bound(operator=operator, figure=figure)


def _satisfies(bound: _Bound, figure: Decimal) -> bool:
    """Return whether a figure is within a limit."""
    match bound.operator:
        case Operator.AT_LEAST:
            return figure >= bound.figure
        case Operator.AT_MOST:
            return figure <= bound.figure
        case Operator.ABOVE:
            return figure > bound.figure
        case Operator.BELOW:
            return figure < bound.figure
        case _:
            return figure == bound.figure
