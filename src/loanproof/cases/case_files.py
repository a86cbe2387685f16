"""Case files to data: YAML with one case or a list, JSONL with one case per line; every part keeps its line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from loanproof.core import Data, FileError, FormatError, Problem, YamlText, load_yaml, open_regular
from loanproof.outputs import NotJson, Pairs, decode_json


def load_case_data(path: Path) -> tuple[list[YamlText], list[Problem]]:
    """Return the data of each case of a file, with its lines, and the problems of the file itself. Never raises."""
    try:
        if path.suffix == ".jsonl":
            return _load_lines(path)
        return list(_split(load_yaml(path))), []
    except (FileError, FormatError) as error:
        return [], list(error.problems)


def _split(source: YamlText) -> Iterator[YamlText]:
    """Yield the cases of a YAML file; paths in each are relative to the case."""
    if not isinstance(source.data, list):
        yield source
        return
    lines: dict[int, dict[tuple[str | int, ...], int]] = defaultdict(dict)
    for place, line in source.lines.items():
        if place and isinstance(place[0], int):
            lines[place[0]][place[1:]] = line
    for at, data in enumerate(source.data):
        yield YamlText(file=source.file, data=data, lines=lines[at])


def _load_lines(path: Path) -> tuple[list[YamlText], list[Problem]]:
    try:
        with open_regular(path) as stream:
            text = stream.read().decode("utf-8-sig")
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}.", file=path) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FormatError("the text is not UTF-8.", file=path, line=line, hint="Save it as UTF-8.") from error
    cases: list[YamlText] = []
    problems: list[Problem] = []
    for number, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            cases.append(YamlText(file=str(path), data=_line_data(written), lines={(): number}))
        except _Broken as error:
            problems.append(Problem(message=str(error), file=str(path), line=number))
    return cases, problems


def as_case_data(written: str) -> Data:
    """Return a JSON text as a case file would give it, or ``None`` if it is not valid."""
    try:
        return _line_data(written)
    except _Broken:
        return None


class _Broken(Exception):
    """A line without a valid case, with a sentence that says why."""


def _line_data(written: str) -> Data:
    read = decode_json(written)
    if isinstance(read, NotJson):
        raise _Broken(read.why)
    return _as_text(read.data)


def _as_text(data: object) -> Data:
    """Return JSON data as YAML would give it: every scalar as text, so that both formats mean the same."""
    match data:
        case None | str():
            return data
        case bool():
            return "true" if data else "false"
        case Decimal():
            return str(data)
        case Pairs():
            pairs: dict[str, Data] = {}
            for key, value in data:
                if key in pairs:
                    raise _Broken(f"the key {key[:60]!r} appears twice in one object.")
                pairs[key] = _as_text(value)
            return pairs
        case list():
            return [_as_text(item) for item in data]
        case _:  # NaN, an infinity or a number of absurd size
            raise _Broken("a number is not finite, or has too many digits.")
