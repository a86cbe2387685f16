"""The progress of a phase of a run: a bar on a terminal, otherwise an occasional line, always on standard error."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from loanproof.cli.page_progress import show_recognition
from loanproof.core import one_line

if TYPE_CHECKING:
    from loanproof.runs import Asked

_EVERY_S = 10.0
_BAR_EVERY_S = 0.1


class PhaseProgress:
    """Shows one phase between :meth:`begin` and :meth:`end`.

    Args:
        title: The phase, such as ``Asking``.
        total: How many samples there are.
        done: How many of them are already done.
    """

    def __init__(self, title: str, total: int, done: int = 0) -> None:
        self._title = title
        self._total = total
        self._done = done
        self._before = self._printed = done
        self._told = ""
        self._began = self._last = monotonic()
        self._stack = ExitStack()
        self._bar: Progress | None = None
        self._first_failure: str | None = None

    def begin(self) -> None:
        """Draw the bar, if this is a terminal."""
        console = Console(stderr=True)
        if console.is_terminal:
            told = TextColumn("{task.fields[told]}")
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), told, TimeRemainingColumn())
            self._bar = self._stack.enter_context(Progress(*columns, console=console, transient=True))
            self._task = self._bar.add_task(self._title, total=self._total, completed=self._done, told="")
        self._stack.enter_context(show_recognition(self._bar))

    def end(self) -> None:
        """Remove the bar; print the final count and how the first call failed."""
        self._stack.close()
        if self._bar is None and self._done > self._printed:
            self._print()
        if self._first_failure is not None:
            click.echo(f"The first failure: {self._first_failure}", err=True)

    def show(self, done: int, asked: Asked | None) -> None:
        """Show how many are done, and what was asked in this attempt."""
        if asked is None:
            self._show(done, "")
            return
        if asked.first_failure is not None and self._first_failure is None:
            self._first_failure = one_line(asked.first_failure)
        tokens = asked.input_tokens + asked.output_tokens
        failed = ", ".join(f"{kind} {count}" for kind, count in sorted(asked.failures.items()))
        self._show(done, f", {tokens:,} tokens" + (f", failed: {failed}" if failed else ""))

    def _show(self, done: int, told: str) -> None:
        self._done, self._told = done, told
        if monotonic() - self._last < (_EVERY_S if self._bar is None else _BAR_EVERY_S):
            return
        self._last = monotonic()
        if self._bar is None:
            self._print()
        else:
            self._bar.update(self._task, completed=done, told=f"{self._rate():.0f}/s{told}")

    def _print(self) -> None:
        self._printed = self._done
        rate = self._rate()
        left = f", {(self._total - self._done) / rate:.0f} s left" if rate and self._done < self._total else ""
        click.echo(f"{self._title}: {self._done} of {self._total}, {rate:.0f}/s{self._told}{left}", err=True)

    def _rate(self) -> float:
        return (self._done - self._before) / max(monotonic() - self._began, 1e-3)
