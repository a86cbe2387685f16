"""Whether quotes bound a value the other way than is said of it: ``>=`` of what ``shall not exceed`` 4.00:1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.statements.prose import said_of
from loanproof.values import Operator

if TYPE_CHECKING:
    from loanproof.statements.statement import Statement
    from loanproof.values import Context

_KEPT = frozenset({Operator.AT_MOST, Operator.AT_LEAST})
_MODALS = frozenset({"shall", "must", "will"})


def bound_against(operator: Operator, level: str, quotes: Sequence[str], context: Context) -> str | None:
    """Return the words that bound a value the other way; nothing where a quote agrees, or none says which way."""
    said = [(quote, said) for quote in quotes for said in said_of(level, [quote], context)]
    bounds = [one.bound for quote, one in said if one.bound is not None and _is_whole(one, quote)]
    if not bounds or operator is Operator.EQUALS or any(one.means.same_direction(operator) for one in bounds):
        return None
    return bounds[0].words


def _is_whole(said: Statement, quote: str) -> bool:
    """Whether a quote has all that sets its bound: in ``to be greater than 0.65:1`` a ``shall not`` is cut off."""
    is_kept = said.bound is not None and said.bound.means in _KEPT
    return not said.is_trigger and (is_kept or said.is_turned or not _MODALS.isdisjoint(quote.lower().split()))
