"""Which submitted file a citation names: the name as submitted, an abbreviation, none, or an unknown one.

A folder before the name and ``%20`` for a space come from how a system stores files, so both are forgiven. Letter case
and the extension are part of the name: a difference there is an abbreviation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

_FOLDER = re.compile(r"[/\\]")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")


class FileMatch(StrEnum):
    """How a cited name relates to the submitted files."""

    EXACT = "exact"
    ABBREVIATED = "abbreviated"  # other letter case or extension, or the beginning of exactly one name
    MISSING = "missing"
    NOT_SUBMITTED = "not_submitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedFile:
    """The match, and the submitted files that may be meant: one, several if the name is ambiguous, or none."""

    match: FileMatch
    files: tuple[str, ...]


def match_file(cited: str | None, submitted: Sequence[str]) -> CitedFile:
    """Return which of the submitted files a cited name means. Any string is accepted."""
    name = "" if cited is None else plain_name(cited)
    if not name:
        return CitedFile(match=FileMatch.MISSING, files=tuple(submitted))
    exact = tuple(file for file in submitted if plain_name(file) == name)
    if exact:
        return CitedFile(match=FileMatch.EXACT, files=exact[:1])
    files = _abbreviated(name, submitted)
    return CitedFile(match=FileMatch.ABBREVIATED if files else FileMatch.NOT_SUBMITTED, files=files)


def plain_name(text: str) -> str:
    """Return a file name without its folder, with plain spaces and composed letters."""
    name = _FOLDER.split(text.strip().replace("%20", " "))[-1]
    return unicodedata.normalize("NFC", name).strip()


def _abbreviated(name: str, submitted: Sequence[str]) -> tuple[str, ...]:
    """Return the files that differ only in case or extension, else the one file whose stem begins so."""
    stem = _stem(name)
    if not stem:
        return ()
    same = tuple(file for file in submitted if _stem(plain_name(file)) == stem)
    begun = tuple(file for file in submitted if _stem(plain_name(file)).startswith(stem))
    return same or (begun if len(begun) == 1 else ())


def _stem(name: str) -> str:
    return _EXTENSION.sub("", name).casefold()
