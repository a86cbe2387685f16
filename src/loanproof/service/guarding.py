"""The guard on files: an output file checked against document files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.core import Capability, FileError, UsageError
from loanproof.documents import Cache, load_document
from loanproof.outputs import NotJson, Pairs, decode_json, quote_for_message, told_capability
from loanproof.scoring import GuardReport, guard_output, unread_report
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from pathlib import Path

_MOST_KEYS = 5


def guard_file(
    path: Path,
    documents: Sequence[Path],
    *,
    capability: str | None,
    standard: str,
    cache_folder: Path | None = None,
    as_of: str | None = None,
) -> GuardReport:
    """Check the output in a file: the bare output, or the answer object with it as ``output``.

    Its capability is the one that the caller gives, that the output says or whose main key it has. If that cannot be
    told, as of a text that is not JSON, the output as a whole is a fault: a failing system looks like this.
    ``as_of`` is the day on which the answers must be right, in ISO form.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileError(f"the output cannot be opened: {error.strerror}.", file=path) from error
    except UnicodeDecodeError as error:
        raise FileError("the output is not a text file in UTF-8.", file=path) from error
    cache = None if cache_folder is None else Cache(cache_folder)
    given = _output(text)
    asked = _capability(given, capability)
    loaded = [load_document(one, cache=cache).recognised() for one in documents]
    if asked is None:
        return unread_report(_unread(given), loaded)
    return guard_output(given, asked, loaded, load_contract(standard), as_of=as_of)


def _output(text: str) -> object:
    """Return the output in a text: the text itself, or what it has as ``output`` (nothing beside an ``error``)."""
    found = decode_json(text)
    if isinstance(found, NotJson) or not isinstance(found.data, Pairs):
        return text
    keys = dict(found.data)
    return keys.get("output", Pairs()) if "output" in keys or "error" in keys else text


def _capability(given: object, named: str | None) -> Capability | None:
    """Return what the output answers: what the caller says, else what it says itself; ``None`` if nobody does."""
    said = named if named is not None else told_capability(_data(given))
    if said is None or said in set(Capability) - {Capability.TASK}:
        return None if said is None else Capability(said)
    hint = f"Write --capability, one of {', '.join(one for one in Capability if one is not Capability.TASK)}."
    raise UsageError(f"the guard cannot check the capability {said[:60]!r}.", hint=hint)


def _data(given: object) -> object:
    if not isinstance(given, str):
        return given
    found = decode_json(given)
    return None if isinstance(found, NotJson) else found.data


def _unread(given: object) -> str:
    """Say why nobody knows what an output answers."""
    found = decode_json(given) if isinstance(given, str) else None
    if isinstance(found, NotJson):
        return f"The output is not JSON: {found.why}"
    keys = [key for key, _ in data] if isinstance(data := _data(given), Pairs) else None
    if keys is None:
        return "The output must be one JSON object."
    told = f"its keys are {', '.join(map(quote_for_message, keys[:_MOST_KEYS]))}" if keys else "it is empty"
    return f"The output does not say what it answers: {told}."
