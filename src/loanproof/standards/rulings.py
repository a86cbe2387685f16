"""Rulings: decisions where a standard is silent, and the protected data that each decision sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ConfigDict, RootModel

from loanproof.core import FileModel, Flag, FormatError, Problem, YamlText, digest_data, validate_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from loanproof.standards.leaves import Leaves

PARAMETERS = "parameters"


class Ruling(FileModel):
    """One decision. ``sets`` names the protected data it set, as dotted paths.

    A ruling on the hallucination policy is named in every report, with the people who approved it.
    """

    id: str
    where: str
    question: str
    ruling: str
    why: str | None
    sets: tuple[str, ...]
    touches_hallucination: Flag = False

    @property
    def digest(self) -> str:
        """The digest of the whole entry, which reveals a changed text."""
        written = [self.id, self.where, self.question, self.ruling, self.why, self.sets]
        return digest_data([*written, "touches_hallucination"] if self.touches_hallucination else written)


class _Rulings(RootModel[tuple[Ruling, ...]]):
    model_config = ConfigDict(frozen=True)


def read_rulings(
    source: YamlText, parts: Mapping[str, Leaves], *, inherited: tuple[Ruling, ...] = ()
) -> tuple[Ruling, ...]:
    """Return the rulings of one file after those of its base, checked against the protected data."""
    rulings = validate_yaml(_Rulings, source).root
    check_rulings(rulings, source, parts, inherited=inherited)
    return (*inherited, *rulings)


def check_rulings(
    rulings: tuple[Ruling, ...], source: YamlText, parts: Mapping[str, Leaves], *, inherited: tuple[Ruling, ...]
) -> None:
    """Check rulings against the protected data that they say they set.

    Ids are unique, every path in ``sets`` exists, and every parameter has a ruling that sets it; otherwise one
    :class:`FormatError` lists every fault with its line.
    """
    orphans = _orphans((*inherited, *rulings), source, parts.get(PARAMETERS, {}))
    problems = [*_faults(rulings, source, parts, {one.id for one in inherited}), *orphans]
    if problems:
        raise FormatError.of(problems)


def _faults(
    rulings: tuple[Ruling, ...], source: YamlText, parts: Mapping[str, Leaves], seen: set[str]
) -> Iterator[Problem]:
    places = {place for leaves in parts.values() for path in leaves for place in _ancestors(path)}
    for index, ruling in enumerate(rulings):
        if ruling.id in seen:
            line = source.line_of((index, "id"))
            yield Problem(message=f"the ruling {ruling.id!r} appears twice.", file=source.file, line=line)
        seen.add(ruling.id)
        for position, path in enumerate(ruling.sets):
            if path not in places:
                message = f"{ruling.id} sets {path!r}, which is not in the standard."
                line = source.line_of((index, "sets", position))
                yield Problem(message=message, file=source.file, line=line)


def _orphans(rulings: tuple[Ruling, ...], source: YamlText, parameters: Leaves) -> Iterator[Problem]:
    given = {path for ruling in rulings for path in ruling.sets}
    for path in parameters:
        if given.isdisjoint(_ancestors(path)):
            yield Problem(message=f"no ruling sets {path!r}.", file=source.file)


def _ancestors(path: str) -> Iterator[str]:
    """Yield a dotted path and every path above it."""
    while path:
        yield path
        path = path.rpartition(".")[0]


def rulings_file(folder: Path) -> Path:
    """Return the rulings file in a standard's folder."""
    return folder / "rulings.yaml"
