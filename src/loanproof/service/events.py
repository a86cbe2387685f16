"""What happens during a run, for a command, a page or a program that displays it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from loanproof.runs import Asked


class Phase(StrEnum):
    """The phases of a run, in order; gold is checked first if the contract requires it."""

    CHECKING = "checking"
    ASKING = "asking"
    JUDGING = "judging"
    SCORING = "scoring"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBegan:
    """The run is in the store and can be resumed from now on."""

    run_id: str
    samples: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersTakenOver:
    """Answers of earlier runs were reused."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """A phase begins; ``done`` of its samples were finished in an earlier attempt."""

    phase: Phase
    total: int
    done: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How many samples of a phase are done; ``asked`` has the cost and failures of this attempt's calls."""

    phase: Phase
    done: int
    asked: Asked | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded:
    """A phase is over, whether or not it finished."""

    phase: Phase


Event: TypeAlias = RunBegan | AnswersTakenOver | PhaseBegan | Progress | PhaseEnded
Watch: TypeAlias = Callable[[Event], None]
"""Called with each event, in order, in the thread that runs."""


def watch_nothing(_: Event) -> None:
    """Ignore all events."""
