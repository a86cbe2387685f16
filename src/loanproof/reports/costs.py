"""The cost of a run: its tokens at the target's prices, in total and per right answer."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.runs import ResultHead

_MILLION = 1_000_000
_PLACES = Decimal("0.0001")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The cost of a run; ``None`` per right answer if there is no right answer."""

    currency: str
    run: Decimal
    right_answer: Decimal | None


def cost_of(head: ResultHead) -> Cost | None:
    """Return the cost of a run; ``None`` without prices, or if a sample lacks a token count."""
    prices, rubric = head.run.prices, head.rubric
    if prices is None or rubric is None or rubric.total_input_tokens is None or rubric.total_output_tokens is None:
        return None
    paid = Decimal(str(prices.input)) * rubric.total_input_tokens
    paid += Decimal(str(prices.output)) * rubric.total_output_tokens
    right = _right_answers(rubric.total_tokens, rubric.tokens_per_correct_answer, rubric.accuracy_full_credit_rate)
    run = paid / _MILLION
    return Cost(currency=prices.currency, run=run, right_answer=None if not right else run / right)


def cost_sentence(head: ResultHead) -> str | None:
    """Return the cost of a run in words; ``None`` if it is not known."""
    cost = cost_of(head)
    if cost is None:
        return None
    right = cost.right_answer
    each = "no answer was right" if right is None else f"{_write(cost, right)} for each right one"
    return f"The answers cost {_write(cost, cost.run)} by the prices of the target: {each}."


def _write(cost: Cost, amount: Decimal) -> str:
    return f"{cost.currency} {amount.quantize(_PLACES):,}"


def _right_answers(tokens: int | None, per_right: float | None, share: float | None) -> int:
    """Return how many answers have full credit, derived from the rubric's tokens per right answer."""
    if not tokens or not per_right or not share:
        return 0
    return round(tokens / per_right)
