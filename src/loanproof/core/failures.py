"""A part of Loanproof that broke, kept as a record so that a fault of ours never ends a run.

Errors raised on purpose are not failures: a wrong file stays an error, and so does running out of memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from loanproof.core.errors import LoanproofError
from loanproof.core.visible import one_line

DELIBERATE = (LoanproofError, MemoryError)
"""What whoever catches a failure must let pass."""
OUR_FAULT = "this is a fault of Loanproof, not of the system under test"

_LONGEST = 300
_FOLDERS = re.compile(r"(?<![\w./\\])(?:[A-Za-z]:)?[/\\](?:[^\s/\\'\"]+[/\\])+")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}")


class FailedPart(StrEnum):
    """The parts of Loanproof that can break without ending a run."""

    SCORER = "scorer"
    JUDGE = "judge"
    LINTER = "linter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A fault of Loanproof, never of the system under test.

    Attributes:
        kind: What broke.
        cause: The error on one line, from :func:`describe_error`.
        item: The item or rule it broke on; ``None`` if it was not a single one.
    """

    kind: FailedPart
    cause: str
    item: str | None = None


def describe_error(error: Exception) -> str:
    """Return an unexpected error as one line: its type, its message, and the last line of our code it passed through.

    Folders and memory addresses are left out: they reveal where somebody works and differ from run to run.
    """
    try:
        words = one_line(_ADDRESS.sub("0x…", _FOLDERS.sub("", str(error))), _LONGEST)
    except Exception:  # str() of a foreign error may itself raise
        words = ""
    name = type(error).__name__
    return f"{name}: {words} ({_place(error)})" if words else f"{name} ({_place(error)})"


def _place(error: Exception) -> str:
    """Return the module and line of the innermost frame that is in this package."""
    package, found = __name__.partition(".")[0], "unknown place"
    trace = error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == package:
            found = f"{module}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
