"""Finds two amounts of a text whose labels are exchanged: each has the words that the source has for the other.

*Advance A EUR 5m; Advance B EUR 7m* is wrong where the documents say *EUR 7m for Advance A and EUR 5m for Advance B*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from loanproof.statements import stated_in
from loanproof.values import MONEY_KIND, PERCENTAGE_KIND, Relation

if TYPE_CHECKING:
    from loanproof.statements import StatedText, StatedValue
    from loanproof.values import Context

_KINDS = (MONEY_KIND, PERCENTAGE_KIND)
_BORDERS = re.compile(r"[;()\n]|\b(?:and|or)\b|\.\s(?=[A-Z])")
_LABEL = re.compile(r"[A-Za-z][a-z]{3,}|[A-Z]{2,}|\b[A-Z]\b|\b[0-9]\b")  # words, and the letter or number of a tranche
_MAX_VALUES = 12  # of one text


def exchanged_amounts(text: str, sources: Iterable[str], notation: Context) -> tuple[str, str] | None:
    """Return the first two amounts of a text whose labels are exchanged in all sources that have them, or None."""
    stated = stated_in(text, notation)
    values = [one for one in stated.values if one.part.kind in _KINDS][:_MAX_VALUES]
    if len(values) < 2:
        return None
    known = [stated_in(source, notation) for source in sources]
    labels = [(one, _label(one, stated), _labels_of(one, known)) for one in values]
    for (one, own, source), (two, others, other_source) in combinations(labels, 2):
        if one.part.kind is not two.part.kind or not source or not other_source:
            continue
        mine, theirs = own - others, others - own
        here, there = source - other_source, other_source - source
        if mine & there and theirs & here and not mine & here and not theirs & there:
            return one.part.written, two.part.written
    return None


def _labels_of(value: StatedValue, sources: Sequence[StatedText]) -> frozenset[str]:
    """Return the words that sources have around a value, wherever it occurs."""
    found = (
        _label(other, source)
        for source in sources
        for other in source.values
        if other.part.kind is value.part.kind and value.part.compare(other.part).relation is not Relation.DIFFERENT
    )
    return frozenset().union(*found)


def _label(value: StatedValue, text: StatedText) -> frozenset[str]:
    """Return the words around a value, up to the next border or the next value of its kind on either side."""
    others = [one.span for one in text.values if one.part.kind is value.part.kind and one is not value]
    start = max((one.end for one in others if one.end <= value.span.start), default=0)
    end = min((one.start for one in others if one.start >= value.span.end), default=len(text.text))
    before = _BORDERS.split(text.text[start : value.span.start])[-1]
    behind = _BORDERS.split(text.text[value.span.end : end])[0]
    return frozenset(one.group().lower() for one in _LABEL.finditer(f"{before} {behind}"))
