"""The guard: checks any system's output against its documents, without gold, so that nothing unverified goes out.

A value must appear in the documents, have the form of its field and be supported by quotes that are really there. An
answer must not contradict what it quotes. Whatever fails a check goes to a person, with a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.outputs import (
    BmtOutput,
    CovenantsOutput,
    ExtractionOutput,
    FindingCode,
    QaOutput,
    parse_output,
)
from loanproof.provenance import DocumentSet
from loanproof.scoring.bmt import guard_comparisons
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.covenants import guard_covenants
from loanproof.scoring.extraction import guard_extraction
from loanproof.scoring.findings import unclear_amounts
from loanproof.scoring.guarded import GuardedItem, GuardFault
from loanproof.scoring.qa import guard_answer
from loanproof.standards import Hitl

if TYPE_CHECKING:
    from loanproof.core import Capability
    from loanproof.documents import Document
    from loanproof.outputs import Output
    from loanproof.standards import EvalStandard

_NOTHING_CHECKED = GuardFault(
    code="NOTHING_CHECKED",
    sentence="The output states nothing, so nothing was checked: a system that fails or refuses looks the same.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardReport:
    """What the guard says about one output.

    Attributes:
        capability: What the output answers; ``None`` if that cannot be told.
        faults: Defects of the output as a whole: text in place of an object, or an output that states nothing.
        notes: What a person should know about how the documents were read.
    """

    capability: Capability | None
    items: tuple[GuardedItem, ...]
    faults: tuple[GuardFault, ...]
    notes: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nobody has to look: neither the output nor any of its items asks for a person."""
        return not self.faults and all(one.hitl is Hitl.NONE for one in self.items)


def unread_report(why: str, documents: Sequence[Document]) -> GuardReport:
    """Return the report on an output of which nobody can tell what it answers, so that nothing could be checked."""
    return GuardReport(
        capability=None,
        items=(),
        faults=(GuardFault(code=FindingCode.NOT_ONE_OBJECT, sentence=why), _NOTHING_CHECKED),
        notes=_notes(documents),
    )


def guard_output(
    raw: object,
    capability: Capability,
    documents: Sequence[Document],
    standard: EvalStandard,
    *,
    as_of: str | None = None,
) -> GuardReport:
    """Check one output of a system against the documents that it was given.

    Args:
        raw: The JSON text of the output, or its decoded data.
        capability: What the system was asked to do.
        documents: All the documents that it was given.
        standard: The contract, which says what a field must pass and when a person must look.
        as_of: The day on which the answers must be right, in ISO form, if the question named one.
    """
    return Guard(DocumentSet(documents, standard), standard).check(
        parse_output(raw, capability, standard=standard), capability, as_of=as_of
    )


class Guard:
    """Checks any number of outputs on one set of documents, which it reads only once."""

    def __init__(self, documents: DocumentSet, standard: EvalStandard) -> None:
        self._documents = documents
        self._standard = standard

    def check(self, output: Output, capability: Capability, *, as_of: str | None = None) -> GuardReport:
        """Return what is wrong with each item of an output, and with the output as a whole."""
        context = ScoringContext(self._documents, self._standard, capability, as_of)
        items = tuple(_with_unclear_amounts(one, context) for one in self._items(output, as_of))
        faults = tuple(GuardFault(code=one.code, sentence=one.message) for one in output.findings)
        return GuardReport(
            capability=capability,
            items=items,
            faults=faults or (() if items else (_NOTHING_CHECKED,)),
            notes=_notes(source.document for source in self._documents),
        )

    def _items(self, output: Output, as_of: str | None) -> Iterator[GuardedItem]:
        """Yield the checked items of an output; a task has none."""
        match output:
            case ExtractionOutput():
                yield from guard_extraction(output, self._documents, self._standard, as_of)
            case CovenantsOutput():
                yield from guard_covenants(output, self._documents, self._standard, as_of)
            case BmtOutput():
                yield from guard_comparisons(output, self._documents, self._standard)
            case QaOutput():
                yield guard_answer(output, self._documents, self._standard, as_of)
            case _:
                return


def _notes(documents: Iterable[Document]) -> tuple[str, ...]:
    return tuple(f"{one.name}: {note}" for one in documents for note in one.notes)


def _with_unclear_amounts(item: GuardedItem, context: ScoringContext) -> GuardedItem:
    """Return an item that a person must look at if the documents leave open what one of its amounts means."""
    unclear = unclear_amounts(item.item, item.given, context)
    faults = tuple(GuardFault(code=one.code, sentence=one.message) for one in unclear)
    return replace(item, faults=(*item.faults, *faults), hitl=Hitl.REQUIRED) if faults else item
