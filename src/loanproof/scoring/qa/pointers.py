"""Checks whether a refusal points to a plausible place: a named finance document, never the document itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from loanproof.statements import plain_text
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.standards import Parameters

_SEPARATORS = re.compile(r",|;| or | and/or ", re.IGNORECASE)
_AND = re.compile(r" and ", re.IGNORECASE)
# Pieces of a pointer that only describe the place before them: "…, as amended", "…, dated 3 May".
_ASIDE = re.compile(r"(?:as|dated|if|in each case|between|referred|mentioned|made|each)\b", re.IGNORECASE)
_ITSELF = re.compile(
    r"\b(?:this|the|the same|source|provided|referenced|submitted) (?:document|agreement|file|contract)s?\b",
    re.IGNORECASE,
)


def is_plausible(pointer: str, named: Sequence[str], files: Sequence[str], parameters: Parameters) -> bool:
    """Return whether every place in a pointer is one that the case names or a usual finance document.

    Args:
        pointer: What the refusal says, such as *the Fee Letter or the Syndicate Details*.
        named: The places that the case calls plausible.
        files: The submitted files; pointing to one of them is no help, because they lack the information.
        parameters: The parameters that list the usual finance documents.
    """
    pieces = list(_pieces(plain_text(pointer)))
    return bool(pieces) and all(_is_place(piece, named, files, parameters) for piece in pieces)


def _pieces(pointer: str) -> list[str]:
    """Return the places in a pointer, without asides; *an agreement between X and Y* stays in one piece."""
    pieces: list[str] = []
    for piece in _SEPARATORS.split(pointer):
        pieces += [piece] if "between" in piece.lower() else _AND.split(piece)
    stripped = (piece.strip(" .\"'") for piece in pieces)
    return [piece for piece in stripped if piece and not _ASIDE.match(piece)]


def _is_place(piece: str, named: Sequence[str], files: Sequence[str], parameters: Parameters) -> bool:
    if any(_holds(piece, name) for name in named):
        return True
    usual = [name for name in parameters.refusal.generic_pointers if _holds(piece, name)]
    if not usual or _ITSELF.search(piece):
        return False
    return not any(content_words(name) <= _file_words(file) for name in usual for file in files)


def _holds(piece: str, name: str) -> bool:
    words = content_words(name)
    return bool(words) and words <= content_words(piece)


def _file_words(file: str) -> frozenset[str]:
    return content_words(re.sub(r"[-_.]", " ", PurePath(file).stem))
