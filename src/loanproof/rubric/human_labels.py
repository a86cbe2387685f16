"""Scores that people gave to samples: a strict CSV file, with a line for every error."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import FileError, FormatError, Problem, open_regular

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from loanproof.standards import RubricStandard

COLUMNS = ("case_id", "repeat", "accuracy_score", "faithfulness_score")

_REPEAT = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanLabel:
    """A person's scores for one sample, and the line in the file."""

    case_id: str
    repeat: int
    accuracy_score: int
    faithfulness_score: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanLabels:
    """A whole file of labels, with no sample twice."""

    file: str
    labels: tuple[HumanLabel, ...]


def load_labels(path: Path, standard: RubricStandard) -> HumanLabels:
    """Read a file of labels, or raise one :class:`FormatError` that lists every broken line.

    The first line names the columns, in their order. Blank lines and a byte order mark are forgiven; an unknown score,
    another number of columns and a repeated sample are not.
    """
    problems: list[Problem] = []
    labels: dict[tuple[str, int], HumanLabel] = {}
    for line, cells in _rows(path):
        found = _label(cells, line, standard)
        if isinstance(found, HumanLabel):
            first = labels.setdefault((found.case_id, found.repeat), found)
            if first is found:
                continue
            found = f"case {found.case_id!r}, repeat {found.repeat} is on line {first.line} already."
        problems.append(Problem(message=found, file=str(path), line=line))
    if problems:
        raise FormatError.of(problems)
    return HumanLabels(file=str(path), labels=tuple(labels.values()))


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows below the header, each with its line."""
    reader = csv.reader(_text(path).splitlines(keepends=True), strict=True)
    try:
        head = next(reader, [])
        if tuple(head) != COLUMNS:
            message = f"the first line must be {','.join(COLUMNS)}, not {','.join(head)[:80]!r}."
            raise FormatError(message, file=path, line=1, hint="Separate the columns by commas.")
        for cells in reader:
            if cells:
                yield reader.line_num, cells
    except csv.Error as error:
        raise FormatError(f"this is not a CSV: {error}.", file=path, line=reader.line_num) from error


def _text(path: Path) -> str:
    try:
        with open_regular(path) as stream:
            return stream.read().decode("utf-8-sig")
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}.", file=path) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FormatError("the text is not UTF-8.", file=path, line=line, hint="Save it as UTF-8.") from error


def _label(cells: list[str], line: int, standard: RubricStandard) -> HumanLabel | str:
    """Return the label of a row, or what is wrong with it."""
    if len(cells) != len(COLUMNS):
        return f"a line has {len(COLUMNS)} columns, not {len(cells)}."
    case_id, repeat, *written = cells
    if not case_id:
        return "the line names no case."
    if not _REPEAT.fullmatch(repeat):
        return f"repeat must be a whole number from 1, not {repeat[:40]!r}."
    scores: list[int] = []
    for column, text in zip(COLUMNS[2:], written, strict=True):
        allowed = {str(score): score for score in standard.rubric.judge.reply.scores[column]}
        if text not in allowed:
            return f"{column} must be one of {', '.join(allowed)}, not {text[:40]!r}."
        scores.append(allowed[text])
    accuracy, faithfulness = scores
    return HumanLabel(
        case_id=case_id, repeat=int(repeat), accuracy_score=accuracy, faithfulness_score=faithfulness, line=line
    )
