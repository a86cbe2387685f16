"""YAML as its author wrote it: every scalar stays text, every node keeps its line.

PyYAML's own constructor reads ``NO`` as false, ``2.50`` as a float, ``2031-03-15`` as a date, and keeps
the last of two equal keys. Here only null is typed; the model that a file is read into asks for booleans
and numbers (:mod:`loanproof.core.file_models`). Duplicate keys, tags, merge keys and several documents in
one file are refused, and size, depth and node count (aliases expanded in both) are limited.

The tree is built from parser events, not from ``yaml.compose``: the C composer recurses without a limit
and 200,000 opening brackets end the whole process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import yaml

from loanproof.core.errors import FileError, FormatError
from loanproof.core.regular_files import open_regular

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Data: TypeAlias = "str | list[Data] | dict[str, Data] | None"
DataPath: TypeAlias = tuple[str | int, ...]

MAX_BYTES = 20_000_000
MAX_DEPTH = 64
MAX_NODES = 2_000_000

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlText:
    """The data of one YAML file, and the line on which each part begins."""

    file: str
    data: Data
    lines: dict[DataPath, int]

    def line_of(self, path: Sequence[str | int]) -> int:
        """Return the line of the node at ``path``, or of its nearest ancestor that is in the file.

        Steps that are not in the file (pydantic's names for the members of a union) are skipped, so an error location
        can be passed unchanged.
        """
        known: DataPath = ()
        for step in path:
            if (*known, step) in self.lines:
                known = (*known, step)
        return self.lines[known]


def load_yaml(path: Path) -> YamlText:
    """Read one YAML file, or raise :class:`FileError` or :class:`FormatError` with the line."""
    try:
        with open_regular(path) as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}.", file=path) from error
    return parse_yaml(content, file=str(path))


def parse_yaml(content: bytes, *, file: str) -> YamlText:
    """Return the data in ``content``; ``file`` is the name to use in error messages."""
    if len(content) > MAX_BYTES:
        raise FormatError(f"the file is larger than {MAX_BYTES:,} bytes.", file=file, hint="Split it.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("the text is not UTF-8.", file=file, line=line, hint="Save it as UTF-8.") from error
    try:
        return _Reader(file=file, events=yaml.parse(text, Loader=_LOADER)).read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem_line = None if mark is None else mark.line + 1
        raise FormatError(f"this is not YAML: {error.problem}.", file=file, line=problem_line) from error
    except yaml.YAMLError as error:
        raise FormatError(f"this is not YAML: {error}.", file=file) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class _Anchor:
    """A named node: its data, how many values it contains and how many levels are below it."""

    data: Data
    nodes: int
    levels: int


@dataclass(slots=True, kw_only=True)
class _Reader:
    """Builds plain data from parser events, counting what it builds."""

    file: str
    events: Iterator[yaml.Event]
    lines: dict[DataPath, int] = field(default_factory=dict)
    anchors: dict[str, _Anchor] = field(default_factory=dict)
    nodes: int = 0
    deepest: int = 0

    def read(self) -> YamlText:
        next(self.events)  # the start of the stream
        data: Data = None
        event = next(self.events)
        if isinstance(event, yaml.DocumentStartEvent):
            data = self._node(next(self.events), ())
            next(self.events)  # the end of the document
            event = next(self.events)
        if isinstance(event, yaml.DocumentStartEvent):
            raise self._error("a second document begins here", event, hint="Keep one document a file.")
        self.lines.setdefault((), 1)
        return YamlText(file=self.file, data=data, lines=self.lines)

    def _node(self, event: yaml.Event, path: DataPath) -> Data:
        self._reach(len(path), event)
        self.lines[path] = _line(event)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, len(path))
        self._count(1, event)
        if isinstance(event, yaml.ScalarEvent) and event.anchor is None:
            return self._content(event, path)  # nearly every node
        before, outer, self.deepest = self.nodes, self.deepest, len(path)
        data = self._content(event, path)
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            nodes, levels = self.nodes - before + 1, self.deepest - len(path)
            self.anchors[event.anchor] = _Anchor(data=data, nodes=nodes, levels=levels)
        self.deepest = max(outer, self.deepest)
        return data

    def _content(self, event: yaml.Event, path: DataPath) -> Data:
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag not in (None, "!"):
            raise self._error(f"the tag {event.tag!r} is not allowed", event, hint="Write plain data.")
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path)
        if isinstance(event, yaml.ScalarEvent):
            return None if event.implicit[0] and event.value in _NULLS else event.value
        raise self._error("a value is expected here", event)

    def _sequence(self, path: DataPath) -> list[Data]:
        items: list[Data] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items))))
        return items

    def _mapping(self, path: DataPath) -> dict[str, Data]:
        pairs: dict[str, Data] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event, pairs)
            value = self._node(next(self.events), (*path, key))
            self.lines[(*path, key)] = _line(event)
            pairs[key] = value
        return pairs

    def _key(self, event: yaml.Event, pairs: dict[str, Data]) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise self._error("a key must be a plain word", event)
        key = event.value
        if key == "<<" and event.implicit[0]:
            raise self._error("merge keys are not allowed", event, hint="Write the keys out.")
        if key in pairs:
            raise self._error(f"the key {key!r} appears twice in one mapping", event, hint="Keep one of them.")
        return key

    def _alias(self, event: yaml.AliasEvent, depth: int) -> Data:
        anchor = None if event.anchor is None else self.anchors.get(event.anchor)
        if anchor is None:
            raise self._error(f"nothing before this line is named {event.anchor!r}", event)
        self._count(anchor.nodes, event)
        self._reach(depth + anchor.levels, event)
        return anchor.data

    def _reach(self, depth: int, event: yaml.Event) -> None:
        # Aliases count with everything below them: a chain of short lines can nest without limit.
        self.deepest = max(self.deepest, depth)
        if depth > MAX_DEPTH:
            raise self._error(f"the data is nested more than {MAX_DEPTH} levels deep", event)

    def _count(self, nodes: int, event: yaml.Event) -> None:
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise self._error(f"the file has more than {MAX_NODES:,} values, aliases counted", event)

    def _error(self, message: str, event: yaml.Event, *, hint: str | None = None) -> FormatError:
        return FormatError(message + ".", file=self.file, line=_line(event), hint=hint)


def _line(event: yaml.Event) -> int:
    return 1 if event.start_mark is None else event.start_mark.line + 1
