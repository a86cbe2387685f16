"""Checks an operator against the quotes for its value: ``>=`` is wrong if the level ``shall not exceed`` 4.00:1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.statements.prose import said_of
from loanproof.statements.vocabulary.reversing import MUST, WILL
from loanproof.values import Operator

if TYPE_CHECKING:
    from loanproof.statements.statement import Bound
    from loanproof.values import Context

_INCLUSIVE = frozenset({Operator.AT_MOST, Operator.AT_LEAST})
_MODALS = MUST | WILL


def bound_against(operator: Operator, level: str, quotes: Sequence[str], context: Context) -> str | None:
    """Return the quoted words that bound a level in the opposite direction.

    Returns None if a quote agrees with the operator, or if no quote gives a direction.
    """
    said = [(quote, said) for quote in quotes for said in said_of(level, [quote], context)]
    bounds = [one.bound for quote, one in said if one.bound is not None and _is_whole(one.bound, quote)]
    if not bounds or operator is Operator.EQUALS or any(one.means.same_direction(operator) for one in bounds):
        return None
    return bounds[0].words


def _is_whole(bound: Bound, quote: str) -> bool:
    """Return whether a quote contains its whole bound: ``to be greater than 0.65:1`` may have lost a ``shall not``."""
    is_kept = bound.means in _INCLUSIVE or bound.is_turned
    return not bound.is_trigger and (is_kept or not _MODALS.isdisjoint(quote.lower().split()))
