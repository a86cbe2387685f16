"""Where margins, commitment fees and fixed rates stand in a text: by their rates, whatever structure they have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from loanproof.core import Span, plain_decimal
from loanproof.provenance.passages import paragraphs
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    MARGIN_KIND,
    NUMBER_KIND,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    CommitmentFee,
    Percentage,
    candidates_of,
)

if TYPE_CHECKING:
    from loanproof.documents import Facts
    from loanproof.provenance.claims import Part

_FEE = re.compile(r"\bfees?\b", re.IGNORECASE)


def locate_margin(part: Part, facts: Facts) -> tuple[Span, ...]:
    """Find a margin where every one of its rates stands."""
    readings = candidates_of(MARGIN_KIND.parse(part.text, facts.context))
    return next((places for one in readings if (places := _located_rates(one.rates, facts))), ())


def locate_commitment_fee(part: Part, facts: Facts) -> tuple[Span, ...]:
    """Find a commitment fee by its rates; one without a rate by a passage that says the same of a fee."""
    readings = candidates_of(COMMITMENT_FEE_KIND.parse(part.text, facts.context))
    places = next((places for one in readings if (places := _located_rates(_fee_rates(one), facts))), ())
    without = [one for one in readings if not _fee_rates(one)]
    return places or tuple(span for one in without for span in _fee_passages(one, facts))


def locate_fixed_rate(part: Part, facts: Facts) -> tuple[Span, ...]:
    """Find a fixed rate by its figure: a document that fixes a rate need not call it fixed."""
    readings = candidates_of(REFERENCE_RATE_KIND.parse(part.text, facts.context))
    fixed = [rate.fixed_at for one in readings for rate in one.rates if rate.fixed_at is not None]
    return _located_rates(fixed, facts)


def _located_rates(rates: Iterable[Percentage], facts: Facts) -> tuple[Span, ...]:
    """Find every one of several rates; a table may give their figures without the sign."""
    found: dict[Span, None] = {}
    for rate in rates:
        spans = facts.stands(PERCENTAGE_KIND, rate.canonical) or facts.stands(NUMBER_KIND, plain_decimal(rate.figure))
        if not spans:
            return ()
        found.update(dict.fromkeys(spans))
    return tuple(found)


def _fee_rates(fee: CommitmentFee) -> tuple[Percentage, ...]:
    rows = tuple(row.value for row in fee.rows)
    return rows if fee.value is None else (fee.value, *rows)


def _fee_passages(fee: CommitmentFee, facts: Facts) -> Iterable[Span]:
    """Yield the paragraphs on fees that say that there is none, or that a fee letter sets it."""
    text = facts.tokens.folded.original
    for span in paragraphs(text):
        if _FEE.search(span.of(text)):
            said = candidates_of(COMMITMENT_FEE_KIND.parse(span.of(text), facts.context))
            if any(one.basis is fee.basis for one in said):
                yield span
