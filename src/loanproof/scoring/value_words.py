"""Puts values of a case or an output into words as a loan officer would, without keys, codes or braces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from loanproof.core import FileModel
from loanproof.scoring.written_values import write_value

_REPAYMENT_WORDS = {
    "amortising.equal": "equal instalments",
    "amortising.table": "instalments by a table",
    "amortising.nominal": "a small share of the loan by instalments, the balance at maturity",
    "amortising.balloon": "instalments and a balloon",
    "amortising.annuity": "an annuity",
    "amortising.sculpted": "sculpted instalments",
    "on_demand": "on demand",
    "sweep": "a sweep of excess cash flow",
}
# Structures with exactly these keys, or with one of the leading keys, have words of their own in _parts.
_COMPLETE_KEYS = (
    {"amount", "currency"},
    {"when", "value"},
    {"rate", "value"},
    {"from", "value"},
    {"date", "amount"},
    {"date", "percent"},
    {"name", "any"},
)
_LEADING_KEYS = frozenset({"class", "opening", "family", "basis", "rows"})
_FEE_WORDS = {
    "pa": "",
    "pct_of_margin": " of the margin",
    "grid": "",
    "fee_letter": "by a fee letter",
    "none": "no fee",
}


def value_in_words(value: object) -> str:
    """Return a value as a person would say it; a structure without words of its own becomes *name: value* pairs."""
    match value:
        case FileModel():
            return value_in_words(value.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True))
        case Mapping():
            known = {str(key): one for key, one in value.items() if one is not None}
            return "; ".join(part for part in _parts(known) if part)
        case list() | tuple():
            return "; ".join(map(value_in_words, value))
        case Decimal() | int() if not isinstance(value, bool):
            return f"{value:,f}" if isinstance(value, Decimal) else f"{value:,}"
        case _:
            return write_value(value) or ""


def known_value_in_words(value: Mapping[str, object]) -> str | None:
    """Return a structure in words if it has words of its own, such as a schedule or a grid; otherwise ``None``."""
    known = {key: one for key, one in value.items() if one is not None}
    keys = known.keys()
    is_known = any(keys == form for form in _COMPLETE_KEYS) or not _LEADING_KEYS.isdisjoint(keys)
    return value_in_words(known) if is_known else None


def _parts(value: Mapping[str, object]) -> Iterator[str]:
    """Yield the parts of a structure in words, each known form in its own way."""
    words = {key: value_in_words(one) for key, one in value.items() if key != "rows"}
    rows = value_in_words(value.get("rows", ()))
    match value:
        case {"amount": _, "currency": _, **rest} if not rest:
            yield f"{words['currency']} {words['amount']}"
        case {"when": _, "value": _, **rest} if not rest:
            yield f"{words['value']} ({words['when']})"
        case {"rate": _, "value": _, **rest} if not rest:
            yield f"{words['value']} over {words['rate']}"
        case {"from": _, "value": _, **rest} if not rest:
            yield f"{words['value']} from {words['from']}"
        case {"date": _, "amount": _, **rest} if not rest:
            yield f"{words['amount']} on {words['date']}"
        case {"date": _, "percent": _, **rest} if not rest:
            yield f"{words['percent'].removesuffix('%')}% on {words['date']}"
        case {"name": _, "any": _, **rest} if not rest:
            yield words["name"]
        case {"class": _}:
            yield from (_repayment(words), rows)
        case {"opening": _}:
            opening = words.pop("opening")
            yield from (f"{opening} to begin with", rows, *(_named(key, one) for key, one in words.items()))
        case {"family": _, **rest} if rest.keys() <= {"tenor"}:
            yield f"{words['family']} ({words['tenor']})" if "tenor" in words else words["family"]
        case {"basis": str(basis)} if basis in _FEE_WORDS:
            base = f" on {words['on']} commitments" if "on" in words else ""
            yield from (f"{words.get('value', '')}{_FEE_WORDS[basis]}{base}".strip(), rows)
        case {"rows": _}:
            yield from (rows, *(_named(key, one) for key, one in words.items()))
        case _:
            yield ", ".join(_named(key, value_in_words(one)) for key, one in value.items())


def _repayment(words: Mapping[str, str]) -> str:
    """Return what a schedule states in addition to its rows: *instalments and a balloon, 20 quarterly payments*."""
    kind = _REPAYMENT_WORDS.get(words["class"], words["class"])
    often = words.get("frequency", "").replace("_", "-")
    counted = " ".join(filter(None, (words.get("count"), often, "payments"))) if "count" in words else often
    each = f"{words['amount']} each" if "amount" in words else ""
    days = (f"{name} on {words[name]}" for name in ("first", "last") if name in words)
    return ", ".join(filter(None, (kind, counted, each, *days)))


def _named(key: str, words: str) -> str:
    return f"{key.replace('_', ' ')}: {words}"
