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
        dissent: The best candidates of other values, the strongest first.
        is_clear: Whether no other value comes near it.
    """

    best: Candidate
    voices: tuple[str, ...]
    dissent: tuple[Candidate, ...] = ()
    is_clear: bool = True


def settle(candidates: Iterable[Candidate]) -> Settled | None:
    """Return the value that most voices and the most telling places speak for; nothing where nobody proposes one."""
    by_key: dict[str, list[Candidate]] = {}
    for one in candidates:
        by_key.setdefault(one.key, []).append(one)
    if not by_key:
        return None
    ranked = sorted(by_key.values(), key=_strength, reverse=True)
    first = ranked[0]
    others = tuple(max(group, key=lambda one: one.weight) for group in ranked[1:])
    best = max(first, key=lambda one: (not one.is_thin, one.weight))
    is_clear = len(ranked) == 1 or _strength(first) >= _strength(ranked[1]) + 2 * _A_VOICE
    voices = tuple(sorted({one.voice for one in first}))
    return Settled(best=best, voices=voices, dissent=others, is_clear=is_clear)


def _strength(group: list[Candidate]) -> int:
    """Return how much speaks for a value: each voice counts once, by its most telling place."""
    best: dict[str, int] = {}
    for one in group:
        best[one.voice] = max(best.get(one.voice, one.weight), one.weight)
    return sum(best.values()) + _A_VOICE * len(best)
