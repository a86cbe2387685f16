"""Every error that Loanproof raises on purpose.

::

    LoanproofError
    ├── InputError             the user must act: a command, file or value is wrong   (exit code 2)
    │   ├── UsageError         the command line asks for something that cannot be
    │   ├── FileError          a file is missing, unreadable or not what its name says
    │   ├── FormatError        a file breaks its format; one problem a line, each with its place
    │   ├── StandardRefused    a standard is unknown, or a protected part of it was changed
    │   └── Refused            a review or an export does not allow this step           (exit code 1)
    │       └── NotRead        a value cannot be read as its field's kind; the user may insist
    └── OutsideError           the operator must act: something outside the package failed (exit code 3)
        ├── PartMissing        a program that this step needs is not installed
        └── StoreFailed        runs cannot be kept or read: disk full, locked, damaged, not reachable
            └── RecordChanged  one record in the store is not what was kept; the others can still be read

A message is one sentence that quotes the offending value; the hint says what to do. Only ``cli`` and ``web`` catch
:class:`LoanproofError` for everything. Elsewhere it is caught only where one failure must not stop the rest, and then
it becomes a record: the answer to one sample (``adapters/llm_target.py``), the state of one document that is analysed
in the background (``service/analysis_process.py``), or the note on one item (``service/item_views.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core.visible import make_visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

MOST_SHOWN = 20
"""How many problems anybody is shown; whoever mends twenty asks again, and nobody reads 200,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault in one file: what is wrong, where, and what to do about it."""

    message: str
    file: str | None = None
    line: int | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}: " if self.line is None else f"{self.file}:{self.line}: "
        # file names, keys and values may contain line breaks and terminal codes; an error is always one visible line
        return make_visible((place + self.message + ("" if self.hint is None else f" {self.hint}")).replace("\n", " "))


def show_problems(problems: Sequence[object]) -> Iterator[str]:
    """Yield the first few problems as lines, then a line with the number of the rest."""
    yield from (str(problem) for problem in problems[:MOST_SHOWN])
    rest = len(problems) - MOST_SHOWN
    if rest > 0:
        yield f"There {'is 1 more problem' if rest == 1 else f'are {rest:,} more problems'}; mend these first."


class LoanproofError(Exception):
    """The base of all deliberate errors. It always has at least one :class:`Problem`."""

    exit_code = 2

    def __init__(self, message: str, *, file: object = None, line: int | None = None, hint: str | None = None) -> None:
        problem = Problem(message=message, file=None if file is None else str(file), line=line, hint=hint)
        self.problems: tuple[Problem, ...] = (problem,)
        super().__init__(str(problem))

    @classmethod
    def of(cls, problems: Iterable[Problem]) -> Self:
        """Return one error for several problems, in the order given; there must be at least one."""
        listed = tuple(problems)
        error = cls(listed[0].message)
        error.problems = listed
        return error

    def __str__(self) -> str:
        return "\n".join(show_problems(self.problems))

    @property
    def problem(self) -> Problem:
        """The first problem, which for most errors is the only one."""
        return self.problems[0]


class InputError(LoanproofError):
    """The user must act: what was given is wrong."""


class UsageError(InputError):
    """The command line asks for something that cannot be done."""


class FileError(InputError):
    """A file is missing, unreadable or not what its name says."""


class FormatError(InputError):
    """A file breaks its format. All its problems are reported together."""


class StandardRefused(InputError):
    """A standard is unknown, or a protected part of it was changed without a new version."""


class Refused(InputError):
    """The request is valid but not allowed now: the item belongs to somebody else, or something is still open."""

    exit_code = 1


class NotRead(Refused):
    """A value cannot be read as the kind of its field. The user can insist on it by sending it again."""


class OutsideError(LoanproofError):
    """The operator must act: something outside the package failed."""

    exit_code = 3


class PartMissing(OutsideError):
    """A program that this step needs is not installed on this machine."""


class StoreFailed(OutsideError):
    """The store of runs cannot be written or read; what was saved before is safe."""


class RecordChanged(StoreFailed):
    """One record in the store is not what was kept; what it held is not known any more."""
