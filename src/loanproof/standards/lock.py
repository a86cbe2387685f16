"""The lock of a published standard: every protected leaf, its digests, and the digests of the rulings.

The leaves make a difference readable. They hash to the digest of their part, and the digests of the parts to ``hash``,
so a lock edited by hand is inconsistent and is refused.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pydantic import ValidationError

from loanproof.core import FileModel, Problem, StandardRef, StandardRefused, digest_data
from loanproof.standards.folders import lock_file
from loanproof.standards.leaves import Difference, Leaves, compare_parts, digest_parts
from loanproof.standards.vocabulary import Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from loanproof.standards.files import StandardFiles
    from loanproof.standards.rulings import Ruling

_RESTORE = "Restore the lock that this version was published with."


class LockedPart(FileModel):
    """One protected part: its leaves, and their digest."""

    sha256: str
    leaves: Table[str, str | None]


class Lock(FileModel):
    """The content of ``lock.json``."""

    standard: str
    hash: str
    parts: Table[str, LockedPart]
    texts: Table[str, str]

    @property
    def leaves(self) -> dict[str, Leaves]:
        """The locked leaves of each part."""
        return {name: part.leaves for name, part in self.parts.items()}


def make_lock(files: StandardFiles, rulings: Sequence[Ruling]) -> Lock:
    """Return the lock of the files as they are now."""
    digests = digest_parts(files.parts)
    return Lock(
        standard=files.written_ref,
        hash=digest_data(digests),
        parts={part: LockedPart(sha256=digests[part], leaves=leaves) for part, leaves in files.parts.items()},
        texts={ruling.id: ruling.digest for ruling in rulings},
    )


def render_lock(lock: Lock) -> str:
    """Return the text of ``lock.json``: one leaf per line, in the order of the files."""
    parts = {name: {"sha256": part.sha256, "leaves": dict(part.leaves)} for name, part in lock.parts.items()}
    data = {"standard": lock.standard, "hash": lock.hash, "parts": parts, "texts": dict(lock.texts)}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read_lock(ref: StandardRef, folder: Path) -> Lock:
    """Read the lock of a version; a missing, unreadable or inconsistent one is refused."""
    path = lock_file(folder)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StandardRefused(
            f"{ref} has no lock that can be read: {error.strerror}.",
            file=path,
            hint="A house version gets its lock from: loanproof standards publish FOLDER.",
        ) from error
    try:
        lock = Lock.model_validate_json(content)
    except ValidationError as error:
        raise StandardRefused(f"the lock of {ref} is not a lock.", file=path, hint=_RESTORE) from error
    if lock.standard != f"{ref.name}@{folder.name}":
        message = f"the lock is that of {lock.standard!r}, not of {ref}."
        raise StandardRefused(message, file=path, hint="Delete a copied lock before you publish.")
    _check_digests(lock, ref, path)
    return lock


def differences_from(lock: Lock, files: StandardFiles) -> tuple[Difference, ...]:
    """Return each protected leaf that differs from the lock."""
    return compare_parts(lock.leaves, files.parts)


def changed_texts(lock: Lock, rulings: Sequence[Ruling]) -> tuple[str, ...]:
    """Return the ids of the rulings that were changed, added or removed since the lock was written."""
    present = {ruling.id: ruling.digest for ruling in rulings}
    return tuple(sorted({name for name, _ in lock.texts.items() ^ present.items()}))


def refusal(files: StandardFiles, differences: Sequence[Difference]) -> StandardRefused:
    """Return the error that names every changed leaf of a published version."""
    first = Problem(
        message=f"{files.ref} was changed without a new version.",
        file=files.source.file,
        hint=(
            "Restore it, or copy its files without the lock to a new version such as 1.1+house, have that approved, "
            "and run: loanproof standards publish FOLDER."
        ),
    )
    return StandardRefused.of([first, *(files.problem_of(difference) for difference in differences)])


def _check_digests(lock: Lock, ref: StandardRef, path: Path) -> None:
    """Refuse a lock with inconsistent leaves, digests and hash."""
    for name, digest in digest_parts(lock.leaves).items():
        if lock.parts[name].sha256 != digest:
            raise StandardRefused(
                f"the lock of {ref} was edited: part {name!r} does not hash to {lock.parts[name].sha256!r}.",
                file=path,
                hint=_RESTORE,
            )
    if lock.hash != digest_data({name: part.sha256 for name, part in lock.parts.items()}):
        raise StandardRefused(
            f"the lock of {ref} was edited: its parts do not hash to {lock.hash!r}.", file=path, hint=_RESTORE
        )
