"""Result files: written and, if possible, read case by case; the same result gives the same bytes.

Each case is on one line, so writing and reading need only one in memory. ``cases`` sorts before the other keys, so a
writer can begin before anything is decided. A file that another program rewrote with other line breaks is read as a
whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from loanproof.core import FileError, FormatError, part_of, put_in_place
from loanproof.runs.result import Result, ResultHead
from loanproof.runs.result_case import ResultCase
from loanproof.runs.seals import written_alike

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from loanproof.runs.result import ResultContract, ResultRubric

_START, _END = b'{"cases":[\n', b"],\n"
_Model = TypeVar("_Model", bound=BaseModel)


class RunReader(Protocol):
    """A readable run: a result file, or a stored run."""

    @property
    def head(self) -> ResultHead:
        """Everything but the cases."""

    def cases(self) -> Iterator[ResultCase]:
        """Yield the cases in order, one by one."""

    def case(self, case_id: str, repeat: int) -> ResultCase | None:
        """Return one case in one repeat, or ``None`` if it is not in the run."""


class WrittenRun(RunReader, Protocol):
    """A run that can also be read exactly as written, which is what its seal covers."""

    @property
    def written_head(self) -> Mapping[str, Any]:
        """Everything but the cases, as data."""

    def written_cases(self) -> Iterator[str]:
        """Yield the cases in order, each as its stored text."""


class ResultWriter:
    """Writes a result to a file that appears only when complete."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = part_of(path)
        self._is_first = True
        self._stream: IO[bytes]

    def __enter__(self) -> Self:
        with self._refusals():
            self._stream = self._part.open("wb")
            self._stream.write(_START)
        return self

    def add(self, case: ResultCase) -> None:
        """Write one case."""
        with self._refusals():
            self._stream.write((b"" if self._is_first else b",\n") + _bytes(case))
        self._is_first = False

    def finish(self, head: ResultHead) -> None:
        """Write everything else and let the file appear."""
        later: dict[str, Any] = {
            "run": _unsaid(head.run, "loanproof", "rulings", "review_log", "seal", "prices"),
            "verdict": _unsaid(head.verdict, "failed", "failures", "too_few", "undecided", "without_overrides"),
            "contract": _unsaid_of_gates(head.contract),
            "rubric": _unsaid_of_gates(head.rubric),
        }
        parts = head.model_dump(mode="json", exclude=later | dict.fromkeys(_unsaid(head, "format", "twins"), True))
        pairs = (f"{json.dumps(key)}:{_text(parts[key])}" for key in sorted(parts))
        last = ",\n".join(pairs).encode("utf-8", "backslashreplace") + b"}\n"
        with self._refusals():
            self._stream.write((b"\n" + _END if not self._is_first else _END) + last)
            self._stream.close()
            put_in_place(self._part, self._path)

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Turn disk errors into an error with the name of the file."""
        try:
            yield
        except OSError as error:
            raise FileError(f"the file cannot be written: {error.strerror}.", file=self._path) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # the write error was already raised
            self._stream.close()
        self._part.unlink(missing_ok=True)


class ResultFile:
    """A result file as a :class:`RunReader`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with path.open("rb") as stream:
                self._is_by_line = stream.readline(len(_START) + 1) == _START
        except OSError as error:
            hint = "Name a file that loanproof score --json wrote."
            raise FileError(f"the result cannot be read: {error.strerror}.", file=path, hint=hint) from error
        self._whole = None if self._is_by_line else self._parse(Result, path.read_bytes())

    @property
    def head(self) -> ResultHead:
        """Everything but the cases."""
        if self._whole is not None:
            return self._whole
        with self._path.open("rb") as stream:
            for line in stream:
                if line == _END:
                    return self._parse(ResultHead, b"{" + stream.read())
        raise FormatError("the result ends before its verdict.", file=self._path)

    def cases(self) -> Iterator[ResultCase]:
        """Yield the cases in order, one by one."""
        if self._whole is not None:
            yield from self._whole.cases
            return
        with self._path.open("rb") as stream:
            stream.readline()
            for number, line in enumerate(stream, start=2):
                if line == _END:
                    return
                yield self._parse(ResultCase, line.removesuffix(b"\n").removesuffix(b","), line=number)

    @property
    def written_head(self) -> Mapping[str, Any]:
        """Everything but the cases, as data."""
        with self._path.open("rb") as stream:
            if self._is_by_line:
                while stream.readline() not in (_END, b""):
                    pass
            data = json.loads((b"{" if self._is_by_line else b"") + stream.read())
        return {key: value for key, value in data.items() if key != "cases"}

    def written_cases(self) -> Iterator[str]:
        """Yield the cases in order, each as its stored text."""
        with self._path.open("rb") as stream:
            if not self._is_by_line:
                yield from map(written_alike, json.load(stream)["cases"])
                return
            stream.readline()
            while (line := stream.readline()) not in (_END, b""):
                yield written_alike(json.loads(line.removesuffix(b"\n").removesuffix(b",")))

    def case(self, case_id: str, repeat: int) -> ResultCase | None:
        """Return one case in one repeat, or ``None`` if it is not in the run."""
        return next((case for case in self.cases() if (case.case_id, case.repeat) == (case_id, repeat)), None)

    def _parse(self, model: type[_Model], content: bytes, *, line: int | None = None) -> _Model:
        try:
            return model.model_validate_json(content)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(step) for step in first["loc"])
            message = f"this is not a result: {where + ': ' if where else ''}{first['msg']}."
            hint = "Name a file that loanproof score --json wrote."
            raise FormatError(message, file=self._path, line=line, hint=hint) from error


def _bytes(case: ResultCase) -> bytes:
    left_out = {**dict.fromkeys(_unsaid(case, "failure"), True), **case.unsaid}
    # a lone surrogate has no UTF-8 form; its backslash form is its JSON escape
    return _text(case.model_dump(mode="json", exclude=left_out)).encode("utf-8", "backslashreplace")


def _unsaid(part: BaseModel, *later: str) -> set[str]:
    """Return the keys of newer formats that a result lacks, so that rewriting it keeps its bytes and digest."""
    return set(later) - part.model_fields_set


def _unsaid_of_gates(part: ResultContract | ResultRubric | None) -> dict[str, Any]:
    if part is None or not part.gates:
        return {}
    return {"gates": {"__all__": _unsaid(part.gates[0], "bound", "cases", "documents")}}


def _text(data: object) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
