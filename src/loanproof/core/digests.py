"""Digests of data: the same facts give the same hash on every machine and Python version.

The canonical form is JSON with sorted keys, no white space, and decimals as their shortest plain text,
so ``0.85`` and ``0.850`` are one figure and floats never enter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from pathlib import Path


def plain_decimal(value: Decimal) -> str:
    """Return a decimal without exponent and without trailing zeros: ``Decimal("1.50")`` is ``"1.5"``.

    Not-a-number and the infinities have no plain form and raise ``ValueError``.
    """
    if not value.is_finite():
        raise ValueError(f"{value} is not a finite number.")
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def canonical_json(data: object) -> str:
    """Return the canonical JSON text of plain data.

    Accepts ``None``, booleans, integers, strings, decimals, enums, mappings with string keys, lists and
    tuples. A float raises ``TypeError``: a figure that was rounded by accident must not be hashed.
    """
    return json.dumps(_plain(data), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest_data(data: object) -> str:
    """Return the SHA-256 of plain data in canonical form, as ``sha256:`` and 64 hex digits."""
    return digest_bytes(canonical_json(data).encode("utf-8", "surrogatepass"))


def digest_bytes(content: bytes) -> str:
    """Return the SHA-256 of bytes, as ``sha256:`` and 64 hex digits."""
    return "sha256:" + hashlib.sha256(content).hexdigest()


def digest_file(path: Path) -> str:
    """Return the SHA-256 of a file of any length, as ``sha256:`` and 64 hex digits."""
    with path.open("rb") as stream:
        return "sha256:" + hashlib.file_digest(stream, "sha256").hexdigest()


def digest_if_readable(path: Path) -> str | None:
    """Return the digest of a file; ``None`` if it cannot be read."""
    try:
        return digest_file(path)
    except OSError:
        return None


def _plain(data: object) -> object:
    match data:
        case Enum():
            return _plain(data.value)
        case None | bool() | int() | str():
            return data
        case Decimal():
            return plain_decimal(data)
        case Mapping():
            return {_key(key): _plain(value) for key, value in data.items()}
        case list() | tuple():
            return [_plain(value) for value in data]
        case _:
            raise TypeError(f"{type(data).__name__} has no canonical form.")


def _key(key: object) -> str:
    if isinstance(key, str):
        return str(key.value) if isinstance(key, Enum) else key
    raise TypeError(f"a key must be a string, not {key!r}.")
