"""Loads a standard: finds its folder, compares it with its lock, and only then uses it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.core import FormatError, StandardRef, StandardRefused, UsageError, validate_yaml
from loanproof.standards.contract import Contract
from loanproof.standards.files import StandardFiles, read_files
from loanproof.standards.folders import find_folder, our_folders, ref_of_folder
from loanproof.standards.leaves import Difference
from loanproof.standards.lock import changed_texts, differences_from, make_lock, read_lock, refusal
from loanproof.standards.rubric import Rubric
from loanproof.standards.standard import EvalStandard, RubricStandard, Standard

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from loanproof.standards.rulings import Ruling
    from loanproof.standards.vocabulary import Identity

OUR_CONTRACT = "eval-standards@1.0"
OUR_RUBRIC = "evaluation-rubric@1.0"
_PLACEHOLDER = re.compile(r"\{\{(\w{1,60})\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """How a version compares with its lock: changed protected leaves, and changed rulings.

    A draft has no lock yet, so nothing in it can differ.
    """

    ref: StandardRef
    hash: str
    is_draft: bool
    parts: tuple[str, ...]
    differences: tuple[Difference, ...]
    changed_rulings: tuple[str, ...]


def load_standard(ref: str, *, directories: Sequence[Path] = ()) -> EvalStandard | RubricStandard:
    """Return a standard by its reference, verified against its lock; cached per process.

    Raises :class:`StandardRefused` for an unknown version, for a lock that is missing, unreadable or edited, and for
    any protected leaf that differs from the lock; nothing is ever loaded partially.
    """
    return _load_once(find_folder(StandardRef.parse(ref), directories))


def load_contract(ref: str, *, directories: Sequence[Path] = ()) -> EvalStandard:
    """Return a version of the quality contract, as :func:`load_standard` does."""
    standard = load_standard(ref, directories=directories)
    if isinstance(standard, EvalStandard):
        return standard
    raise UsageError(f"{ref!r} is not a version of the quality contract.", hint=f"Write {OUR_CONTRACT}.")


def load_rubric(ref: str) -> RubricStandard:
    """Return a version of the run rubric, as :func:`load_standard` does."""
    standard = load_standard(ref)
    if isinstance(standard, RubricStandard):
        return standard
    raise UsageError(f"{ref!r} is not a version of the run rubric.", hint=f"Write {OUR_RUBRIC}.")


def load_base(standard: Standard) -> EvalStandard | RubricStandard | None:
    """Return our version that a house version or a revision is based on, or ``None`` for a first one."""
    base = standard.identity.base
    return None if base is None else _load_once(our_folders(standard.ref.name)[base])


def load_recorded(ref: str, standard_hash: str) -> Standard | None:
    """Return the standard named in a result, or ``None`` if the current one of that name has another hash.

    Results written before rulings had revisions name only the version; the hash identifies the revision.
    """
    parsed = StandardRef.parse(ref)
    candidates = [find_folder(parsed)]
    if parsed.house is None and parsed.revision is None:
        candidates = [
            folder for version, folder in our_folders(parsed.name).items() if version.startswith(parsed.number)
        ]
    loaded = (_load_once(folder) for folder in dict.fromkeys(candidates))
    return next((standard for standard in loaded if standard.hash == standard_hash), None)


def inspect_standard(ref: StandardRef, folder: Path) -> Inspection:
    """Compare a version with its lock and return the differences, without refusing it."""
    files = read_files(ref, folder)
    is_draft = _is_draft(files)
    lock = make_lock(files, files.read_rulings()) if is_draft else read_lock(ref, folder)
    differences = differences_from(lock, files)
    # Changed data may lack what a ruling sets; then the data is the problem, not the rulings.
    changed = () if differences else changed_texts(lock, files.read_rulings())
    parts = tuple(dict.fromkeys([*lock.parts, *files.parts]))
    return Inspection(
        ref=ref, hash=lock.hash, is_draft=is_draft, parts=parts, differences=differences, changed_rulings=changed
    )


def read_standard(ref: StandardRef, folder: Path) -> EvalStandard | RubricStandard:
    """Read a standard from its folder, verified, without lookup or cache."""
    files = read_files(ref, folder)
    rulings = files.read_rulings() if _is_draft(files) else None
    lock = read_lock(ref, folder) if rulings is None else make_lock(files, rulings)
    if differences := differences_from(lock, files):
        raise refusal(files, differences)
    return build_standard(files, files.read_rulings() if rulings is None else rulings, lock.hash)


def _is_draft(files: StandardFiles) -> bool:
    """Return whether a version is a draft of ours: only a revision inside the package can be one."""
    identity = files.content.get("identity")
    is_marked = isinstance(identity, dict) and identity.get("draft") == "true"
    return is_marked and files.ref.revision is not None


def build_standard(
    files: StandardFiles, rulings: tuple[Ruling, ...], standard_hash: str
) -> EvalStandard | RubricStandard:
    """Return the typed standard from its files; any format error is raised."""
    if files.judge_template is None:
        contract = validate_yaml(Contract, files.source)
        _check_identity(files, contract.identity)
        return EvalStandard(
            ref=files.ref,
            hash=standard_hash,
            identity=contract.identity,
            content=files.content,
            parts=files.parts,
            rulings=rulings,
            contract=contract,
        )
    rubric = validate_yaml(Rubric, files.source)
    _check_identity(files, rubric.identity)
    _check_template(files.judge_template, rubric.judge.placeholders, files)
    return RubricStandard(
        ref=files.ref,
        hash=standard_hash,
        identity=rubric.identity,
        content=files.content,
        parts=files.parts,
        rulings=rulings,
        rubric=rubric,
        judge_template=files.judge_template,
    )


def _check_identity(files: StandardFiles, identity: Identity) -> None:
    """Refuse a version with an incomplete identity: its own name, and for a house its base and approval."""
    ref = files.ref
    if f"{identity.name}@{identity.version}" != files.written_ref:
        raise _refused(files, "version", f"the folder of {ref} holds {identity.name}@{identity.version}.")
    ours = our_folders(ref.name)
    if ref.house is None:
        if ref.version not in ours:
            message = f"{ref} has no house name."
            raise _refused(files, "version", message, hint=f"Name it like {ref.version}+house.")
        return
    if ref.number in ours:
        raise _refused(files, "version", f"{ref} reuses the number of a version of ours.", hint="Raise it.")
    if identity.draft:
        raise _refused(files, "draft", f"{ref} is marked as a draft.", hint="Have it approved and take draft away.")
    if identity.base not in ours:
        message = f"{ref} must name the version of ours that it starts from, not {identity.base!r}."
        raise _refused(files, "base", message, hint=f"Known: {', '.join(sorted(ours))}.")
    if not identity.approved_by or not all(name.strip() for name in identity.approved_by):
        raise _refused(files, "approved_by", f"{ref} must name the people who approved it.")
    if not _is_date(identity.date):
        raise _refused(files, "date", f"{ref} must have a date, not {identity.date!r}.", hint="Write YYYY-MM-DD.")


def _refused(files: StandardFiles, key: str, message: str, *, hint: str | None = None) -> StandardRefused:
    line = files.source.line_of(("identity", key))
    return StandardRefused(message, file=files.source.file, line=line, hint=hint)


def _is_date(text: str | None) -> bool:
    try:
        return text is not None and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_template(template: str, placeholders: tuple[str, ...], files: StandardFiles) -> None:
    """Refuse a template that omits an input, repeats one, or has an unknown one."""
    found = sorted(_PLACEHOLDER.findall(template))
    if found != sorted(placeholders):
        raise FormatError(
            f"the judge's template asks for {', '.join(found) or 'nothing'}, not for {', '.join(placeholders)}.",
            file=files.source.file,
            line=files.source.line_of(("judge", "placeholders")),
            hint="Each placeholder must be in the template exactly once.",
        )


@lru_cache(maxsize=32)
def _load_once(folder: Path) -> EvalStandard | RubricStandard:
    return read_standard(ref_of_folder(folder), folder)
