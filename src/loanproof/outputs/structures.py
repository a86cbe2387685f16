"""Structured values in outputs: which keys each may have. Unknown ones are reported; nothing is refused."""

from __future__ import annotations

from collections.abc import Mapping

from loanproof.core import FieldName
from loanproof.outputs.findings import FindingCode, shown
from loanproof.outputs.parts import Part
from loanproof.outputs.plain_data import Value

STRUCTURES: Mapping[FieldName, tuple[str, ...]] = {
    FieldName.FACILITY_AMOUNT: ("amount", "currency"),
    FieldName.MARGIN: ("opening", "rows", "options", "steps", "adjustment"),
    FieldName.REFERENCE_RATE: ("family", "tenor", "method"),
    FieldName.TENOR: ("months", "days"),
    FieldName.COMMITMENT_FEE: ("basis", "value", "on", "rows"),
    FieldName.REPAYMENT_SCHEDULE: ("class", "count", "frequency", "first", "last", "amount", "rows"),
}
"""The keys of the structured value of each field that may have one."""


def check_structure(name: FieldName, value: Value, part: Part, key: str) -> None:
    """Report what a structured value has that its field does not know, and a structure where there is none."""
    if not isinstance(value, Mapping) or not value:
        return
    known = STRUCTURES.get(name)
    if known is None:
        part.note(FindingCode.WRONG_TYPE, key, f"The field {name} has no structured value.")
        return
    inner = Part(value, part.at(key), part.findings)
    for written in value:
        if written not in known:
            inner.note(FindingCode.UNKNOWN_KEY, written, f"The key {shown(written)} is unknown here and is not scored.")
