"""Where standards are: ours inside the package, house versions in directories that the user names.

The layout is the same everywhere: ``DIRECTORY/NAME/VERSION/`` with the files of that version. Our folders are
``1.0``, which is revision 1 of its rulings, ``1.0+r2`` and so on.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import FileError, StandardRef, StandardRefused, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BUILT_IN = Path(__file__).parent / "data"
ENVIRONMENT = "LOANPROOF_STANDARDS"
MAIN_FILES = {"eval-standards": "contract.yaml", "evaluation-rubric": "rubric.yaml"}
"""The two standards there are, and the file of each that holds its protected data."""


def list_folders(directories: Sequence[Path] = ()) -> tuple[tuple[StandardRef, Path], ...]:
    """Return every available standard, ours first, with its folder; nothing is read or verified.

    A house directory with a version without a house name is refused: it would pass as ours.
    """
    theirs = [found for place in _house_directories(directories) for found in _folders_in(place)]
    for ref, folder in theirs:
        if ref.house is None:
            hint = f"Name the folder like {ref.version}+house, and the version in its file too."
            raise StandardRefused(f"{ref} has no house name.", file=folder, hint=hint)
    return (*_folders_in(BUILT_IN), *theirs)


def find_folder(ref: StandardRef, directories: Sequence[Path] = ()) -> Path:
    """Return the folder of one standard, or raise :class:`StandardRefused` listing the available ones.

    A version of ours without a revision means the newest locked one. The same house version in two directories is
    refused, because it is unclear which is meant.
    """
    known = list_folders(directories)
    if ref.house is None and ref.revision is None:
        ref = _newest_revision(ref, known)
    found = [folder for other, folder in known if other == ref]
    if len(found) > 1:
        places = " and ".join(str(folder) for folder in found)
        raise StandardRefused(f"{ref} lies in two places: {places}.", hint="Remove one of them.")
    if not found:
        names = ", ".join(dict.fromkeys(str(other) for other, _ in known))
        raise StandardRefused(
            f"there is no standard {str(ref)!r}.",
            hint=f"Known: {names}. House versions are looked for in --dir and {ENVIRONMENT}.",
        )
    return found[0]


def our_folders(name: str) -> dict[str, Path]:
    """Return the folders of a standard inside the package by version; ``1.0`` is ``1.0+r1``."""
    ours = [(ref, folder) for ref, folder in _folders_in(BUILT_IN) if ref.name == name]
    return {version: folder for ref, folder in ours for version in (folder.name, ref.version)}


def lock_file(folder: Path) -> Path:
    """Return the lock file in a standard's folder."""
    return folder / "lock.json"


def ref_of_folder(folder: Path) -> StandardRef:
    """Return the reference given by the last two names of a folder, or raise :class:`StandardRefused`."""
    name, version = folder.parent.name, folder.name
    hint = "The layout is NAME/VERSION, for example eval-standards/1.1+acme."
    if name not in MAIN_FILES:
        raise StandardRefused(f"{name!r} is not the name of a standard.", file=folder, hint=hint)
    try:
        ref = StandardRef.parse(f"{name}@{version}")
    except UsageError as error:
        raise StandardRefused(f"{version!r} is not a version.", file=folder, hint=hint) from error
    is_first = folder.parent.parent == BUILT_IN and ref.revision is None
    return StandardRef(name, f"{version}+r1") if is_first else ref


def _newest_revision(ref: StandardRef, known: Sequence[tuple[StandardRef, Path]]) -> StandardRef:
    """Return the newest locked revision of a version of ours, or the reference itself if there is none."""
    locked = [
        other
        for other, folder in known
        if (other.name, other.number) == (ref.name, ref.number) and other.revision and lock_file(folder).exists()
    ]
    return max(locked, key=lambda other: other.revision or 0, default=ref)


def _house_directories(directories: Sequence[Path]) -> Iterator[Path]:
    """Yield the given directories and those of the environment, each once; a missing one is an error."""
    named = [Path(entry) for entry in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if entry.strip()]
    for directory in dict.fromkeys(place.resolve() for place in (*directories, *named)):
        if not directory.is_dir():
            raise FileError("the directory of standards does not exist.", file=directory)
        yield directory


def _folders_in(place: Path) -> Iterator[tuple[StandardRef, Path]]:
    for name in MAIN_FILES:
        directory = place / name
        if directory.is_dir():
            for folder in sorted(directory.iterdir()):
                if folder.is_dir() and not folder.name.startswith((".", "__")):
                    yield ref_of_folder(folder), folder
