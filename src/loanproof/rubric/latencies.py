"""Very many latencies in little memory, each still the decimal that it was."""

from __future__ import annotations

from array import array
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.stats import Ordered


class Latencies:
    """A bag of latencies. Telemetry is written by programs, so nearly every latency is the text of a double.

    Such a one is kept as that double, eight bytes, and comes back as the same decimal; any other is kept as it is.
    """

    def __init__(self) -> None:
        self._doubles = array("d")
        self._others: list[Decimal] = []

    def add(self, latency: Decimal) -> None:
        """Keep one latency."""
        double = float(latency)
        if _decimal(double) == latency:
            self._doubles.append(double)
        else:
            self._others.append(latency)

    def update(self, other: Latencies) -> None:
        """Keep all that another bag keeps."""
        self._doubles.extend(other._doubles)
        self._others.extend(other._others)

    def in_order(self) -> Ordered:
        """Return all of them, the shortest first."""
        if self._others:
            return sorted([*map(_decimal, self._doubles), *self._others])
        return _Spelled(array("d", sorted(self._doubles)))


class _Spelled:
    """Doubles that are spelled out as decimals only when one is asked for."""

    def __init__(self, doubles: array[float]) -> None:
        self._doubles = doubles

    def __len__(self) -> int:
        return len(self._doubles)

    def __getitem__(self, rank: int) -> Decimal:
        return _decimal(self._doubles[rank])


def _decimal(double: float) -> Decimal:
    return Decimal(repr(double))  # the shortest text that means the double
