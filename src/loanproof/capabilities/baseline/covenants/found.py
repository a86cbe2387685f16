"""A covenant as it was found, before it is written: what is said of it, and the stretches that show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.core import Span


class CovenantClass(StrEnum):
    """The four classes of the contract."""

    FINANCIAL = "financial"
    INFORMATION = "information"
    NEGATIVE = "negative"
    POSITIVE = "positive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A level that holds for a time; dates as ISO writes them."""

    start: str | None
    end: str | None
    threshold: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarveOut:
    """An exception: what it covers, its cap, whether others share it, and where it is."""

    scope: str
    cap: str | None
    is_shared: bool
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCovenant:
    """One covenant.

    Attributes:
        threshold: The level as the document writes it.
        evidence: The stretches that show it, the one that states it first.
    """

    name: str
    kind: CovenantClass
    frequency: str
    evidence: tuple[Span, ...]
    also: tuple[str, ...] = ()
    secondary: CovenantClass | None = None
    threshold: str | None = None
    operator: str | None = None
    steps: tuple[Step, ...] = ()
    condition: str | None = None
    carve_outs: tuple[CarveOut, ...] = ()
