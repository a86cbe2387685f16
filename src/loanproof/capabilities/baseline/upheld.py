"""Which proposal of a field may leave: the first whose own citations the judge of citations accepts.

The judge is that of scorer and guard. A value whose quote it rejects is looked for at the other places where the same
value is proposed, and in longer quotes; then the next value has its turn. What nothing upholds is not stated.
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

_MOST_PLACES = 6  # of one value: what the best of them do not show, the others rarely do


@dataclass(frozen=True, slots=True, kw_only=True)
class Upheld:
    """A proposal with citations that the judge accepts."""

    settled: Settled
    value: Written
    cited: Cited


@dataclass(frozen=True, slots=True)
class Illegible:
    """The words that would show the value cannot be read."""


def first_upheld(
    ranked: Sequence[Settled], paper: Paper, renderer: Renderer, tranche: str | None = None
) -> Upheld | Illegible | None:
    """Return the best supported value that its citations show; nothing where the judge accepts none."""
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
                if not cited.is_shown and is_in_doubt(paper, place.evidence):
                    return Illegible()
    return None


def _places(settled: Settled) -> Sequence[Candidate]:
    """Return the places of a value, the best first, those with one quote once."""
    distinct: dict[tuple[Span, ...], Candidate] = {}
    for one in (settled.best, *settled.others):
        distinct.setdefault(one.evidence, one)
    return list(distinct.values())[:_MOST_PLACES]


def _shown_items(place: Candidate, renderer: Renderer) -> Iterator[Candidate]:
    """Yield a list without the items that cannot be cited, where each has a quote of its own and most can be."""
    if not isinstance(place.value, list) or len(place.value) != len(place.evidence):
        return
    kept = [pair for pair in zip(place.value, place.evidence, strict=True) if renderer.quotes(pair[1])]
    if len(place.value) // 2 < len(kept) < len(place.value):
        yield replace(place, value=[one for one, _ in kept], evidence=tuple(where for _, where in kept))


def _forms(paper: Paper, place: Candidate) -> Iterator[tuple[Span, ...]]:
    """Yield the stretches that may be quoted for a proposal: its own, then longer ones in the place of the first."""
    yield place.evidence
    first, *rest = place.evidence
    yield from ((one, *rest) for one in longer_quotes(paper, first))
