"""Extraction on a model: each field is asked for with its clauses, checked, written by code and seen by the guard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.document_kind import OTHER, is_change
from loanproof.capabilities.baseline.extraction import share_fields
from loanproof.capabilities.baseline.fields import ROUTES, TRANCHE_FIELDS
from loanproof.capabilities.baseline.legibility import PageLegibility
from loanproof.capabilities.baseline.rendering import plain
from loanproof.capabilities.llm.asking import Found, TermReader
from loanproof.capabilities.llm.asks import Ask, Shape, Status
from loanproof.capabilities.llm.confidence import LOW, Signal, confidence_of
from loanproof.capabilities.llm.evidence import Ranks, changed_evidence, field_evidence
from loanproof.capabilities.llm.field_answers import FieldWriter
from loanproof.capabilities.llm.findings import Fault, Problem
from loanproof.capabilities.llm.prompts import load_terms
from loanproof.capabilities.llm.written import is_same, write_value
from loanproof.core import FieldId
from loanproof.standards import ValueKind
from loanproof.values import RepaymentClass

if TYPE_CHECKING:
    from loanproof.capabilities.llm.calling import Caller
    from loanproof.capabilities.llm.checking import Claim
    from loanproof.capabilities.llm.guarding import CheckOutput
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.outputs import JsonObject
    from loanproof.values import Written

_HIGH = 0.9  # the lowest confidence that counts as HIGH
_YES_NO = ("Y", "N")
_CLASSES = tuple(one.value for one in RepaymentClass if "." not in one)  # code adds how instalments are made up
_LAST_WEIGHTY_TIER = 2  # fields of this tier or a more important one weigh most


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A field, or the field of one tranche if each tranche has its own."""

    field: FieldId
    tranche: str | None

    @property
    def key(self) -> str:
        """Its name in the prompt and the reply."""
        return self.field if self.tranche is None else f"{self.field} of {self.tranche}"


