"""Chooses the proposal of a field that may be stated: the first whose own citations pass the check of citations.

The check is the one that the scorer and the guard use. If it rejects the quote of a value, other places that propose
the same value and longer quotes are tried; then it is the turn of the next value. What no quote upholds is not stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields import Status
from loanproof.capabilities.baseline.fields.quoting import longer_quotes
from loanproof.capabilities.baseline.proposals_in_doubt import is_in_doubt, surely_read

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.capabilities.baseline.rendering import Cited, Renderer
    from loanproof.capabilities.baseline.resolver import Settled
    from loanproof.core import Span
    from loanproof.values import Written

_MAX_PLACES = 6  # tried for one value: if the best places do not show it, the others rarely do


@dataclass(frozen=True, slots=True, kw_only=True)
class Upheld:
    """A proposal with citations that are accepted."""

    settled: Settled
    value: Written
    cited: Cited


@dataclass(frozen=True, slots=True)
class Illegible:
    """The words that would show the value cannot be read."""


def first_upheld(
    ranked: Sequence[Settled], paper: Paper, renderer: Renderer, tranche: str | None = None
) -> Upheld | Illegible | None:
    """Return the best supported value whose citations are accepted; None if no citations are.

    It is ``Illegible`` as soon as words in doubt prevent a value from being shown.
    """
    for settled in ranked:
        for place in (one for own in _places(settled) for one in (own, *_shown_items(own, renderer))):
            value = surely_read(place)
            if value is None:
                return Illegible()
            for evidence in _forms(paper, place):
                cited = renderer.cite(
                    place.field, value, evidence, derived=place.how is not None, tranche=tranche,
                    is_settled=place.status is Status.EXTRACTED,
                )  # fmt: skip
                if cited.is_upheld:
                    own = replace(settled, best=replace(place, evidence=evidence))
                    return Upheld(settled=own, value=value, cited=cited)
                # The words that should show the value are the ones that cannot be read.
                if not cited.is_shown and is_in_doubt(paper, place.evidence):
                    return Illegible()
    return None


def _places(settled: Settled) -> Sequence[Candidate]:
    """Return the places of a value, the best first; places with the same evidence are listed once."""
    distinct: dict[tuple[Span, ...], Candidate] = {}
    for one in (settled.best, *settled.others):
        distinct.setdefault(one.evidence, one)
    return list(distinct.values())[:_MAX_PLACES]


def _shown_items(place: Candidate, renderer: Renderer) -> Iterator[Candidate]:
    """Yield a list without the items that cannot be cited, if each item has its own quote and most can be cited."""
    if not isinstance(place.value, list) or len(place.value) != len(place.evidence):
        return
    kept = [pair for pair in zip(place.value, place.evidence, strict=True) if renderer.quotes(pair[1])]
    # A list that has lost half its items or more would mislead.
    if len(place.value) // 2 < len(kept) < len(place.value):
        yield replace(place, value=[one for one, _ in kept], evidence=tuple(where for _, where in kept))


def _forms(paper: Paper, place: Candidate) -> Iterator[tuple[Span, ...]]:
    """Yield the stretches that may be quoted for a proposal: its own, then longer ones in place of the first."""
    yield place.evidence
    first, *rest = place.evidence
    yield from ((one, *rest) for one in longer_quotes(paper, first))
