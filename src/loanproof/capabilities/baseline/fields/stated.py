"""The candidate for a value that a stretch of the text states, with the quote and the tranche of that stretch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.candidate import Candidate
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.scoping import tranche_at

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields.candidate import RouteName
    from loanproof.core import FieldId, Span
    from loanproof.values import Written


def stated(
    paper: Paper,
    field: FieldId,
    route: RouteName,
    span: Span,
    key: str,
    value: Written,
    *,
    weight: int,
    start: int | None = None,
) -> Candidate:
    """Return a candidate that is quoted where it is stated, and belongs to the tranche that its place is about.

    Args:
        paper: The document.
        field: The field.
        route: The route that proposes it.
        span: The stretch that states the value.
        key: The canonical form of the value.
        value: The value as it will be written.
        weight: How strongly the place suggests the value.
        start: Where the quote begins, if it begins before its sentence.
    """
    evidence = (quote_around(paper, span, start=start),)
    tranche = tranche_at(paper, span.start)
    return Candidate(field=field, route=route, key=key, value=value, evidence=evidence, weight=weight, tranche=tranche)
