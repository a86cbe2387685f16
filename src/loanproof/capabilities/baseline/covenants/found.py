"""A covenant as the rules found it, before it is written to the output: its terms and the text that shows them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.core import Span


class CovenantClass(StrEnum):
    """The four classes of covenant that the contract knows."""

    FINANCIAL = "financial"
    INFORMATION = "information"
    NEGATIVE = "negative"
    POSITIVE = "positive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A level that applies for a limited time; the dates are ISO strings."""

    start: str | None
    end: str | None
    threshold: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarveOut:
    """An exception: what it covers, its cap, whether other exceptions share the cap, and where it is."""

    scope: str
    cap: str | None
    is_shared: bool
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCovenant:
    """One covenant.

    Attributes:
        name: The best name for it.
        also: Its other names.
        secondary: A second class that it also belongs to, if any.
        threshold: The level as the document writes it.
        condition: The words that say when the covenant applies, if it does not always apply.
        evidence: The spans that show it; the one that states it comes first.
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
