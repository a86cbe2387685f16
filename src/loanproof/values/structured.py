"""Structured values, ``{amount: 500000000, currency: USD}``, as the same values that texts are read into.

So one comparison serves text against text, text against structure and structure against structure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, TypeAlias

from loanproof.values.commitment_fee.kind import COMMITMENT_FEE_KIND
from loanproof.values.commitment_fee.structure import commitment_fee_of
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.duration.structure import duration_of
from loanproof.values.facility_type.kind import FACILITY_TYPE_KIND
from loanproof.values.margin.kind import MARGIN_KIND
from loanproof.values.margin.structure import margin_of
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.money.structure import money_of
from loanproof.values.reading import NO_CONTEXT, Ambiguous, Context, Read, Reading, Unreadable
from loanproof.values.reference_rate.kind import REFERENCE_RATE_KIND
from loanproof.values.reference_rate.structure import reference_rate_of
from loanproof.values.registry import KINDS
from loanproof.values.repayment.kind import REPAYMENT_KIND
from loanproof.values.repayment.structure import repayment_of
from loanproof.values.structure import Parts, UnreadPart, exact_number
from loanproof.values.yes_no.kind import YES_NO_KIND
from loanproof.values.yes_no.value import YesNo

Structured: TypeAlias = "Mapping[str, object] | list[object] | tuple[object, ...] | str | bool | int | Decimal"
"""The forms in which a case or an answer may write a value."""
_READERS: Mapping[str, tuple[str, Callable[[Parts], Any]]] = {
    MONEY_KIND.name: ("amount of money", money_of),
    MARGIN_KIND.name: ("margin", margin_of),
    REFERENCE_RATE_KIND.name: ("reference rate", reference_rate_of),
    DURATION_KIND.name: ("period", duration_of),
    COMMITMENT_FEE_KIND.name: ("commitment fee", commitment_fee_of),
    REPAYMENT_KIND.name: ("repayment schedule", repayment_of),
}
# The key under which a number that stands alone is the value of its kind.
_OF_NUMBER = MappingProxyType({MONEY_KIND.name: "amount", MARGIN_KIND.name: "opening"})
_NAMING_SEVERAL = frozenset({FACILITY_TYPE_KIND.name, REFERENCE_RATE_KIND.name})


def read_structured(kind_name: str, value: Structured, context: Context = NO_CONTEXT) -> Reading[Any]:
    """Read a value of a case or an answer, whatever form it has, into the value type of its kind. Never raises.

    Text is read as :meth:`Kind.read` does. Of a mapping, keys that the format does not know are passed over; a part
    that is missing, of a wrong type or unreadable makes the whole value ``Unreadable``, with a sentence that names the
    part. A list is one value only where the kind names several things in one text.
    """
    match value:
        case str():
            return KINDS[kind_name].read(value, context)
        case bool() | int() | Decimal() if kind_name == YES_NO_KIND.name and value in (0, 1):
            return Read(value=YesNo.YES if value else YesNo.NO)
        case Mapping() if kind_name in _READERS:
            return _read_mapping(kind_name, value, context)
        case list() | tuple():
            return _read_list(kind_name, value, context)
        case _ if kind_name in _OF_NUMBER and exact_number(value) is not None:
            return _read_mapping(kind_name, {_OF_NUMBER[kind_name]: value}, context)
        case _:
            return Unreadable(f"A {_form(value)} is no {kind_name.replace('_', ' ')}.")


def _read_mapping(kind_name: str, value: Mapping[str, object], context: Context) -> Reading[Any]:
    name, reader = _READERS[kind_name]
    try:
        read = reader(Parts(value, name, context))
    except UnreadPart as error:
        return Unreadable(str(error))
    return read if isinstance(read, Read | Ambiguous) else Read(value=read)


def _read_list(kind_name: str, items: list[object] | tuple[object, ...], context: Context) -> Reading[Any]:
    if len(items) == 1 and isinstance(items[0], str | Mapping):
        return read_structured(kind_name, items[0], context)
    if kind_name in _NAMING_SEVERAL and items and all(isinstance(item, str) for item in items):
        return KINDS[kind_name].read("; ".join(str(item) for item in items), context)
    return Unreadable(f"A list of {len(items)} is no {kind_name.replace('_', ' ')}.")


def _form(value: object) -> str:
    """Return the form of a value in words; what it holds may be anything and is not shown."""
    forms = {bool: "truth value", Decimal: "number", int: "number"}
    return "mapping" if isinstance(value, Mapping) else forms.get(type(value), "value of this form")
