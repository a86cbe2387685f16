"""What a route proposes for a field: a value, where it is, and which route says so. Nobody else is overruled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import FieldId, Span
    from loanproof.values import Written

Route: TypeAlias = "Callable[[Paper], Iterable[Candidate]]"


class RouteName(StrEnum):
    """The four ways in which a value is looked for."""

    DEFINITION = "definition"  # the head noun of a defined term
    SECTION = "section"  # the role of a section
    SENTENCE = "sentence"  # an operative sentence with a mention of the right kind
    FRONT = "front"  # cover, preamble, signature page or table


class Status(StrEnum):
    """What a candidate says of its field."""

    EXTRACTED = "extracted"
    UNDETERMINABLE = "undeterminable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One proposal.

    Attributes:
        key: The canonical form; candidates with one key agree.
        value: The value as it is to be written.
        evidence: The stretches that show it, the best first.
        tranche: The label of the tranche that it is of; nothing where the route does not tell.
        weight: How telling the place is beside others of the same route; more is better.
        how: How the value was worked out from its evidence, where it does not appear there itself.
        note: A remark for people.
        is_thin: Whether its words say little, such as a line of a cover; another place is quoted where there is one.
        witness: Which of the places of a route it is; by default the route itself. Two witnesses are two voices.
    """

    field: FieldId
    route: RouteName
    key: str
    value: Written
    evidence: tuple[Span, ...]
    tranche: str | None = None
    weight: int = 0
    how: str | None = None
    status: Status = Status.EXTRACTED
    note: str | None = None
    witness: str = ""
    is_thin: bool = False

    @property
    def voice(self) -> str:
        """Whose voice it is when voices are counted."""
        return self.witness or self.route.value
