"""The guard on files: an output file checked against document files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.core import Capability, FileError, UsageError
from loanproof.documents import Cache, load_document
from loanproof.outputs import NotJson, Pairs, decode_json
from loanproof.scoring import GuardReport, guard_output
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from pathlib import Path


def guard_file(
    path: Path,
    documents: Sequence[Path],
    *,
    capability: str | None,
    standard: str,
    cache_folder: Path | None = None,
    as_of: str | None = None,
) -> GuardReport:
    """Check the output in a file; its capability is what the output says, unless the caller gives one.

    ``as_of`` is the day on which the answers must be right, in ISO form.
    """
    try:
        raw = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileError(f"the output cannot be opened: {error.strerror}.", file=path) from error
    except UnicodeDecodeError as error:
        raise FileError("the output is not a text file in UTF-8.", file=path) from error
    cache = None if cache_folder is None else Cache(cache_folder)
    loaded = [load_document(one, cache=cache).recognised() for one in documents]
    return guard_output(raw, _capability(raw, capability, path), loaded, load_contract(standard), as_of=as_of)


def _capability(raw: str, named: str | None, path: Path) -> Capability:
    said = named
    if said is None:
        found = decode_json(raw)
        data = None if isinstance(found, NotJson) else found.data
        told = dict(data).get("capability") if isinstance(data, Pairs) else None
        said = told if isinstance(told, str) else None
    if said not in set(Capability) - {Capability.TASK}:
        known = ", ".join(one for one in Capability if one is not Capability.TASK)
        hint = f"Write --capability, one of {known}."
        raise UsageError(f"{str(path)!r} does not say what it answers.", hint=hint)
    return Capability(said)
