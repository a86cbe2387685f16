"""What a contract calls its parties where it calls them by a letter: ``Borrower (Party A): …``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.duty_words import DUTIES

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_FRONT = 4000  # characters in which a contract says who its parties are
_NAMED = re.compile(
    rf"(?P<role>{DUTIES.promisers.pattern}|{DUTIES.lenders.pattern})\W{{1,3}}(?:\w+\W+){{0,4}}?(?P<label>Party\s+[A-Z])\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyLabels:
    """The role of each party that has a letter."""

    roles: tuple[tuple[str, str], ...] = ()

    def plain(self, words: str) -> str:
        """Return words with the role of a party in the place of its letter."""
        for label, role in self.roles:
            words = re.sub(rf"\b{label}\b", f"the {role}", words)
        return words


def labels_of(paper: Paper) -> PartyLabels:
    """Return the letters of the parties of a paper; there are none in most."""
    return _labels_in(paper.text[:_FRONT])


@lru_cache(maxsize=16)
def _labels_in(front: str) -> PartyLabels:
    found: dict[str, str] = {}
    for match in _NAMED.finditer(front):
        found.setdefault(" ".join(match["label"].split()), match["role"].capitalize())
    return PartyLabels(roles=tuple(found.items()))
