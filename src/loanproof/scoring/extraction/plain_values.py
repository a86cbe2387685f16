"""Values of cases and outputs in one plain form: text, number, list or object."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from loanproof.core import FileModel, plain_decimal

Plain: TypeAlias = "str | bool | Decimal | tuple[Any, ...] | Mapping[str, Any] | None"
"""A value of a case or an output as text, number, list or object."""


_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")


def to_plain(value: object) -> Plain:
    """Return a value of a case or an output in plain form; anything without a plain form becomes its text."""
    match value:
        case FileModel():
            return dict(value.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True))
        case None | str() | bool() | Decimal() | Mapping():
            return value
        case tuple() | list():
            return tuple(to_plain(item) for item in value)
        case _:
            return str(value)


def text_of(value: Plain) -> str | None:
    """Return the text of a value: a number in figures, a boolean as Y or N; None for a structure or a longer list."""
    match value:
        case bool():
            return "Y" if value else "N"
        case str():
            return value
        case Decimal():
            return plain_decimal(value)
        case (single,):
            return text_of(single)
        case _:
            return None


def claim_texts(value: Plain) -> tuple[str, ...]:
    """Return the texts of a value that is a text or a list of texts; an object has none."""
    text = text_of(value)
    if text is not None:
        return (text,)
    return tuple(text for item in value for text in claim_texts(item)) if isinstance(value, tuple) else ()


def leaves_of(value: Plain) -> tuple[str, ...]:
    """Return every text and number in a value, whatever its structure, even one that no reader understands."""
    match value:
        case Mapping():
            return tuple(text for item in value.values() for text in leaves_of(to_plain(item)))
        case tuple():
            return tuple(text for item in value for text in leaves_of(item))
        case _:
            text = text_of(value)
            return () if text is None else (text,)


def without_entities(value: Plain) -> Plain:
    """Return a value with HTML entities replaced by their characters: ``&pound;5`` becomes ``£5`` (C-36)."""
    match value:
        case str():
            return _ENTITY.sub(lambda entity: html.unescape(entity[0]), value)
        case Mapping():
            return {key: without_entities(to_plain(item)) for key, item in value.items()}
        case tuple():
            return tuple(without_entities(item) for item in value)
        case _:
            return value
