"""The guard: what any system answered, checked against its documents without gold, so that nothing unverified goes out.

A value must be in the documents, have its form and be carried by quotes that are there; an answer must not
contradict what it quotes. Whatever fails is sent to a person with a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Capability, FileError, UsageError
from loanproof.documents import Cache, load_document
from loanproof.outputs import (
    BmtOutput,
    CovenantsOutput,
    ExtractionOutput,
    NotJson,
    Pairs,
    QaOutput,
    decode_json,
    parse_output,
)
from loanproof.provenance import DocumentSet
from loanproof.scoring import (
    GuardedItem,
    GuardFault,
    guard_answer,
    guard_comparisons,
    guard_covenants,
    guard_extraction,
)
from loanproof.standards import Hitl, load_contract

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.documents import Document
    from loanproof.outputs import Output
    from loanproof.standards import EvalStandard


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardReport:
    """What the guard says of one output.

    Attributes:
        faults: Defects of the output itself, such as text where an object must be.
        notes: What a person should know about how the documents were read.
    """

    capability: Capability
    items: tuple[GuardedItem, ...]
    faults: tuple[GuardFault, ...]
    notes: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nobody has to look: every item is in order and stated with high confidence."""
        return not self.faults and all(one.hitl is Hitl.NONE for one in self.items)


def guard_output(
    raw: str, capability: Capability, documents: Sequence[Document], standard: EvalStandard
) -> GuardReport:
    """Check one output of a system against the documents that it was given.

    Args:
        raw: The JSON text of the output.
        capability: What the system was asked for.
        documents: All that it was given.
        standard: The contract, which says what a field must pass and when a person looks.
    """
    return Guard(DocumentSet(documents, standard), standard).check(
        parse_output(raw, capability, standard=standard), capability
    )


def guard_file(
    path: Path, documents: Sequence[Path], *, capability: str | None, standard: str, cache_folder: Path | None = None
) -> GuardReport:
    """Check the output in a file; what it was asked for is what it says itself, unless the caller does."""
    try:
        raw = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError("the output cannot be read as a text file in UTF-8.", file=path) from error
    cache = None if cache_folder is None else Cache(cache_folder)
    loaded = [load_document(one, cache=cache).recognised() for one in documents]
    return guard_output(raw, _capability(raw, capability, path), loaded, load_contract(standard))


def _capability(raw: str, named: str | None, path: Path) -> Capability:
    said = named
    if said is None:
        found = decode_json(raw)
        data = None if isinstance(found, NotJson) else found.data
        told = dict(data).get("capability") if isinstance(data, Pairs) else None
        said = told if isinstance(told, str) else None
    if said not in set(Capability) - {Capability.TASK}:
        known = ", ".join(one for one in Capability if one is not Capability.TASK)
        hint = f"Write --capability, one of {known}."
        raise UsageError(f"{str(path)!r} does not say what it answers.", hint=hint)
    return Capability(said)


class Guard:
    """Checks outputs on one set of documents, which it reads once however many outputs come."""

    def __init__(self, documents: DocumentSet, standard: EvalStandard) -> None:
        self._documents = documents
        self._standard = standard

    def check(self, output: Output, capability: Capability) -> GuardReport:
        """Return every item of an output with what is wrong with it, and what is wrong with the output itself."""
        documents = (source.document for source in self._documents)
        notes = (f"{one.name}: {note}" for one in documents for note in one.notes)
        return GuardReport(
            capability=capability,
            items=tuple(self._items(output)),
            faults=tuple(GuardFault(code=one.code, sentence=one.message) for one in output.findings),
            notes=tuple(notes),
        )

    def _items(self, output: Output) -> Iterator[GuardedItem]:
        match output:
            case ExtractionOutput():
                yield from guard_extraction(output, self._documents, self._standard)
            case CovenantsOutput():
                yield from guard_covenants(output, self._documents, self._standard)
            case BmtOutput():
                yield from guard_comparisons(output, self._documents, self._standard)
            case QaOutput():
                yield guard_answer(output, self._documents, self._standard)
            case _:
                return
