"""Reference rates in running text."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.reference_rate.parse import read_reference_rate
from loanproof.values.reference_rate.value import ReferenceRates
from loanproof.values.text.tokens import Tokens


def find_reference_rates(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[ReferenceRates], ...]:
    """Find every mention of a reference rate in running text; the word ``fixed`` or ``prime`` alone is none."""
    results: list[Found[ReferenceRates]] = []
    at = 0
    while at < len(tokens):
        found = read_reference_rate(tokens, at, context=context)
        if found is None or tokens.text(at, found.end).lower() in ("fixed", "prime"):
            at += 1
            continue
        results.append(
            Found(span=tokens.span(at, found.end), reading=Read(value=ReferenceRates(rates=found.candidates)))
        )
        at = found.end
    return tuple(results)
