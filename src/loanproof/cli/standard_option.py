"""The option that names the contract, the same for every command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def standard_option(command: _Command) -> _Command:
    """Add ``--standard NAME@VERSION`` to a command; ours by default."""
    return click.option(
        "--standard", metavar="NAME@VERSION", callback=_or_ours, help="The contract that applies; ours by default."
    )(command)


def _or_ours(_ctx: click.Context, _option: click.Parameter, named: str | None) -> str:
    from loanproof.standards import OUR_CONTRACT  # imported here: reading the contracts would slow down every command

    return named or OUR_CONTRACT
