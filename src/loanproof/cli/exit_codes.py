"""The meaning of each exit code, in the help of every command: CI reads the code, people read this."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

INTERRUPTED = 130
UNFORESEEN = 70
WRONG = "a file or the command is wrong; nothing is written"
_ALWAYS = {UNFORESEEN: "a fault of Loanproof: nothing is decided; the trace is kept in a file"}
PLAIN = {0: "done", 2: WRONG}
STORED = {**PLAIN, 3: "the store fails"}
VERDICT = {
    0: "release-ready",
    1: "not release-ready",
    2: WRONG,
    3: "incomplete: an answer, a score or a judgement is missing, or the store fails",
    4: "a hallucination without a root-cause analysis",
    INTERRUPTED: "interrupted",
}


class CommandWithExitCodes(click.Command):
    """A command whose help ends with its exit codes."""

    def __init__(self, *arguments: Any, exit_codes: Mapping[int, str], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.exit_codes = exit_codes

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the exit codes at the end of a help page."""
        write_exit_codes(self.exit_codes, formatter)


def write_exit_codes(exit_codes: Mapping[int, str], formatter: click.HelpFormatter) -> None:
    """Write a list of exit codes as a section."""
    with formatter.section("Exit codes"):
        formatter.write_dl([(str(code), meaning) for code, meaning in sorted({**exit_codes, **_ALWAYS}.items())])
