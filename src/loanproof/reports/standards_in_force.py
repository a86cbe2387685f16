"""The standards that a run was scored under, if this machine has them, and the fields of their contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import StandardRefused
from loanproof.standards import OUR_CONTRACT, EvalStandard, load_contract, load_recorded

if TYPE_CHECKING:
    from loanproof.core import FieldId
    from loanproof.runs import ResultHead
    from loanproof.standards import Standard


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardInForce:
    """A standard that the run was scored under.

    ``standard`` is ``None`` if this machine does not have that version, or has it with another hash: its rulings are
    then not the ones that decided, and are not shown.
    """

    ref: str
    hash: str
    standard: Standard | None


def standards_in_force(head: ResultHead) -> tuple[StandardInForce, ...]:
    """Return the contract of a run, and the rubric if there was one."""
    named = [(head.run.standard, head.run.standard_hash)]
    if head.run.rubric is not None and head.run.rubric_hash is not None:
        named.append((head.run.rubric, head.run.rubric_hash))
    return tuple(_in_force(ref, held) for ref, held in named)


def fields_in_force(head: ResultHead) -> tuple[FieldId, ...]:
    """Return the fields of a run's contract in order; those of our newest if the contract is not available."""
    standard = _in_force(head.run.standard, head.run.standard_hash).standard
    contract = standard if isinstance(standard, EvalStandard) else load_contract(OUR_CONTRACT)
    return tuple(contract.fields)


def _in_force(ref: str, held: str) -> StandardInForce:
    try:
        standard = load_recorded(ref, held)
    except StandardRefused:
        standard = None
    return StandardInForce(ref=ref, hash=held, standard=standard)
