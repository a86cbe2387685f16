"""The guard: what any system answered, checked against its documents without gold, so that nothing unverified goes out.

A value must stand in the documents, have its form and be carried by quotes that are there; an answer must not
contradict what it quotes. Whatever fails is sent to a person with a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.core import Capability, FileError, UsageError
from loanproof.documents import Cache, load_document
from loanproof.outputs import (
    BmtOutput,
    CovenantsOutput,
    ExtractionOutput,
    FieldStatus,
    NotJson,
    Pairs,
    QaOutput,
    decode_json,
    parse_output,
)
from loanproof.provenance import (
    ClassName,
    DocumentSet,
    ExtractionRule,
    FieldValue,
    NothingToCite,
    check_extraction_rules,
    claim_of_text,
    judge_item,
)
from loanproof.standards import Hitl, load_contract
from loanproof.statements import contradictions

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.core import Citation
    from loanproof.documents import Document
    from loanproof.outputs import Confidence, FieldOutput, Output
    from loanproof.standards import EvalStandard
    from loanproof.values import Context

_STATED = (FieldStatus.EXTRACTED, FieldStatus.AMENDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFault:
    """One thing that a person must look at: a stable word for it, and a sentence."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedItem:
    """One field, covenant, term or answer: what was given, what is wrong with it, and whether a person must look.

    Attributes:
        field: The field as the output gives it; none for other items.
        tranche: The label of the field's tranche.
        is_fabricated: Whether a quote of it stands nowhere, or was forged.
    """

    item: str
    given: str | None
    faults: tuple[GuardFault, ...]
    hitl: Hitl
    field: FieldOutput | None = None
    tranche: str | None = None
    is_fabricated: bool = False


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
    output = parse_output(raw, capability, standard=standard)
    guard = _Guard(DocumentSet(documents, standard), standard)
    notes = (f"{one.name}: {note}" for one in documents for note in one.notes)
    return GuardReport(
        capability=capability,
        items=tuple(guard.check(output)),
        faults=tuple(GuardFault(code=one.code, sentence=one.message) for one in output.findings),
        notes=tuple(notes),
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


class _Guard:
    """Checks the items of outputs on one set of documents."""

    def __init__(self, documents: DocumentSet, standard: EvalStandard) -> None:
        self._documents = documents
        self._standard = standard
        self._notation: Context = next(iter(documents)).mentions.context

    def check(self, output: Output) -> Iterator[GuardedItem]:
        """Yield every item of an output with what is wrong with it."""
        match output:
            case ExtractionOutput():
                yield from (self._field(one, None) for one in output.fields)
                for tranche in output.tranches:
                    yield from (self._field(one, tranche.label or "") for one in tranche.fields)
            case CovenantsOutput():
                for covenant in output.covenants:
                    texts = (covenant.threshold, *(step.threshold for step in covenant.steps))
                    yield self._prose(covenant.name or "", texts, covenant.citations, covenant.confidence)
            case BmtOutput():
                for term in output.comparisons:
                    yield self._prose(term.term or "", (term.deal_value,), term.citations, term.confidence)
            case QaOutput():
                yield self._prose("answer", (output.answer,), output.citations, output.confidence)
            case _:
                return

    def _field(self, field: FieldOutput, tranche: str | None) -> GuardedItem:
        faults: tuple[GuardFault, ...] = ()
        is_fabricated = False
        if field.status in _STATED:
            rules = check_extraction_rules(
                FieldValue(field.name, field.value, self._standard, self._notation),
                field.citations,
                documents=self._documents,
                standard=self._standard,
                derived_from=() if field.derived is None else field.derived.inputs,
            )
            faults = tuple(GuardFault(code=one.rule, sentence=one.sentence) for one in rules.checks if not one.passed)
            is_fabricated = rules.provenance.class_name is ClassName.FAKE
            faults += () if field.derived is not None else tuple(self._beside(field.value))
        given = None if field.value is None else str(field.value)
        name = field.name if tranche is None else f"{tranche}/{field.name}"
        item = self._item(name, given, faults, field.confidence)
        return replace(item, field=field, tranche=tranche, is_fabricated=is_fabricated)

    def _beside(self, value: object) -> Iterator[GuardFault]:
        """Yield figures and names that a text puts beside its value and that no document holds."""
        for part in claim_of_text(value, context=self._notation).parts if isinstance(value, str) else ():
            if not any(source.holds(part) or source.locate(part) for source in self._documents):
                sentence = f"“{part.written[:80]}” does not appear in any submitted document."
                yield GuardFault(code=ExtractionRule.IN_DOCUMENT, sentence=sentence)

    def _prose(
        self, item: str, values: Sequence[object], citations: tuple[Citation, ...], confidence: Confidence
    ) -> GuardedItem:
        """Check a text: its figures and names are in its quotes, and it does not contradict them."""
        text = "; ".join(str(value) for value in values if value is not None)
        claim = claim_of_text(text, context=self._notation)
        found = judge_item(
            citations,
            documents=self._documents,
            standard=self._standard,
            supports=claim,
            nothing_to_cite=None if citations or claim.parts else NothingToCite.REFUSAL,
        )
        faults = [
            GuardFault(code=one.reason, sentence=one.sentence)
            for one in found.citations
            if one.class_name is not ClassName.OK
        ]
        if found.class_name is ClassName.ABSENT:
            faults.append(GuardFault(code=found.reason, sentence=found.sentence))
        faults += [
            GuardFault(code="unsupported", sentence=f"No quote supports “{part[:80]}”.") for part in found.unsupported
        ]
        quotes = [one.quote for one in citations if one.quote]
        for one in contradictions(text, "", quotes, self._notation) if quotes else ():
            sentence = f"The quote says “{one.source[:80]}”, the text says “{one.given[:80]}”."
            faults.append(GuardFault(code=one.code, sentence=sentence))
        return self._item(item, text or None, tuple(faults), confidence)

    def _item(
        self, item: str, given: str | None, faults: tuple[GuardFault, ...], confidence: Confidence
    ) -> GuardedItem:
        asked = self._standard.contract.confidence.levels[confidence.level].hitl
        told = tuple(dict.fromkeys(faults))
        return GuardedItem(item=item, given=given, faults=told, hitl=Hitl.REQUIRED if told else asked)
