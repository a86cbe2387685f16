"""The roles of parties that a contract refers to by a letter or by a name of its own: ``Borrower (Party A): …``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.duty_words import DUTIES

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_FRONT = 4000  # characters at the start of a contract, where it introduces its parties
_GRANT = 40_000  # characters behind it, where the loan is granted
_KNOWN = re.compile(rf"(?:{DUTIES.promisers.pattern}|{DUTIES.lenders.pattern})", re.IGNORECASE)
_ROLE_AND_LABEL = re.compile(
    rf"(?P<role>{DUTIES.promisers.pattern}|{DUTIES.lenders.pattern})\W{{1,3}}"
    rf"(?:\w+\W+){{0,4}}?(?P<label>Party\s+[A-Z])\b",
    re.IGNORECASE,
)
_LENT_TO = re.compile(
    r"\b(?:grants?|lends?|makes?\s+available"
    r"|has\s+agreed\s+to\s+(?:lend|grant|make\s+available)|agrees?\s+to\s+(?:lend|grant))"
    r"(?:\s+(?!to\b)[^\s.;]+){0,12}?\s+to\s+the\s+(?P<label>[A-Z][A-Za-z]+)\b"
)  # whoever is lent to is the borrower, whatever it is called


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyLabels:
    """The role of each party that is referred to by a letter or by a name of the contract's own."""

    roles: tuple[tuple[str, str], ...] = ()

    def plain(self, words: str) -> str:
        """Return a text in which each *Party A* is replaced by the party's role, *the Borrower*."""
        for label, role in self.roles:
            words = re.sub(rf"\b(?:[Tt]he\s+)?{label}\b", f"the {role}", words)
        return words


def labels_of(paper: Paper) -> PartyLabels:
    """Return the letters and roles of a document's parties; most documents have none."""
    return _labels_in(paper.text[:_FRONT], paper.text[: _FRONT + _GRANT])


@lru_cache(maxsize=16)
def _labels_in(front: str, grant: str) -> PartyLabels:
    found: dict[str, str] = {}
    for match in _ROLE_AND_LABEL.finditer(front):
        found.setdefault(" ".join(match["label"].split()), match["role"].capitalize())
    lent_to = _LENT_TO.search(grant)
    if lent_to is not None and not _KNOWN.fullmatch(lent_to["label"]):
        found.setdefault(lent_to["label"], "Borrower")
    return PartyLabels(roles=tuple(found.items()))
