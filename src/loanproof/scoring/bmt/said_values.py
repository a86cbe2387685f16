"""What is said about a deal or benchmark value, held against its source (C-21): comparison, period, and share of what.

What the deal value is said of is the term itself, which has a key of its own, so subjects are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.benchmarks import Quantity, read_places, spell_out
from loanproof.core import Reason
from loanproof.statements import (
    Contradiction,
    Polarity,
    Source,
    Statement,
    compare_statements,
    read_statement,
    stated_in,
)

if TYPE_CHECKING:
    from loanproof.values import Context

_COMPARED = frozenset({Reason.DIRECTION_TURNED, Reason.PERIOD_DIFFERS, Reason.BASE_DIFFERS})


class Said(NamedTuple):
    """A figure of a text, and what the text says of it."""

    candidates: tuple[Quantity, ...]
    statement: Statement


def read_said(text: str, notation: Context) -> tuple[Said, ...]:
    """Return the figures of a text, each with what is said of it."""
    stated = stated_in(spell_out(text), notation)
    places = read_places(stated.text, notation)
    return tuple(Said(place.candidates, read_statement(stated, place.span)) for place in places)


def is_only_denied(text: str, notation: Context) -> bool:
    """Tell whether a text denies every figure that it holds."""
    said = read_said(text, notation)
    return bool(said) and all(one.statement.polarity is not Polarity.STATED for one in said)


def value_contradictions(
    given: str, expected: str, quotes: Sequence[str], notation: Context
) -> Iterator[Contradiction]:
    """Yield in what the words about a value contradict those of gold, or of the quotes that hold the same figure."""
    said = read_said(given, notation)
    known = list(read_said(expected, notation))
    known += [one for quote in quotes for one in read_said(quote, notation) if any(_is_same(one, own) for own in said)]
    source = Source([one.statement for one in known], {})
    found = compare_statements([one.statement for one in said], source)
    return (one for one in found if one.code in _COMPARED)


def _is_same(one: Said, other: Said) -> bool:
    return any(
        own.counts_as(its) and (own.low, own.high) == (its.low, its.high)
        for own in one.candidates
        for its in other.candidates
    )
