"""What a deal says about a term of the benchmark library, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.core import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTerm:
    """One term of a deal.

    Attributes:
        term: Its id in the library, or the market's name for it if no library has it.
        value: What the deal says, in its own words.
        evidence: The passages that show it.
        reason: Why no benchmark compares with it, if that is so.
        holds: For a term in words, whether the deal has it or says that it has none; None for a mere value.
        counts_as: What is compared instead of the value as written: a yearly rate for a quarterly one.
    """

    term: str
    value: str | None
    evidence: tuple[Span, ...]
    reason: str | None = None
    holds: bool | None = None
    counts_as: str | None = None
