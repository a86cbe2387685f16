"""Rates as a document writes them, and the loans that its words price with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.values import REFERENCE_RATE_KIND, Read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Cell, Paper
    from loanproof.core import Span

_BASE = re.compile(r"\b(?:ABR|(?:alternate\s+)?base\s+rate|prime(?:\s+rate)?)\b", re.IGNORECASE)
# Names of loans by the rate that they bear.
_LOANS = re.compile(
    r"\b(?:ABR|(?:alternate\s+)?base\s+rate|prime(?:\s+rate)?|euro-?dollar(?:\s+rate)?|LIBOR?|LIBO|term\s+benchmark|"
    r"(?:adjusted\s+)?(?:term|daily\s+simple)\s+SOFR|SOFR|RFR|euro-?currency"
    r"|EURIBOR|SONIA|HIBOR|SORA|(?:term\s+)?CORRA|BBSY|EIBOR|fixed\s+CD\s+rate)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\s*(?:per\s+annum|p\.a\.)")
_REACH = 120  # characters before the first rate in which its loans are named
# Terms for the whole interest rate: reference rate plus margin.
_RATE_TERMS = frozenset(
    {"interest rate", "applicable rate", "applicable interest rate", "rate of interest", "contract rate", "note rate",
     "loan rate", "floating rate", "profit rate"}
)  # fmt: skip


def rate_text(paper: Paper, span: Span) -> str:
    """Return a rate as it is written, with *per annum* if that follows it."""
    written = " ".join(span.of(paper.text).split()).removeprefix("+").strip()
    written = written if written.endswith(("cent.", "p.a.")) else written.rstrip(".")
    behind = _YEAR.match(paper.text[span.end : span.end + 20])
    return written if behind is None else f"{written} {' '.join(behind[0].split())}"


def cell_text(paper: Paper, cell: Cell) -> str:
    """Return a cell of a table as a rate; a figure without a unit takes that of its heading."""
    return f"{' '.join(cell.span.of(paper.text).split())}{cell.unit}" if cell.unit else rate_text(paper, cell.span)


def bps_text(bps: Decimal | None) -> str:
    """Return basis points as a text without trailing zeros; empty if there are none."""
    return "" if bps is None else f"{bps.normalize():f}"


def base_name(words: str) -> str | None:
    """Return the base or prime rate that words name: the second choice of US agreements."""
    found = _BASE.search(words)
    return None if found is None else " ".join(found[0].split())


def words_are_rate(words: tuple[str, ...]) -> bool:
    """Return whether the words of a term mean the whole interest rate: reference rate and margin."""
    return " ".join(words) in _RATE_TERMS


def priced_loans(paper: Paper, rates: Sequence[Span]) -> list[str] | None:
    """Return the loans that the words of each rate name; None if a rate names none, or two name the same.

    A name is before its rate (*with respect to ABR Loans, 5.00%*) or after it (*2.75% for Base Rate Loans*).
    """
    for is_behind in (True, False):
        found = [_loans(paper, rates, at, is_behind=is_behind) for at in range(len(rates))]
        names = [one for one in found if one is not None]
        if len(names) == len(rates) and len({one.lower() for one in names}) == len(names):
            return [_as_rate(paper, one) for one in names]
    return None


def _loans(paper: Paper, rates: Sequence[Span], at: int, *, is_behind: bool) -> str | None:
    """Return the loans named before or after one rate, up to the neighbouring rate."""
    rate = rates[at]
    if is_behind:
        end = rates[at + 1].start if at + 1 < len(rates) else rate.end + 60
        behind = re.split(r"[;,.]|\band\b", paper.text[rate.end : end])[0]
        found = _LOANS.search(behind)
        return (
            None if found is None or not re.search(r"\b(?:for|on|over|of|to)\b", behind[: found.start()]) else found[0]
        )
    start = rates[at - 1].end if at else max(0, rate.start - _REACH)
    named = _LOANS.findall(paper.text[start : rate.start])
    return named[-1] if named else None


def _as_rate(paper: Paper, name: str) -> str:
    """Return the rate that loans bear. *Term Benchmark* is not a rate: the document's most frequent one replaces it."""
    words = " ".join(name.split())
    if isinstance(REFERENCE_RATE_KIND.parse(words, paper.context), Read):
        return words
    others = (one for one in paper.mentions.of(REFERENCE_RATE_KIND) if not base_name(one.span.of(paper.text)))
    counted: dict[str, int] = {}
    for one in others:
        written = " ".join(one.span.of(paper.text).split())
        counted[written] = counted.get(written, 0) + 1
    return max(counted, key=lambda one: counted[one], default=words)
