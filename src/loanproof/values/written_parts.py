"""The parts of a value, however it was written: as text, as a list or as a structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from loanproof.values.commitment_fee.kind import COMMITMENT_FEE_KIND
from loanproof.values.currency.kind import CURRENCY_KIND
from loanproof.values.facility_type.kind import FACILITY_TYPE_KIND
from loanproof.values.kind import Kind, Part, Written
from loanproof.values.margin.kind import MARGIN_KIND
from loanproof.values.percentage.kind import CHARGED_RATE_KIND
from loanproof.values.plain_text.kind import PLAIN_TEXT_KIND
from loanproof.values.reading import NO_CONTEXT, Ambiguous, Context, Read, Reading, Unreadable
from loanproof.values.repayment.kind import REPAYMENT_KIND
from loanproof.values.text.tokens import tokenize
from loanproof.values.unknown_name.kind import UNKNOWN_NAME_KIND


def parts_of(kind: Kind[Any], written: Written, context: Context = NO_CONTEXT) -> tuple[Part[Any], ...]:
    """Return the parts of a value written in a case or an answer."""
    return parts_of_reading(kind, written, kind.read(written, context), context)


def parts_of_reading(
    kind: Kind[Any], written: Written, reading: Reading[Any], context: Context = NO_CONTEXT
) -> tuple[Part[Any], ...]:
    """Return the parts of a value that has already been read.

    An ambiguous text is one part that any of its meanings shows, and so is a description in words. A text that is not a
    value of its kind is plain text, or an unknown name. An unreadable structure has no parts.
    """
    text = _text_of(written)
    match reading:
        case Read():
            return _parts_of_value(kind, reading.value, text)
        case Ambiguous():
            return (kind.part(*reading.candidates, written=text),)
        case Unreadable():
            plain = UNKNOWN_NAME_KIND if kind.is_name else PLAIN_TEXT_KIND
            return () if text is None or kind is PLAIN_TEXT_KIND else parts_of(plain, text, context)


def loose_parts_of_reading(
    kind: Kind[Any], written: Written, reading: Reading[Any], context: Context
) -> tuple[Part[Any], ...]:
    """Return the parts that quotes must show under revision 1 of the rulings.

    For a structure these are only its rates or its class, even if the rest cannot be read. A text that is not a value
    of its kind gives the values of the kind inside it, or else its words.
    """
    if isinstance(reading, Unreadable) and isinstance(written, Mapping):
        texts = telling_texts(written)
        return tuple(
            part for text in texts for part in loose_parts_of_reading(kind, text, kind.read(text, context), context)
        )
    if isinstance(reading, Unreadable):
        text = _text_of(written) or ""
        inside = () if kind in _BY_THEIR_PARTS else kind.find(tokenize(text), context)
        return tuple(kind.part(*one.candidates, written=text) for one in inside) or (
            Part(kind=kind, candidates=(), written=text),
        )
    parts = parts_of_reading(kind, written, reading, context)
    own = tuple(part for part in parts if part.kind in (kind, CHARGED_RATE_KIND))
    return own if isinstance(written, Mapping) else parts


_TELLING = frozenset({"opening", "value", "class"})
_BY_THEIR_PARTS: frozenset[Kind[Any]] = frozenset(
    {COMMITMENT_FEE_KIND, CURRENCY_KIND, FACILITY_TYPE_KIND, MARGIN_KIND, REPAYMENT_KIND}
)


def telling_texts(structure: Mapping[str, object]) -> list[str]:
    """Return the rates or the class of a structure as written, or else all of its texts as one."""
    leaves = list(_leaves(structure))
    told = [text.partition(".")[0] if key == "class" else text for key, text in leaves if key in _TELLING]
    return told or [" ".join(text for _, text in leaves)]


def _leaves(written: object, key: str = "") -> Iterator[tuple[str, str]]:
    match written:
        case str():
            yield key, written
        case Mapping():
            yield from (leaf for name, one in written.items() for leaf in _leaves(one, str(name)))
        case list() | tuple():
            yield from (leaf for one in written for leaf in _leaves(one, key))


def _text_of(written: Written) -> str | None:
    match written:
        case str():
            return written
        case [str() as single]:
            return single
        case _:
            return None


def _parts_of_value(kind: Kind[Any], value: Any, text: str | None) -> tuple[Part[Any], ...]:
    if text and kind.is_described:
        return (kind.part(value, written=text),)
    parts = kind.parts(value)
    return (replace(parts[0], written=text),) if text and len(parts) == 1 else parts
