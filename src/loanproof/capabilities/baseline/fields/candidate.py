"""A candidate is the value that one route proposes for a field, with its evidence. It never overrules another one."""

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

    DEFINITION = "definition"  # by the head noun of a defined term
    SECTION = "section"  # by the role of a section
    SENTENCE = "sentence"  # in an operative sentence that mentions a value of the right kind
    FRONT = "front"  # on the cover, in the preamble, on a signature page or in a table


class Status(StrEnum):
    """Whether a candidate gives a value or says that the document does not determine one."""

    EXTRACTED = "extracted"
    UNDETERMINABLE = "undeterminable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One value that a route proposes for a field.

    Attributes:
        key: The canonical form of the value. Candidates with the same key agree.
        value: The value as it will be written.
        evidence: The passages that show the value, the best one first.
        tranche: The label of the tranche that the value belongs to; None if the route cannot say.
        weight: How strongly this place suggests the value compared with others on the same route; more is better.
        how: How the value was derived from its evidence, if the evidence itself does not contain it.
        note: A remark for people.
        is_thin: Whether its words say little, such as a line on a cover; another place is quoted if there is one.
        witness: The kind of place within the route, by default the route itself. Two witnesses are two voices.
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
        """The name under which it counts when voices are counted."""
        return self.witness or self.route.value
