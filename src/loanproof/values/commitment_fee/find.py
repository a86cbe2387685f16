"""Commitment fees in running text."""

from __future__ import annotations

from loanproof.values.commitment_fee.value import CommitmentFee, FeeBasis
from loanproof.values.percentage.find import find_percentages
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import NO_CONTEXT, Ambiguous, Context, Found, Match
from loanproof.values.text.tokens import Tokens


def find_commitment_fees(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[CommitmentFee], ...]:
    """Find every rate and share of the margin in running text that could be a commitment fee."""
    results: list[Found[CommitmentFee]] = []
    for found in find_percentages(tokens, context):
        fees = tuple(_fee(one) for one in found.candidates)
        reason = found.reading.reason if isinstance(found.reading, Ambiguous) else None
        results.append(Found(span=found.span, reading=Match(candidates=fees, end=0, reason=reason).reading))
    return tuple(results)


def _fee(value: Percentage) -> CommitmentFee:
    basis = FeeBasis.SHARE_OF_MARGIN if value.of_margin else FeeBasis.PER_ANNUM
    return CommitmentFee(basis=basis, value=value)
