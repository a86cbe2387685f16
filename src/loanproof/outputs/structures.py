"""Structured values in outputs: which keys each may have. Unknown keys are reported; nothing is refused."""

from __future__ import annotations

from collections.abc import Mapping

from loanproof.outputs.findings import FindingCode, quote_for_message
from loanproof.outputs.parts import Part
from loanproof.outputs.plain_data import Value
from loanproof.standards import ValueKind

STRUCTURES: Mapping[ValueKind, tuple[str, ...]] = {
    ValueKind.MONEY: ("amount", "currency"),
    ValueKind.MARGIN: ("opening", "rows", "options", "steps", "adjustment"),
    ValueKind.REFERENCE_RATE: ("family", "tenor", "method"),
    ValueKind.DURATION: ("months", "days"),
    ValueKind.COMMITMENT_FEE: ("basis", "value", "on", "rows"),
    ValueKind.REPAYMENT: ("class", "count", "frequency", "first", "last", "amount", "rows"),
}
"""The keys of the structured value of each kind that may have one."""


def check_structure(kind: ValueKind, value: Value, part: Part, key: str) -> None:
    """Report unknown keys of a structured value, and a structure for a kind that has none."""
    if not isinstance(value, Mapping) or not value:
        return
    known = STRUCTURES.get(kind)
    if known is None:
        part.note(FindingCode.WRONG_TYPE, key, f"A {kind.of_item.noun} has no structured value.")
        return
    inner = Part(value, part.at(key), part.findings)
    for written in value:
        if written not in known:
            inner.note(
                FindingCode.UNKNOWN_KEY,
                written,
                f"The key {quote_for_message(written)} is unknown here and is not read.",
            )
