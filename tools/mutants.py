"""A right statement that was changed in one part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.core import Capability, Reason
    from loanproof.scoring import ItemScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A right statement with one part changed.

    Attributes:
        id: The right statement and the part.
        capability: What is tested.
        part: Which part was changed.
        text: What is said now.
        reasons: The reasons that are right for this part.
        score: Scores it.
    """

    id: str
    capability: Capability
    part: str
    text: str
    reasons: frozenset[Reason]
    score: Callable[[], ItemScore]
