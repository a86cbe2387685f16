"""Ids, places and counts as people say them: ``MAC clause`` for ``mac_clause``, ``covenant 1`` for ``covenants.0``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_ABBREVIATIONS = {"mac": "MAC"}
_UNSAID = ("fields", "value", "quote")  # keys that a reader does not need to see


def plain_name(item: str) -> str:
    """Return the name of a field, flag or term as words: ``maturity date``, ``grace period 1``."""
    words = item.removeprefix("flag:").replace(":", " ").replace("_", " ")
    return " ".join(_ABBREVIATIONS.get(word, word) for word in words.split(" "))


def counted(count: int, word: str) -> str:
    """Return a count with its noun: ``1 gate``, ``2,000 gates``."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def place_words(place: Iterable[str | int]) -> str:
    """Return a place in a file as people say it: ``margin, citation 1`` for ``fields.margin.citations.0.quote``."""
    words: list[str] = []
    for step in place:
        if isinstance(step, int) and words:
            words[-1] = f"{words[-1].removesuffix('s')} {step + 1}"
        elif step not in _UNSAID:
            words.append(plain_name(str(step)))
    return ", ".join(words)