class ModelExtraction:
    """The extraction of one document by a model."""

    def __init__(self, reading: PaperReading, caller: Caller, check: CheckOutput, *, is_hybrid: bool = False) -> None:
        """Take the document, the caller of the model, the guard, and whether fields that the rules settle are kept."""
        self._reading = reading
        self._caller = caller
        self._check = check
        self._writer = FieldWriter(reading)
        self._legibility = PageLegibility(reading.document)
        self._is_change = is_change(reading.paper)
        self._kept = self._settled() if is_hybrid else {}
        self.problems: list[Problem] = []
        self.signals: dict[Cell, Signal] = {}

    def output(self) -> JsonObject:
        """Return the output object; no field is left out, and what could not be asked or verified is LOW."""
        if self._reading.kind == OTHER:  # a paper that makes no loan has no terms to ask for
            return self._reading.by_rules
        cells = [one for one in self._cells() if one not in self._kept]
        asks = {one: self._ask(one) for one in cells}
        reader = TermReader(self._reading, self._caller, {ask.key: self._evidence(cell) for cell, ask in asks.items()})
        found = reader.first(list(asks.values()))
        output, reasons = self._write(asks, found)
        found.problems += [one for one in reasons.values() if one not in found.problems]
        if asks and (reasons or any(one.status is Status.ABSENT for one in found.claims.values())):
            reader.again(list(asks.values()), found, reasons)
            output, reasons = self._write(asks, found)
        self.problems += found.problems
        self.problems += [one for one in reasons.values() if one not in found.problems]
        return output

    def _settled(self) -> dict[Cell, JsonObject]:
        """Return the answers that the rules give at HIGH."""
        found = {cell: self._by_rules(cell) for cell in self._cells()}
        return {cell: answer for cell, answer in found.items() if answer.get("confidence", 0) >= _HIGH}

    def _cells(self) -> Iterable[Cell]:
        """Yield the fields to answer, once for each tranche if a field has a value per tranche."""
        for name in self._reading.standard.contract.fields:
            field = FieldId(name)
            if field in ROUTES:
                yield from (Cell(field=field, tranche=label) for label in self._labels(field) or (None,))

    def _labels(self, field: FieldId) -> list[str]:
        """Return the tranches that each have an answer of their own about a field; none if there is one for all.

        A paper that changes another has them for the fields that it changes for one facility only, as the rules find.
        """
        if self._is_change:
            return [one["label"] for one in self._reading.by_rules.get("tranches", ()) if field in one["fields"]]
        return [one.label for one in self._reading.paper.tranches.all if field in TRANCHE_FIELDS]

    def _by_rules(self, cell: Cell) -> JsonObject:
        """Return what the rules answer; if all tranches share it, they give it once, and it counts for each."""
        output = self._reading.by_rules
        own: JsonObject = next(
            (one["fields"] for one in output.get("tranches", ()) if one["label"] == cell.tranche), {}
        )
        answer: JsonObject = own.get(cell.field) or output["fields"].get(cell.field) or {"status": "absent"}
        return {key: value for key, value in answer.items() if key != "scope"}

    def _ask(self, cell: Cell) -> Ask:
        """Return how the model is asked for a field: with which choices and statuses."""
        term = load_terms().fields[cell.field]
        kind = self._reading.standard.kind_of(cell.field)
        tier = self._reading.standard.contract.fields[cell.field].tier
        ask = Ask(key=cell.key, about=term.about, shape=term.shape, is_weighty=tier <= _LAST_WEIGHTY_TIER)
        if self._is_change:
            shape = Shape.LIST if kind.is_list else Shape.TEXT
            return replace(ask, shape=shape, statuses=(Status.CHANGED, Status.UNCHANGED))
        if kind is ValueKind.YES_NO:
            return replace(ask, choices=_YES_NO)
        if kind is ValueKind.REPAYMENT:
            return replace(ask, choices=_CLASSES)
        if kind is ValueKind.DURATION:
            return replace(ask, statuses=(Status.STATED, Status.DERIVED, Status.ABSENT))
        return ask

    def _evidence(self, cell: Cell) -> Ranks:
        """Return the stretches that are shown for a field, rank by rank."""
        if self._is_change:
            return changed_evidence(self._reading, cell.field, cell.tranche)
        return field_evidence(self._reading, cell.field, cell.tranche)

    def _write(self, asks: Mapping[Cell, Ask], found: Found) -> tuple[JsonObject, dict[str, Problem]]:
        """Return the output with every answer, and the reason for each term that must be asked again."""
        reasons = dict(found.failed)
        answers: dict[Cell, JsonObject] = {}
        for cell in self._cells():
            if cell in self._kept:
                answers[cell] = dict(self._kept[cell])
                continue
            claim = found.claims.get(asks[cell].key)
            answer = None if claim is None else self._answer(cell, claim)
            if claim is not None and answer is None:
                sentence = f"The clause {', '.join(one.id for one in claim.clauses)} shows no such value."
                reasons[asks[cell].key] = Problem(fault=Fault.NOT_SUPPORTED, term=cell.key, sentence=sentence)
            answers[cell] = answer or self._without(cell, reasons.get(asks[cell].key))
        for cell, answer in answers.items():
            self._rate(cell, answer)
        output = self._joined(answers)
        reasons |= self._hold(output, asks)
        return output, reasons

    def _answer(self, cell: Cell, claim: Claim) -> JsonObject | None:
        """Return the answer for a claim; None if no value of the field is where the model points."""
        field, is_yes_no = cell.field, self._reading.standard.kind_of(cell.field) is ValueKind.YES_NO
        match claim.status:
            case Status.CHANGED:
                return self._changed(cell, claim)
            case Status.UNCHANGED:
                marker = self._reading.standard.contract.amendment.unchanged_marker
                return {"status": "unchanged", "value": marker, "signal": self._absence(cell)}
            case Status.ABSENT if not is_yes_no:
                return {"status": "absent", "signal": self._absence(cell), "note": _looked(claim)}
            # A yes-or-no field is never absent: without a clause it is N.
            case _ if is_yes_no and claim.choice != "Y":
                return {"status": "extracted", "value": "N", "signal": self._absence(cell), "note": _looked(claim)}
            case _:
                return self._writer.stated(field, cell.tranche, claim)

    def _absence(self, cell: Cell) -> Signal:
        """Return the signal of an answer that nothing is there: whether the rules find nothing either."""
        own = self._by_rules(cell)
        is_nothing = own["status"] in ("absent", "unchanged") or own.get("value") == "N"
        return Signal.ABSENT_AGREED if is_nothing else Signal.ABSENT_OPPOSED

    def _changed(self, cell: Cell, claim: Claim) -> JsonObject | None:
        """Return the answer for a field that the paper amends; None if the value is not where the model points."""
        reading, field = self._reading, cell.field
        first, *rest = claim.spans
        written = [write_value(field, one, reading.paper, reading.standard) for one in claim.spans]
        values = [one for one in written if one is not None]
        if len(values) < len(written):
            return None
        value: Written = values if reading.standard.kind_of(field).is_list else values[0]
        # One quote shows the new words and the old ones.
        whole = first if claim.original is None else first.cover(claim.original)
        cited = reading.renderer.cite(field, value, [self._writer.around(one) for one in (whole, *rest)])
        if not cited.is_there:
            return None
        was = None if claim.original is None else write_value(field, claim.original, reading.paper, reading.standard)
        own = self._by_rules(cell)
        agrees = own["status"] == "amended" and all(
            is_same(field, plain(one), own.get(key), reading.paper, reading.standard)
            for one, key in ((value, "value"), (was, "original_value"))
        )
        signal = (Signal.AGREED if agrees else Signal.OPPOSED) if cited.holds else Signal.UNSUPPORTED
        return {
            "status": "amended",
            "value": plain(value),
            "original_value": plain(was),
            "effective_date": reading.rules.effect_at(first.start),
            "signal": signal,
            "provenance": reading.renderer.places(cited.citations),
        }

    def _without(self, cell: Cell, why: Problem | None) -> JsonObject:
        """Return the answer for a field about which the model said nothing usable."""
        if why is not None and why.fault in (Fault.OVER_BUDGET, Fault.NO_REPLY):
            return self._not_reached(cell, why)
        told = "The model said nothing that can be used." if why is None else why.sentence
        return {"status": "absent", "signal": Signal.FAILED, "note": f"Not verified: {told}"}

    def _not_reached(self, cell: Cell, why: Problem) -> JsonObject:
        """Return what the rules say about a field that could not be asked, for a person to look at."""
        own = {key: value for key, value in self._by_rules(cell).items() if key != "confidence"}
        return own | {
            "signal": Signal.NOT_REACHED,
            "note": f"The model was not asked, the rules answer: {why.sentence}",
        }

    def _rate(self, cell: Cell, answer: JsonObject) -> None:
        """Set the confidence of an answer from its signal; a page that is hard to read limits it."""
        signal = answer.pop("signal", None)
        if signal is not None:
            self.signals[cell] = signal
            most = self._legibility.most_for(answer.get("provenance", ()))
            answer["confidence"] = min(confidence_of(signal, cell.field), most)

    def _joined(self, answers: Mapping[Cell, JsonObject]) -> JsonObject:
        """Return the output object with all answers, by tranche if there are tranches."""
        output: JsonObject = {
            "capability": "extraction",
            "document": self._reading.document.name,
            "document_kind": self._reading.kind,
            "fields": {cell.field: answer for cell, answer in answers.items() if cell.tranche is None},
        }
        labels = list(dict.fromkeys(cell.tranche for cell in answers if cell.tranche is not None))
        if labels:
            output["tranches"] = [
                {
                    "label": label,
                    "fields": {cell.field: answer for cell, answer in answers.items() if cell.tranche == label},
                }
                for label in labels
            ]
        if labels and not self._is_change:
            share_fields(output)
        return output

    def _hold(self, output: JsonObject, asks: Mapping[Cell, Ask]) -> dict[str, Problem]:
        """Lower the confidence of answers the guard objects to, and return the reasons for those to ask again."""
        held: dict[str, Problem] = {}
        by_tranche = {one["label"]: one["fields"] for one in output.get("tranches", ())}
        for doubt in self._check(output):
            fields = output["fields"] if doubt.tranche is None else by_tranche.get(doubt.tranche, {})
            answer = fields.get(doubt.item)
            if answer is None:
                continue
            answer["confidence"] = min(answer["confidence"], LOW)
            answer.setdefault("note", f"Held by the guard: {doubt.sentence}")
            cell = Cell(field=FieldId(doubt.item), tranche=doubt.tranche)
            # If the model finds nothing, asking again with the guard's objection does not help.
            if cell in asks and answer["status"] not in ("absent", "unchanged"):
                held[asks[cell].key] = Problem(fault=Fault.GUARDED, term=cell.key, sentence=doubt.sentence)
        return held


def _looked(claim: Claim) -> str:
    """Return the note of an absent field, which says where the model looked."""
    ids = len(claim.clauses)
    return f"The model found it in none of {ids} clauses that it names." if ids else "The model found it in no clause."
