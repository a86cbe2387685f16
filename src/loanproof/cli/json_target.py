"""The option ``--json FILE|-``, and how a command writes its result there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

STANDARD_OUTPUT = "-"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def json_option(command: _Command) -> _Command:
    """Add ``--json FILE|-`` to a command, as ``target``."""
    return click.option("--json", "target", metavar="FILE|-", help="Write the result as JSON; - is stdout.")(command)


def write_json(target: str, data: object) -> None:
    """Write data as JSON to a file, or to standard output."""
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    if target == STANDARD_OUTPUT:
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, encoding="utf-8")
