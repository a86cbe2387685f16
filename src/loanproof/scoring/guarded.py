"""The guard's result for one item: the faults that its documents, its quotes and the output itself reveal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import ClassName
from loanproof.scoring.wording import quoted
from loanproof.standards import Hitl

if TYPE_CHECKING:
    from loanproof.outputs import Confidence, FieldOutput
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.results import ItemScore
    from loanproof.standards import EvalStandard
    from loanproof.statements import Contradiction


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFault:
    """One thing that a person must look at: a stable code, and a sentence."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedItem:
    """One field, covenant, term or answer: what was given, what is wrong with it, and whether a person must look.

    Attributes:
        faults: What a person must look at; if ``hitl`` is only a flag, what could not be checked.
        answer: The field as the output gives it; ``None`` for items that are not fields.
        tranche: The label of the field's tranche.
    """

    item: str
    given: str | None
    faults: tuple[GuardFault, ...]
    hitl: Hitl
    answer: FieldOutput | None = None
    tranche: str | None = None


def fault_of(contradiction: Contradiction, text: str) -> GuardFault:
    """Return the fault of a text that contradicts the quotes that are given for it."""
    source, given = quoted(contradiction.source), quoted(contradiction.given)
    sentence = f"The quote says {source}, the output says {given} of {quoted(text)}."
    return GuardFault(code=contradiction.code, sentence=sentence)


def guarded_item(
    item: str,
    given: str | None,
    faults: Iterable[GuardFault],
    confidence: Confidence | None,
    standard: EvalStandard,
    flags: Iterable[GuardFault] = (),
) -> GuardedItem:
    """Return an item that a person must look at if it has a fault, or if the system itself is not sure of it.

    ``confidence`` is ``None`` if the output format has no place for it, as for the flags of a document. ``flags`` are
    what could not be checked: they ask a person to look, as scoring does, but are not faults on their own.
    """
    # Several checks may report the same fault.
    told = tuple({(one.code, one.sentence): one for one in faults}.values())
    asked = Hitl.NONE if confidence is None else standard.contract.confidence.levels[confidence.level].hitl
    noted = tuple(one for one in flags if one not in told)
    least = max(asked, Hitl.FLAG, key=list(Hitl).index) if noted else asked
    return GuardedItem(item=item, given=given, faults=(*told, *noted), hitl=Hitl.REQUIRED if told else least)


def invented_faults(found: ItemProvenance) -> Iterator[GuardFault]:
    """Yield a fault for each citation of a place or of words that no document has."""
    for one in found.citations:
        if one.class_name is ClassName.FAKE:
            yield GuardFault(code=one.reason, sentence=one.sentence)


def faults_of_score(item: ItemScore) -> Iterator[GuardFault]:
    """Yield what is wrong with an item that was scored against a case made from itself."""
    if item.label.is_wrong:
        yield from (GuardFault(code=one.code, sentence=one.message) for one in item.reasons)
    for one in item.provenance.citations:
        # A genuine quote that shows something else is harmless.
        if one.class_name is not ClassName.OK and one.reason is not Reason.QUOTE_NO_SUPPORT:
            yield GuardFault(code=one.reason, sentence=one.sentence)
