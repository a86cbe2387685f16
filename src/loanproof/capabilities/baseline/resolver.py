"""The resolver: turns all candidates of a field into one answer, with the evidence for and against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.fields import Candidate

_WEIGHT_PER_VOICE = 15  # added for each voice, on top of the weight of its place


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The best supported value of a field.

    Attributes:
        best: The candidate that shows the value best.
        voices: The routes and places that propose the value.
        others: The other candidates for the same value, the strongest first.
        dissent: The best candidate for each other value, the strongest value first.
        is_clear: Whether no other value comes close.
    """

    best: Candidate
    voices: tuple[str, ...]
    others: tuple[Candidate, ...] = ()
    dissent: tuple[Candidate, ...] = ()
    is_clear: bool = True


def settle(candidates: Iterable[Candidate]) -> Settled | None:
    """Return the value with the most and the strongest support; None if nothing is proposed."""
    return next(iter(rank(candidates)), None)


def rank(candidates: Iterable[Candidate]) -> tuple[Settled, ...]:
    """Return every proposed value, the best supported first."""
    by_key: dict[str, list[Candidate]] = {}
    for one in candidates:
        by_key.setdefault(one.key, []).append(one)
    groups = sorted(by_key.values(), key=_strength, reverse=True)
    # A thin place, with words in doubt, is used only if there is no other.
    tellers = [sorted(group, key=lambda one: (one.is_thin, -one.weight)) for group in groups]
    heaviest = [max(group, key=lambda one: one.weight) for group in groups]
    return tuple(
        Settled(
            best=places[0],
            voices=tuple(sorted({one.voice for one in group})),
            others=tuple(places[1:]),
            dissent=(*heaviest[:at], *heaviest[at + 1 :]),
            # Clear means ahead of the next value by the weight of two voices.
            is_clear=at == 0 and (len(groups) == 1 or _strength(group) >= _strength(groups[1]) + 2 * _WEIGHT_PER_VOICE),
        )
        for at, (group, places) in enumerate(zip(groups, tellers, strict=True))
    )


def _strength(group: list[Candidate]) -> int:
    """Return how strong the support for a value is: each voice counts once, with its strongest place."""
    best: dict[str, int] = {}
    for one in group:
        best[one.voice] = max(best.get(one.voice, one.weight), one.weight)
    return sum(best.values()) + _WEIGHT_PER_VOICE * len(best)
