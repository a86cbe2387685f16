"""Reference rates in running text."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Found, Match
from loanproof.values.reference_rate.parse import RATE_STARTS, read_reference_rate
from loanproof.values.reference_rate.value import ReferenceRates
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens


def find_reference_rates(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[ReferenceRates], ...]:
    """Find every mention of a reference rate in running text; ``fixed`` or ``prime`` alone does not count."""

    def read_at(at: int) -> Match[ReferenceRates] | None:
        found = read_reference_rate(tokens, at, context=context)
        if found is None or tokens.text(at, found.end).lower() in ("fixed", "prime"):
            return None
        return Match(candidates=(ReferenceRates(rates=found.candidates),), end=found.end)

    return find_each(tokens, read_at, RATE_STARTS.within(tokens))
