"""Reads which debt a period is for: the grace period for interest is not the one for principal."""

from __future__ import annotations

from loanproof.statements.statement import Said
from loanproof.statements.texts.place import Place
from loanproof.values import DURATION_KIND

_DEBT_WORDS = frozenset({"principal", "interest"})
# Words that make "interest" part of another term: "Interest Period".
_OTHER_TERMS = frozenset("rate rates period periods payment payments cover coverage".split())
_CONTRAST_WORDS, _JOINTS = frozenset({"while", "whereas", "but"}), frozenset({"and", "or"})
_CLEAR_FACTOR = 2  # the other debt must be at least this many times as far away


def read_debt(place: Place) -> Said[str] | None:
    """Return the debt named nearest to a period, or None if the other one is nearly as near."""
    if place.kind is not DURATION_KIND:
        return None
    start = next((at for at in range(place.first - 1, place.start - 1, -1) if _separates(place, at)), place.start)
    end = next((at for at in range(place.after, place.end) if _separates(place, at)), place.end)
    near: dict[str, int] = {}
    for at in range(start, end):
        if place.word(at) in _DEBT_WORDS and place.word(at + 1) not in _OTHER_TERMS:
            distance = place.first - at if at < place.first else at - place.after + 1
            near[place.word(at)] = min(distance, near.get(place.word(at), distance))
    if not near:
        return None
    nearest = min(near, key=lambda name: near[name])
    is_clear = all(far >= _CLEAR_FACTOR * near[nearest] for name, far in near.items() if name != nearest)
    return Said(means=nearest, words=nearest) if is_clear else None


def _separates(place: Place, at: int) -> bool:
    """Return whether a new part of the sentence begins at a token: ``whereas``, or an ``or`` after a comma."""
    return place.word(at) in _CONTRAST_WORDS or (place.word(at) in _JOINTS and place.word(at - 1) == ",")
