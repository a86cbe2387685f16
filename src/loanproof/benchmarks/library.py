"""Benchmark libraries: the shipped entries and those of a user, looked up by term and publication.

The shipped entries are illustrative: facts in our own words, without form wording, not reviewed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from loanproof.benchmarks.entries import BenchmarkFile, Entry, EntryKind
from loanproof.core import FormatError, Problem, YamlText, load_yaml, parse_yaml, validate_yaml

_SHIPPED = ("lma.yaml", "aplma.yaml", "lsta.yaml")


@dataclass(frozen=True, slots=True)
class Library:
    """All entries that were loaded, in the order of their files."""

    entries: tuple[Entry, ...]

    @property
    def terms(self) -> tuple[str, ...]:
        """The ids of all terms, sorted."""
        return tuple(sorted({entry.term for entry in self.entries}))

    def find(self, term: str, publication: str, *, kind: EntryKind | None = None) -> tuple[Entry, ...]:
        """Return what a publication says about a term, optionally of one kind; empty if it says nothing."""
        return tuple(
            entry
            for entry in self.entries
            if entry.term == term
            and entry.publication.casefold() == publication.casefold()
            and (kind is None or entry.kind is kind)
        )


def load_library(*paths: Path) -> Library:
    """Load the shipped library and further files; their entries replace shipped ones of the same publication and term.

    A folder means its ``*.yaml`` files. Every problem of a file is reported with its line.
    """
    own = [entry for path in paths for file in _files(path) for entry in _entries(load_yaml(file))]
    replaced = {(entry.publication, entry.term) for entry in own}
    kept = (entry for entry in _shipped() if (entry.publication, entry.term) not in replaced)
    return Library(entries=(*kept, *own))


def benchmark_schema() -> dict[str, Any]:
    """Return the JSON Schema of a benchmark file."""
    return BenchmarkFile.model_json_schema()


@cache
def _shipped() -> tuple[Entry, ...]:
    folder = files("loanproof.benchmarks") / "data"
    return tuple(entry for name in _SHIPPED for entry in _entries(parse_yaml((folder / name).read_bytes(), file=name)))


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.yaml")) if path.is_dir() else [path]


def _entries(source: YamlText) -> list[Entry]:
    model = validate_yaml(BenchmarkFile, source)
    lines = [source.line_of(("entries", at)) for at in range(len(model.entries))]
    seen: set[str] = set()
    problems: list[Problem] = []
    for entry, line in zip(model.entries, lines, strict=True):
        if entry.id in seen:
            problems.append(Problem(message=f"the entry {entry.id!r} appears twice.", file=source.file, line=line))
        seen.add(entry.id)
    if problems:
        raise FormatError.of(problems)
    return [
        Entry.of(model, entry, file=source.file, line=line) for entry, line in zip(model.entries, lines, strict=True)
    ]
