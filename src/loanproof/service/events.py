"""What happens while a run lasts, for whoever shows it: a command, a page, a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from loanproof.runs import Asked


class Phase(StrEnum):
    """The phases of a run, in order: first its gold is checked, where the contract asks for it."""

    CHECKING = "checking"
    ASKING = "asking"
    JUDGING = "judging"
    SCORING = "scoring"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBegan:
    """The run is in the store; from here on it can be resumed."""

    run_id: str
    samples: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersTakenOver:
    """So many answers of earlier runs were taken over."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """A phase begins; ``done`` of its samples were finished in an earlier attempt."""

    phase: Phase
    total: int
    done: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """So many samples of a phase are done; ``asked`` says what the calls of this attempt cost and how they failed."""

    phase: Phase
    done: int
    asked: Asked | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded:
    """A phase is over, finished or not."""

    phase: Phase


Event: TypeAlias = RunBegan | AnswersTakenOver | PhaseBegan | Progress | PhaseEnded
Watch: TypeAlias = Callable[[Event], None]
"""Called with each event, in order, in the thread that runs."""


def watch_nothing(_: Event) -> None:
    """Tell nobody."""
