"""Writes a value of a case or an output as one line of text, for people and for comparing forms."""

from __future__ import annotations

from decimal import Decimal

from loanproof.core import FileModel, canonical_json, plain_decimal


def write_value(value: object) -> str | None:
    """Return a value as text: text as it is, a list of texts joined by semicolons, other structures as canonical JSON.

    ``None`` stays ``None``: there is nothing to show.
    """
    match value:
        case None:
            return None
        case str():
            return value
        case bool():
            return "Y" if value else "N"
        case Decimal():
            return plain_decimal(value)
        case FileModel():
            return canonical_json(value.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True))
        case tuple() if all(isinstance(item, str) for item in value):
            return "; ".join(value)
        case tuple():
            return canonical_json([_plain(item) for item in value])
        case _:
            return canonical_json(value)


def _plain(item: object) -> object:
    return (
        item.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True)
        if isinstance(item, FileModel)
        else item
    )
