"""Rates in tables: a bare figure in a row, whose unit stands in the heading of its column or in the text above."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.core import plain_decimal
from loanproof.provenance import Part, locate
from loanproof.values import NUMBER_KIND, PERCENTAGE_KIND, candidates_of

if TYPE_CHECKING:
    from loanproof.provenance import Source
    from loanproof.values import Context

_REFERRING = re.compile(
    r"(?:\b(?:clauses?|sections?|paragraphs?|articles?|schedules?|and|or|to)|[§,(:])\s{0,4}$", re.IGNORECASE
)
_MORE_FIGURES = re.compile(r"(?:[ \t|]{1,40}[-+0-9.,%]{1,12}){0,12}[ \t|]{0,40}$")
_LONGEST_ROW = 400


def bare_figure(rate: Part, context: Context) -> Part | None:
    """Return a rate as a figure without its unit; nothing where it is no single rate with decimals."""
    if rate.kind != PERCENTAGE_KIND.name:
        return None
    read = candidates_of(PERCENTAGE_KIND.read(rate.text, context))
    figures = [one.bps / 100 for one in read if one.bps is not None]
    if len(figures) != 1 or figures[0] == figures[0].to_integral_value():
        return None
    return Part(kind=NUMBER_KIND.name, text=plain_decimal(figures[0]))


def is_in_table(figure: Part, source: Source) -> bool:
    """Tell whether a figure stands in a row of a table: behind words, with nothing but figures up to the line's end.

    The number of a clause does not: it begins its line, or its word stands before it.
    """
    text = source.document.text
    for span in locate(figure, source.facts):
        start = max(text.rfind("\n", 0, span.start) + 1, span.start - _LONGEST_ROW)
        end = text.find("\n", span.end)
        before, after = text[start : span.start], text[span.end : len(text) if end < 0 else end][:_LONGEST_ROW]
        if before.strip() and not _REFERRING.search(before) and _MORE_FIGURES.match(after):
            return True
    return False
