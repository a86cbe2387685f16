"""The resolver: from all candidates of a field to one answer, with what speaks for it and against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.fields import Candidate

_A_VOICE = 15  # what one more voice is worth beside the weights of places


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The best supported value of a field.

    Attributes:
        best: The candidate that tells it best.
        voices: The routes and places that say the same.
        others: The other candidates of the same value, the most telling first.
        dissent: The best candidates of other values, the strongest first.
        is_clear: Whether no other value comes near it.
    """

    best: Candidate
    voices: tuple[str, ...]
    others: tuple[Candidate, ...] = ()
    dissent: tuple[Candidate, ...] = ()
    is_clear: bool = True


def settle(candidates: Iterable[Candidate]) -> Settled | None:
    """Return the value that most voices and the most telling places speak for; nothing where nobody proposes one."""
    return next(iter(rank(candidates)), None)


def rank(candidates: Iterable[Candidate]) -> tuple[Settled, ...]:
    """Return every value that is proposed, the one that most speaks for first."""
    by_key: dict[str, list[Candidate]] = {}
    for one in candidates:
        by_key.setdefault(one.key, []).append(one)
    groups = sorted(by_key.values(), key=_strength, reverse=True)
    tellers = [sorted(group, key=lambda one: (one.is_thin, -one.weight)) for group in groups]
    heaviest = [max(group, key=lambda one: one.weight) for group in groups]
    return tuple(
        Settled(
            best=places[0],
            voices=tuple(sorted({one.voice for one in group})),
            others=tuple(places[1:]),
            dissent=(*heaviest[:at], *heaviest[at + 1 :]),
            is_clear=at == 0 and (len(groups) == 1 or _strength(group) >= _strength(groups[1]) + 2 * _A_VOICE),
        )
        for at, (group, places) in enumerate(zip(groups, tellers, strict=True))
    )


def _strength(group: list[Candidate]) -> int:
    """Return how much speaks for a value: each voice counts once, by its most telling place."""
    best: dict[str, int] = {}
    for one in group:
        best[one.voice] = max(best.get(one.voice, one.weight), one.weight)
    return sum(best.values()) + _A_VOICE * len(best)
