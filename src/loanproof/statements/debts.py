"""Which debt a period is for: the days of grace of interest are none of principal."""

from __future__ import annotations

from loanproof.statements.place import Place
from loanproof.statements.statement import Said
from loanproof.values import DURATION_KIND

_DEBTS = frozenset({"principal", "interest"})
_OF_OTHERS = frozenset("rate rates period periods payment payments cover coverage".split())  # "Interest Period"
_TURNING, _JOINTS = frozenset({"while", "whereas", "but"}), frozenset({"and", "or"})
_CLEAR = 2  # how many times as far the other debt is


def read_debt(place: Place) -> Said[str] | None:
    """Read the debt that is named nearest to a period; nothing where another is nearly as near."""
    if place.kind is not DURATION_KIND:
        return None
    start = next((at for at in range(place.first - 1, place.start - 1, -1) if _parts(place, at)), place.start)
    end = next((at for at in range(place.after, place.end) if _parts(place, at)), place.end)
    near: dict[str, int] = {}
    for at in range(start, end):
        if place.word(at) in _DEBTS and place.word(at + 1) not in _OF_OTHERS:
            distance = place.first - at if at < place.first else at - place.after + 1
            near[place.word(at)] = min(distance, near.get(place.word(at), distance))
    if not near:
        return None
    nearest = min(near, key=lambda name: near[name])
    is_clear = all(far >= _CLEAR * near[nearest] for name, far in near.items() if name != nearest)
    return Said(means=nearest, words=nearest) if is_clear else None


def _parts(place: Place, at: int) -> bool:
    """Return whether another part of the sentence begins: ``whereas``, or an ``or`` behind a comma."""
    return place.word(at) in _TURNING or (place.word(at) in _JOINTS and place.word(at - 1) == ",")
