"""Publishing a version: validate it, then write the lock that it is compared with from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import StandardRefused
from loanproof.standards.files import read_files
from loanproof.standards.folders import lock_file, ref_of_folder
from loanproof.standards.loading import build_standard
from loanproof.standards.lock import differences_from, make_lock, read_lock, refusal, render_lock

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.standards.standard import EvalStandard, RubricStandard


def publish_standard(folder: Path) -> EvalStandard | RubricStandard:
    """Publish the house version in a folder and return it; publishing it again changes nothing.

    A version without a house name is refused, and so is one that breaks its format, lacks base, approval or date, or
    was published before and has changed: a published version never changes.
    """
    folder = folder.resolve()
    ref = ref_of_folder(folder)
    if ref.house is None:
        raise StandardRefused(
            f"{ref} has no house name.", file=folder, hint=f"Name the folder like {ref.version}+house."
        )
    return write_lock(folder)


def write_lock(folder: Path) -> EvalStandard | RubricStandard:
    """Validate the version in a folder and write its lock, unless it has a matching one or is a draft of ours."""
    ref = ref_of_folder(folder)
    files = read_files(ref, folder)
    path = lock_file(folder)
    if path.exists():
        lock = read_lock(ref, folder)
        if differences := differences_from(lock, files):
            raise refusal(files, differences)
        return build_standard(files, files.read_rulings(), lock.hash)
    rulings = files.read_rulings()
    lock = make_lock(files, rulings)
    standard = build_standard(files, rulings, lock.hash)
    if not standard.identity.draft:
        path.write_text(render_lock(lock), encoding="utf-8", newline="\n")
    return standard
