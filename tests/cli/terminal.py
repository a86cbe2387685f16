"""Calls of the command line in the process of a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from click.testing import CliRunner, Result

from loanproof.cli.app import app

Call: TypeAlias = Callable[..., tuple[int, str, str]]
"""A command line run as a user runs it: exit code, standard output, standard error."""


def call_on(width: int | None = None) -> Callable[..., Result]:
    """Return a function that calls the command line: on a plain terminal of some width, or on none."""
    env = None if width is None else {"COLUMNS": str(width), "TERM": "dumb"}

    def call(*arguments: str | Path) -> Result:
        return CliRunner(env=env).invoke(app, [str(argument) for argument in arguments], prog_name="loanproof")

    return call
