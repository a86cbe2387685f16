"""Protected data as a flat list of leaves, so that two versions of it can be compared line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from loanproof.core import Data, FormatError, YamlText, digest_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Leaves: TypeAlias = "Mapping[str, str | None]"
"""Dotted path of a leaf (``thresholds.tier1.value``) to its text; null has no text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One leaf that differs between two sides.

    ``missing_before`` and ``missing_after`` distinguish an added or removed leaf from a null one.
    """

    path: str
    before: str | None
    after: str | None
    missing_before: bool = False
    missing_after: bool = False

    @property
    def part(self) -> str:
        """The part of the standard that the leaf belongs to."""
        return self.path.partition(".")[0]

    def __str__(self) -> str:
        before = "(nothing)" if self.missing_before else _shown(self.before)
        after = "(nothing)" if self.missing_after else _shown(self.after)
        return f"{self.path}: {before} -> {after}"


def leaves_by_part(source: YamlText) -> dict[str, dict[str, str | None]]:
    """Return the leaves of each top-level key of a file.

    An empty list or mapping is a leaf of its own, ``[]`` or ``{}``, so that emptying one is a difference. A key with a
    full stop would make paths ambiguous and is refused with its line.
    """
    if not isinstance(source.data, dict):
        raise FormatError("the file must be a mapping of parts.", file=source.file, line=1)
    for path in source.lines:
        if path and "." in str(path[-1]):
            raise FormatError(f"the key {path[-1]!r} has a full stop.", file=source.file, line=source.line_of(path))
    return {part: dict(_walk(data, part)) for part, data in source.data.items()}


def leaves_of_text(part: str, text: str) -> dict[str, str | None]:
    """Return one leaf per line; joined by line feeds they give the exact text again."""
    return {f"{part}.{number}": line for number, line in enumerate(text.split("\n"), start=1)}


def line_of_leaf(source: YamlText, path: str) -> int:
    """Return the line of the leaf at a dotted path, or of its nearest ancestor in the file."""
    node = source.data
    steps: list[str | int] = []
    for step in path.split("."):
        if isinstance(node, dict) and step in node:
            node = node[step]
            steps.append(step)
        elif isinstance(node, list) and step.isdecimal() and int(step) < len(node):
            node = node[int(step)]
            steps.append(int(step))
        else:
            break
    return source.line_of(steps)


def digest_parts(parts: Mapping[str, Leaves]) -> dict[str, str]:
    """Return the digest of each part."""
    return {part: digest_data(leaves) for part, leaves in parts.items()}


def compare_leaves(before: Leaves, after: Leaves) -> Iterator[Difference]:
    """Yield each leaf that differs: those of ``before`` in order, then added ones."""
    for path, text in before.items():
        if path not in after:
            yield Difference(path=path, before=text, after=None, missing_after=True)
        elif after[path] != text:
            yield Difference(path=path, before=text, after=after[path])
    for path, text in after.items():
        if path not in before:
            yield Difference(path=path, before=None, after=text, missing_before=True)


def compare_parts(before: Mapping[str, Leaves], after: Mapping[str, Leaves]) -> tuple[Difference, ...]:
    """Return every difference between two sets of parts, part by part."""
    parts = [*before, *(part for part in after if part not in before)]
    return tuple(
        difference for part in parts for difference in compare_leaves(before.get(part, {}), after.get(part, {}))
    )


def _walk(data: Data, path: str) -> Iterator[tuple[str, str | None]]:
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _walk(value, f"{path}.{key}")
    elif isinstance(data, list) and data:
        for index, value in enumerate(data):
            yield from _walk(value, f"{path}.{index}")
    elif isinstance(data, (dict, list)):
        yield path, "{}" if isinstance(data, dict) else "[]"
    else:
        yield path, data


def _shown(text: str | None) -> str:
    """Return a text on one line, quoted if it is unprintable or the word null."""
    if text is None:
        return "null"
    return text if text.isprintable() and text != "null" else repr(text)
