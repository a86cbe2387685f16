"""Recorded outputs: a JSONL file with one answer per line, and what was measured for it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

from loanproof.core import FileError, FormatError, Problem, open_regular
from loanproof.outputs.findings import FindingCode, Findings
from loanproof.outputs.json_text import MAX_DEPTH, MAX_TEXT, NotJson, Pairs, decode_json
from loanproof.outputs.line_index import MOST_REPEATS, LineIndex, LinePosition
from loanproof.outputs.parts import Part
from loanproof.outputs.plain_data import Value, tame

_RUN_KEYS = ("model_id", "model_version", "prompt_template_id", "prompt_template_version_or_hash", "generation_params")
_HEAD_KEYS = (
    "case_id",
    "repeat",
    "latency_e2e_ms",
    "latency_model_ms",
    "input_tokens",
    "output_tokens",
    "timed_out",
)
_IN_LINE = re.compile(r"\(line \d+, column")  # of a text that is itself a line: the file's number is told
_RECORD_KEYS = frozenset({*_HEAD_KEYS, "output", "error"})
_MAX_LINE = 4 * MAX_TEXT  # a character has at most four bytes
MAX_MEASURE = 10**15  # milliseconds or tokens: more than thirty thousand years of either


@dataclass(frozen=True, slots=True, kw_only=True)
class Telemetry:
    """What was measured; ``None`` is "not reported", 0 tokens and a null model latency is "no model was called"."""

    latency_e2e_ms: Decimal | None = None
    latency_model_ms: Decimal | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    timed_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedOutput:
    """One line: the answer to one case in one repeat, not yet parsed; :func:`parse_output` parses ``output``.

    ``error`` says why there is no answer; ``unknown_keys`` are the unknown keys of the line.
    """

    case_id: str
    repeat: int
    output: object
    telemetry: Telemetry
    error: str | None
    line: int
    unknown_keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInfo:
    """What the first line says about the run; a missing part is ``None``."""

    model_id: str | None = None
    model_version: str | None = None
    prompt_template_id: str | None = None
    prompt_template_version_or_hash: str | None = None
    generation_params: Mapping[str, Value] | None = None
    more: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))


class RecordedOutputs:
    """A file of recorded outputs, as an index of its lines; a line is read each time it is requested.

    So a file may be far larger than memory. It must not change while it is in use.

    Attributes:
        file: Its path.
        run: What the first line says about the run; ``None`` if it is already an answer.
    """

    def __init__(self, path: Path, run: RunInfo | None, index: LineIndex) -> None:
        self.file = str(path)
        self.run = run
        self._path = path
        self._index = index

    @property
    def keys(self) -> Iterable[tuple[str, int]]:
        """Case and repeat of every line: cases in order of first appearance, repeats in order."""
        return self._index

    def __contains__(self, key: tuple[str, int]) -> bool:
        """Return whether there is an answer to a case in a repeat."""
        return self._index.find(*key) is not None

    def line_of(self, case_id: str, repeat: int) -> int:
        """Return the line number of an answer; it must exist."""
        return self._place(case_id, repeat).line

    def text(self, case_id: str, repeat: int) -> str:
        """Return the exact line of one answer; it must exist."""
        return self._bytes(self._place(case_id, repeat)).decode("utf-8-sig", "replace").strip()

    def record(self, case_id: str, repeat: int) -> RecordedOutput:
        """Return one answer; it must exist."""
        place = self._place(case_id, repeat)
        try:
            record = _record(_data(self._bytes(place).decode("utf-8-sig")), place.line)
        except (_Broken, UnicodeDecodeError):
            record = None
        if record is None or (record.case_id, record.repeat) != (case_id, repeat):
            raise FormatError("the file was changed while it was read.", file=self._path, line=place.line)
        return record

    def _place(self, case_id: str, repeat: int) -> LinePosition:
        place = self._index.find(case_id, repeat)
        if place is None:
            raise KeyError((case_id, repeat))
        return place

    def _bytes(self, place: LinePosition) -> bytes:
        with self._path.open("rb") as stream:
            stream.seek(place.offset)
            return stream.readline()


class _Broken(Exception):
    """A line that is not a record, with a sentence that says why."""


def parse_record(text: str) -> RecordedOutput:
    """Parse a single line, or raise a :class:`FormatError` that says what is wrong with it."""
    try:
        return _record(_data(text), 1)
    except _Broken as error:
        raise FormatError(str(error)) from error


def load_outputs(path: Path) -> RecordedOutputs:
    """Check every line of a file of recorded outputs, or raise one :class:`FormatError` listing the broken ones.

    Blank lines are skipped. Defects inside ``output`` are not errors of the file. A missing answer is not detected
    here, because only the suite knows what was asked.
    """
    problems: list[Problem] = []
    run: RunInfo | None = None
    index = LineIndex()
    for place, text in _lines(path):
        if not text.strip():
            continue
        try:
            data = _data(text)
            if not index and run is None and not problems and "run" in data:
                run = _run(data)
                continue
            _keep(_record(data, place.line), place, index)
        except _Broken as error:
            problems.append(Problem(message=str(error), file=str(path), line=place.line))
    if problems:
        raise FormatError.of(problems)
    return RecordedOutputs(path, run, index)


def index_outputs(path: Path) -> RecordedOutputs:
    """Index the lines of a file that :func:`load_outputs` already checked, byte for byte the same: much faster.

    Used if a digest shows that it is the same file. On any other file it may raise whatever JSON raises.
    """
    run: RunInfo | None = None
    index = LineIndex()
    for place, text in _lines(path):
        if not text.strip():
            continue
        if not index and run is None and "run" in (data := _data(text)):
            run = _run(data)
            continue
        line = json.loads(text, strict=False)
        index.add(line["case_id"], int(line.get("repeat") or 1), place)
    return RecordedOutputs(path, run, index)


def _keep(record: RecordedOutput, place: LinePosition, index: LineIndex) -> None:
    first = index.add(record.case_id, record.repeat, place)
    if first is not None:
        raise _Broken(f"case {record.case_id!r}, repeat {record.repeat} is on line {first.line} already.")


def _lines(path: Path) -> Iterator[tuple[LinePosition, str]]:
    """Yield each line with its position. Only a line feed ends one: a line separator may be inside a JSON string."""
    offset = 0
    try:
        with open_regular(path) as stream:
            for number, line in enumerate(iter(lambda: stream.readline(_MAX_LINE), b""), start=1):
                if len(line) == _MAX_LINE and not line.endswith(b"\n"):
                    raise FormatError(f"the line is longer than {_MAX_LINE:,} bytes.", file=path, line=number)
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as error:
                    hint = "Save it as UTF-8."
                    raise FormatError("the text is not UTF-8.", file=path, line=number, hint=hint) from error
                yield LinePosition(offset, number), text
                offset += len(line)
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}.", file=path) from error


def _data(text: str) -> dict[str, object]:
    """Return the keys of one line; the values stay as decoded, so that those of ``output`` keep their defects."""
    decoded = decode_json(text, max_depth=MAX_DEPTH + 1)
    if isinstance(decoded, NotJson):
        raise _Broken(_IN_LINE.sub("(column", decoded.why))
    if not isinstance(decoded.data, Pairs):
        raise _Broken("a line must be one JSON object.")
    data: dict[str, object] = {}
    for key, value in decoded.data:
        if key in data:
            raise _Broken(f"the key {key[:40]!r} appears twice.")
        data[key] = value
    return data


def _record(data: dict[str, object], line: int) -> RecordedOutput:
    findings = Findings()
    head = {key: tame(data.get(key), findings, key) for key in _HEAD_KEYS}
    part = Part(head, "", findings)
    case_id, repeat = part.text("case_id"), _count(part, "repeat", most=MOST_REPEATS)
    telemetry = Telemetry(
        latency_e2e_ms=_amount(part, "latency_e2e_ms"),
        latency_model_ms=_amount(part, "latency_model_ms"),
        input_tokens=_count(part, "input_tokens"),
        output_tokens=_count(part, "output_tokens"),
        timed_out=part.flag("timed_out") or False,
    )
    # an error message may be anything, even a coloured log: it is displayed, never parsed
    error = Part({"error": tame(data.get("error"), Findings(), "error")}, "", findings).text("error")
    if not case_id:
        part.note(FindingCode.MISSING_KEY, "case_id", "The line names no case.")
    if repeat == 0:
        part.note(FindingCode.WRONG_TYPE, "repeat", "Repeats are counted from 1.")
    if "output" not in data and error is None and not telemetry.timed_out:
        part.note(FindingCode.MISSING_KEY, "output", "There is neither an output nor an error.")
    _refuse(findings)
    return RecordedOutput(
        case_id=case_id or "",
        repeat=1 if repeat is None else repeat,
        output=data.get("output"),
        telemetry=telemetry,
        error=error,
        line=line,
        unknown_keys=tuple(key for key in data if key not in _RECORD_KEYS),
    )


def _run(data: dict[str, object]) -> RunInfo:
    findings = Findings()
    value = tame(data["run"], findings, "run")
    if not isinstance(value, Mapping) or len(data) > 1:
        raise _Broken('the line that describes the run must be {"run": {…}}.')
    part = Part(value, "run", findings)
    params = part.part("generation_params")
    info = RunInfo(
        model_id=part.text("model_id"),
        model_version=part.text("model_version"),
        prompt_template_id=part.text("prompt_template_id"),
        prompt_template_version_or_hash=part.text("prompt_template_version_or_hash"),
        generation_params=None if params is None else params.data,
        more=MappingProxyType({key: item for key, item in value.items() if key not in _RUN_KEYS}),
    )
    _refuse(findings)
    return info


def _amount(part: Part, key: str, *, most: int = MAX_MEASURE) -> Decimal | None:
    number = part.number(key)
    if number is not None and number < 0:
        part.note(FindingCode.WRONG_TYPE, key, "This cannot be less than 0.")
    if number is not None and number > most:
        part.note(FindingCode.NUMBER_TOO_LARGE, key, f"This must be at most {most:,}.")
    return number


def _count(part: Part, key: str, *, most: int = MAX_MEASURE) -> int | None:
    number = _amount(part, key, most=most)
    if number is None:
        return None
    count = int(number)
    if number != count:
        part.note(FindingCode.WRONG_TYPE, key, "This must be a whole number.")
    return count


def _refuse(findings: Findings) -> None:
    """Raise the first finding about the line itself as the reason why the line is broken."""
    for finding in findings.all():
        raise _Broken(f"{finding.place}: {finding.message}")
