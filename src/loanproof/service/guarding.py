"""The guard on files: an output file checked against document files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.core import Capability, FileError, FormatError, UsageError
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
    said = named if named is not None else _said_capability(raw, path)
    if said in set(Capability) - {Capability.TASK}:
        return Capability(said)
    hint = f"Write --capability, one of {', '.join(one for one in Capability if one is not Capability.TASK)}."
    if said is None:
        raise UsageError(f"{str(path)!r} does not say what it answers.", hint=hint)
    raise UsageError(f"the guard cannot check the capability {said[:60]!r}.", hint=hint)


def _said_capability(raw: str, path: Path) -> str | None:
    """Return the capability that an output names; a text that is not JSON is refused here, for it names none."""
    found = decode_json(raw)
    if isinstance(found, NotJson):
        raise FormatError(f"the output is not JSON: {found.why}", file=path, hint="Write one JSON object.")
    told = dict(found.data).get("capability") if isinstance(found.data, Pairs) else None
    return told if isinstance(told, str) else None
