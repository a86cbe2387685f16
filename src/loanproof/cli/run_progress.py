"""The events of a run, shown on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from loanproof.cli.phase_progress import PhaseProgress
from loanproof.core import counted
from loanproof.service import AnswersTakenOver, PhaseBegan, PhaseEnded, Progress, RunBegan

if TYPE_CHECKING:
    from loanproof.service import Event


class RunProgress:
    """Shows each event as it comes; ``run_id`` is known once the run is in the store."""

    def __init__(self) -> None:
        self.run_id: str | None = None
        self._phase: PhaseProgress | None = None

    def __call__(self, event: Event) -> None:
        """Show one event."""
        match event:
            case RunBegan():
                self.run_id = event.run_id
                click.echo(f"Run {event.run_id}: {counted(event.samples, 'sample')}.", err=True)
            case AnswersTakenOver():
                click.echo(f"Taken over from earlier runs: {event.count}.", err=True)
            case PhaseBegan():
                self._phase = PhaseProgress(event.phase.capitalize(), event.total, event.done)
                self._phase.begin()
            case Progress() if self._phase is not None:
                self._phase.show(event.done, event.asked)
            case PhaseEnded() if self._phase is not None:
                self._phase.end()
                self._phase = None
            case _:
                pass
