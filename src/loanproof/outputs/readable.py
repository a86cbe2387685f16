"""What an output says, prepared for reading: blanks are collapsed, and overlong texts are not read at all.

A text is read in full or not at all. Reading only its beginning would let an invented figure hide after pages of blanks
or harmless words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType

from loanproof.outputs.findings import FindingCode, Findings, inner_place
from loanproof.outputs.plain_data import Value

LONGEST_READ = 10_000
"""Characters: every reader looks at each of them many times, and nothing that a deal says is longer."""
UNREAD = "\ufffd"
"""Stands for a text that was not read: no value, no name, and not silence either."""

_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n\s*\n\s*")
_AS_WRITTEN = frozenset({"quote", "note"})  # a quote is searched for as it is; a note is for people


def readable(value: Value, findings: Findings, place: str = "") -> Value:
    """Return data with its texts prepared for reading: blanks collapsed, overlong texts marked unread."""
    match value:
        case str():
            return _readable_text(value, findings, place)
        case tuple():
            return tuple(readable(item, findings, inner_place(place, at)) for at, item in enumerate(value))
        case Mapping():
            parts = {
                key: part if key in _AS_WRITTEN else readable(part, findings, inner_place(place, key))
                for key, part in value.items()
            }
            return MappingProxyType(parts)
        case _:
            return value


def is_unread(said: object) -> bool:
    """Return whether anything in what an output says was too long to be read."""
    if isinstance(said, str):
        return said == UNREAD
    if isinstance(said, Mapping):
        return any(map(is_unread, said.values()))
    if isinstance(said, tuple):
        return any(map(is_unread, said))
    return is_dataclass(said) and any(is_unread(getattr(said, one.name)) for one in fields(said))


def _readable_text(text: str, findings: Findings, place: str) -> str:
    plain = text if text.isprintable() and "  " not in text else _LINES.sub("\n\n", _BLANKS.sub(_blank, text))
    if len(plain) <= LONGEST_READ:
        return plain
    message = f"The text has {len(plain):,} characters, more than the {LONGEST_READ:,} that are read; it is not read."
    findings.add(FindingCode.STRING_TOO_LONG, place, message)
    return UNREAD


def _blank(run: re.Match[str]) -> str:
    """Return the single blank that replaces several; a tab separates the cells of a table."""
    return "\t" if "\t" in run[0] else " "
