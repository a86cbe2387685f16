"""Values of cases and outputs in one plain form, and the texts that stand for a structured one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeAlias

from loanproof.core import FileModel, plain_decimal
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    DURATION_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
)

Plain: TypeAlias = "str | bool | Decimal | tuple[Any, ...] | Mapping[str, Any] | None"
"""A value as text, number, list or object, whoever wrote it."""

_RATED = ("rows", "options", "steps")
_FEE_WORDS = {"fee_letter": "payable; amount in Fee Letter", "none": "no commitment fee is payable"}


def plain_of(value: object) -> Plain:
    """Return a value of a case or an output in plain form; what has none is its text."""
    match value:
        case FileModel():
            return dict(value.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True))
        case None | str() | bool() | Decimal() | Mapping():
            return value
        case tuple() | list():
            return tuple(plain_of(item) for item in value)
        case _:
            return str(value)


def text_of(value: Plain) -> str | None:
    """Return the text of a value that is not structured: a number in figures, a boolean as Y or N."""
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


def texts_of(kind_name: str, value: Plain) -> tuple[str, ...]:
    """Return the texts that a quote must carry for a value: one, or one for each rate or item that it holds."""
    text = text_of(value)
    if text is not None:
        return (text,)
    if isinstance(value, tuple):
        return tuple(text for item in value for text in texts_of(kind_name, item))
    if not isinstance(value, Mapping):
        return ()
    return tuple(dict.fromkeys(text for text in _structure_texts(kind_name, value) if text.strip()))


def _structure_texts(kind_name: str, value: Mapping[str, Any]) -> Sequence[str]:
    if kind_name == MONEY_KIND.name:
        return [" ".join(_parts(value, "currency", "amount"))]
    if kind_name == DURATION_KIND.name:
        return [f"{count} {unit}" for unit in ("months", "days") for count in _parts(value, unit)]
    if kind_name == REFERENCE_RATE_KIND.name:
        return [" ".join(_parts(value, "family", "method", "tenor"))]
    if kind_name == MARGIN_KIND.name:
        return [*_parts(value, "opening"), *_row_values(value)]
    if kind_name == COMMITMENT_FEE_KIND.name:
        return _fee_texts(value)
    if kind_name == REPAYMENT_KIND.name:
        return [text.split(".")[0].replace("_", " ") for text in _parts(value, "class")]
    return _parts(value, *value)


def _fee_texts(value: Mapping[str, Any]) -> Sequence[str]:
    basis = str(value.get("basis", "")).strip().lower()
    if basis in _FEE_WORDS:
        return [_FEE_WORDS[basis]]
    share = " of the Margin" if basis == "pct_of_margin" else ""
    rates = _parts(value, "value")
    return [*(rate if "margin" in rate.lower() else rate + share for rate in rates), *_row_values(value)]


def _row_values(value: Mapping[str, Any]) -> list[str]:
    rows = [row for key in _RATED for row in _list(value.get(key)) if isinstance(row, Mapping)]
    return [text for row in rows for text in _parts(row, "value")]


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, tuple | list) else ()


def _parts(value: Mapping[str, Any], *keys: str) -> list[str]:
    """Return the texts of some keys, those that hold a text or a number."""
    texts = (text_of(plain_of(value.get(key))) for key in keys)
    return [text for text in texts if text is not None]
