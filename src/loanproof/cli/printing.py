"""How commands print for people: with colour on a terminal, without in a pipe, never wider than the window."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from loanproof.cli.program_name import program
from loanproof.core import make_visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import ConsoleOptions, RenderableType

_NARROWEST = 40


class _Visible:
    """Content in which every invisible character is written out, so that no text can control a terminal."""

    def __init__(self, content: RenderableType) -> None:
        self._content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._content, options):
            yield segment if segment.control else Segment(make_visible(segment.text), segment.style)


def bullet(sentence: str) -> Table:
    """Return a sentence behind a dash, its further lines below the first word."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row("-", Text(sentence))
    return table


class Printer:
    """Prints to standard output, or to standard error if standard output carries data."""

    def __init__(self, *, to_stderr: bool = False) -> None:
        self._to_stderr = to_stderr
        stream = sys.stderr if to_stderr else sys.stdout
        self._console = Console(file=stream, highlight=False, soft_wrap=False)

    @property
    def width(self) -> int:
        """The number of columns."""
        return max(self._console.width, _NARROWEST)

    def print(self, content: RenderableType = "", *, indent: int = 0) -> None:
        """Print something, indented, without trailing blanks in its last column."""
        shown = Text(content) if isinstance(content, str) else content
        with self._console.capture() as captured:
            self._console.print(_Visible(Padding(shown, (0, 0, 0, indent)) if indent else shown))
        for line in captured.get().splitlines() or [""]:
            click.echo(line.rstrip(), err=self._to_stderr)

    def print_command(self, label: str, *words: str) -> None:
        """Print a command of ours to be copied: on one line, however narrow the window is."""
        click.echo(f"{label}: {make_visible(shlex.join((*program(), *words)))}", err=self._to_stderr)
