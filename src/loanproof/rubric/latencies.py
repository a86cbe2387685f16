"""Very many latencies in little memory, each recoverable as its exact decimal."""

from __future__ import annotations

from array import array
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.stats import Ordered


class Latencies:
    """A collection of latencies. Programs write telemetry, so nearly every latency is the text of a double.

    Such a latency is stored as that double, in eight bytes, and returned as the same decimal; any other is stored as it
    is.
    """

    def __init__(self) -> None:
        self._doubles = array("d")
        self._others: list[Decimal] = []

    def add(self, latency: Decimal) -> None:
        """Add one latency."""
        double = float(latency)
        if _decimal(double) == latency:
            self._doubles.append(double)
        else:
            self._others.append(latency)

    def update(self, other: Latencies) -> None:
        """Add all latencies of another collection."""
        self._doubles.extend(other._doubles)
        self._others.extend(other._others)

    def in_order(self) -> Ordered:
        """Return all of them, shortest first."""
        if self._others:
            return sorted([*map(_decimal, self._doubles), *self._others])
        return _Spelled(array("d", sorted(self._doubles)))


class _Spelled:
    """Doubles that become decimals only on access."""

    def __init__(self, doubles: array[float]) -> None:
        self._doubles = doubles

    def __len__(self) -> int:
        return len(self._doubles)

    def __getitem__(self, rank: int) -> Decimal:
        return _decimal(self._doubles[rank])


def _decimal(double: float) -> Decimal:
    return Decimal(repr(double))  # the shortest text of the double
