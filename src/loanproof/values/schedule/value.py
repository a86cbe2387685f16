"""What a schedule of levels is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(Generic[V]):
    """A value and the days it applies to, both included; an open side has no date."""

    value: V
    start: date | None = None
    end: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule(Generic[V]):
    """Levels in the order of their dates; the first is the opening one. Never empty."""

    levels: tuple[Level[V], ...]
