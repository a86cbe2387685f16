"""The lineage of a value: what a deal said over time, and which value is in force on a day (C-37)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, Field

from loanproof.cases.citations import KeyPath, list_parts
from loanproof.cases.written import Confirmable, Many, Text
from loanproof.core import UNCLEAR, DayOrUnclear

V = TypeVar("V")


class Stage(Confirmable, Generic[V]):
    """One value of a lineage.

    Attributes:
        document: The document of the deal that states it, or removes it.
        value: The value; null if the term is removed or does not exist yet.
        from_: The day from which it is in force, or ``unclear``; optional only for the first value.
    """

    document: Text
    value: V | None
    from_: DayOrUnclear | None = Field(default=None, alias="from")

    @property
    def day(self) -> str | None:
        """The day from which it is in force; ``None`` if that is from the start, or unknown."""
        return None if self.from_ == UNCLEAR else self.from_

    def is_begun(self, as_of: str) -> bool:
        """Return whether it has taken effect on a day; one with an unclear day counts as not yet in force."""
        return self.from_ is None or (self.from_ != UNCLEAR and self.from_ <= as_of)


class WithLineage(Confirmable, Generic[V]):
    """A value that may have had, or may get, other values over time."""

    lineage: Many[Stage[V]] = Field(
        default=(), description="In a case with as_of: what the deal says at each time, in order of effect (C-37)."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """A lineage on a day.

    Attributes:
        now: What is in force; ``None`` if nothing has taken effect.
        others: What was in force before, or will be later.
    """

    now: Stage[Any] | None
    others: tuple[Stage[Any], ...]


def in_force(lineage: Sequence[Stage[Any]], as_of: str) -> InForce:
    """Return what is in force on a day: the last value that has taken effect."""
    begun = [stage for stage in lineage if stage.is_begun(as_of)]
    now = begun[-1] if begun else None
    return InForce(now=now, others=tuple(stage for stage in lineage if stage is not now))


def end_of(stage: Stage[Any], lineage: Sequence[Stage[Any]]) -> str | None:
    """Return the day on which another value replaced this one; ``None`` if none did."""
    later = lineage[[one is stage for one in lineage].index(True) + 1 :]
    return next((one.day for one in later if one.day is not None), None)


def list_lineages(case: BaseModel) -> Iterator[tuple[KeyPath, WithLineage[Any]]]:
    """Yield the parts of a case with a lineage, each with its place, in the order of the format."""
    return ((place, part) for place, part in list_parts(case, WithLineage) if part.lineage)
