"""How commands print for people: on a terminal with colour, in a pipe without, never wider than the window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.padding import Padding

if TYPE_CHECKING:
    from rich.console import RenderableType

_NARROWEST = 40


class Printer:
    """Prints to standard output, or to standard error where standard output carries data."""

    def __init__(self, *, to_stderr: bool = False) -> None:
        self._to_stderr = to_stderr
        stream = sys.stderr if to_stderr else sys.stdout
        self._console = Console(file=stream, highlight=False, soft_wrap=False)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(self._console.width, _NARROWEST)

    def print(self, content: RenderableType = "", *, indent: int = 0) -> None:
        """Print something, indented, without the blanks that would fill up its last column."""
        with self._console.capture() as captured:
            self._console.print(Padding(content, (0, 0, 0, indent)) if indent else content, markup=False)
        for line in captured.get().splitlines() or [""]:
            click.echo(line.rstrip(), err=self._to_stderr)
