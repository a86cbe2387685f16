"""Extraction: proposes every field by all its routes, settles it, checks it against the others, and adds quotes."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from loanproof.capabilities.baseline.aids import Paper, facilities_named
from loanproof.capabilities.baseline.amending import amended_fields, names_field
from loanproof.capabilities.baseline.changed_values import Amended
from loanproof.capabilities.baseline.confidence import Signal, confidence_of
from loanproof.capabilities.baseline.counted_tenor import agrees, counted_tenor
from loanproof.capabilities.baseline.document_kind import OTHER, document_kind, is_change, is_surely_change
from loanproof.capabilities.baseline.effective_date import effective_date
from loanproof.capabilities.baseline.fields import ROUTES, TRANCHE_FIELDS, Candidate, RouteName, Status, proposed
from loanproof.capabilities.baseline.fields.amounts import AMOUNT, CURRENCY
from loanproof.capabilities.baseline.fields.clauses import YES_NO
from loanproof.capabilities.baseline.fields.fixed_rate import RATE
from loanproof.capabilities.baseline.fields.illegible import is_illegible
from loanproof.capabilities.baseline.fields.implied_currency import quoted_in
from loanproof.capabilities.baseline.fields.maturity import MATURITY
from loanproof.capabilities.baseline.fields.quoting import longer_quotes
from loanproof.capabilities.baseline.fields.scoping import for_tranche
from loanproof.capabilities.baseline.fields.tenor import TENOR
from loanproof.capabilities.baseline.legibility import PageLegibility
from loanproof.capabilities.baseline.orphans import Orphan, find_orphans
from loanproof.capabilities.baseline.proposals_in_doubt import is_in_doubt, thinned
from loanproof.capabilities.baseline.rendering import Cited, Renderer, plain
from loanproof.capabilities.baseline.resolver import rank
from loanproof.capabilities.baseline.upheld import Illegible, Upheld, first_upheld
from loanproof.capabilities.calibration import MEDIUM
from loanproof.core import FieldId
from loanproof.provenance import DocumentSet

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.outputs import JsonObject
    from loanproof.standards import EvalStandard

Found: TypeAlias = Upheld | Illegible | None
"""The outcome for one field: a value that its citations uphold, illegible, or nothing."""
NO_LOAN = "The document makes no loan and amends none."
"""The note on every answer about a paper that is not a loan."""
_ABSENT = "Nothing in the document states it."
_ILLEGIBLE = {"status": "illegible", "signal": Signal.ILLEGIBLE, "note": "The place where it is cannot be read."}
_UNSHOWN = "A value was seen, but no quote shows it."


def extract(document: Document, standard: EvalStandard) -> dict[str, Any]:
    """Return the output object of an extraction of the fields of a contract."""
    return Extraction(document, standard).output()


def analyse(document: Document, standard: EvalStandard) -> tuple[dict[str, Any], tuple[Orphan, ...]]:
    """Return the output object of an extraction, and the passages that it does not cite."""
    extraction = Extraction(document, standard)
    output = extraction.output()
    return output, extraction.orphans()


class Extraction:
    """The extraction of one document. The routes and the check of the quotes share one scan of its typed mentions."""

    def __init__(
        self,
        document: Document,
        standard: EvalStandard,
        routes: Container[RouteName] = tuple(RouteName),
        documents: DocumentSet | None = None,
    ) -> None:
        """Take the document and the contract.

        The routes to use are for measuring: leaving one out shows what it contributes. A set of documents that exists
        already is used.
        """
        documents = DocumentSet([document], standard) if documents is None else documents
        paper = Paper(document, documents[document.name].mentions)
        self._paper = paper
        self._standard = standard
        self._renderer = Renderer(paper, standard, documents)
        self._legibility = PageLegibility(paper.document)
        self._candidates = {
            field: [thinned(paper, one) for one in proposed(paper, field) if one.route in routes]
            for field in standard.contract.fields
            if field in ROUTES
        }

    def output(self) -> JsonObject:
        """Return the output object; each confidence follows from the answer's signal and how legible its pages are."""
        output = self.answers()
        parts = [output["fields"], *(one["fields"] for one in output.get("tranches", ()))]
        for part in parts:
            for field, answer in part.items():
                worth = min(confidence_of(field, answer.pop("signal")), self._most)
                answer["confidence"] = min(worth, self._legibility.most_for(answer.get("provenance", ())))
        return output

    @property
    def _most(self) -> float:
        """The highest confidence of any answer: a paper that states no loan amount may only mention a loan."""
        return 1.0 if is_change(self._paper) or self._candidates.get(AMOUNT) else MEDIUM

    def answers(self) -> JsonObject:
        """Return the output object with the signal of each answer instead of its confidence."""
        output: JsonObject = {
            "capability": "extraction",
            "document": self._paper.document.name,
            "document_kind": document_kind(self._paper),
            "fields": {},
        }
        if is_change(self._paper):
            return output | self._changed_fields()
        if output["document_kind"] == OTHER:
            output["fields"] = {field: _no_loan(field) for field in self._candidates}
            return output
        tranches = self._paper.tranches.all
        shared = [field for field in self._candidates if not tranches or field not in TRANCHE_FIELDS]
        output["fields"] = self._fields(shared, None)
        if tranches:
            own = sorted(TRANCHE_FIELDS & self._candidates.keys())
            output["tranches"] = [{"label": one.label, "fields": self._fields(own, one.label)} for one in tranches]
            share_fields(output)
        return output

    @property
    def paper(self) -> Paper:
        """The paper."""
        return self._paper

    @property
    def renderer(self) -> Renderer:
        """The renderer that writes its quotes."""
        return self._renderer

    def proposed(self, field: FieldId, tranche: str | None) -> tuple[Candidate, ...]:
        """Return everything the routes propose for a field, or for the field of one tranche if a tranche is given.

        Nothing is proposed for a field that the contract does not have.
        """
        return tuple(self._proposed(field, tranche))

    def orphans(self) -> tuple[Orphan, ...]:
        """Return the passages with typed values that the output does not cite; call ``output`` first."""
        return find_orphans(self._paper, self._renderer.cited)

    def _changed_fields(self) -> JsonObject:
        """Return the fields of a paper that changes another: the amended ones, and a marker for each unchanged one.

        If it amends a field of one facility only, that field is given for each facility that the paper names.
        """
        amended = list(amended_fields(self._paper, self._candidates))
        own = {one.field for one in amended if one.tranche is not None and one.field in self._candidates}
        shared = [field for field in self._candidates if field not in own]
        changed: JsonObject = {"fields": self._left_or_amended(shared, amended, None)}
        if own:
            names = facilities_named(self._paper.text)
            fields = [field for field in self._candidates if field in own]
            changed["tranches"] = [
                {"label": name, "fields": self._left_or_amended(fields, amended, name)} for name in names
            ]
        return changed

    def _left_or_amended(
        self, fields: Sequence[FieldId], amended: Sequence[Amended], tranche: str | None
    ) -> JsonObject:
        found = {one.field: one for one in amended if one.tranche == tranche}
        return {field: self._amended(found[field]) if field in found else self._unchanged(field) for field in fields}

    def _unchanged(self, field: FieldId) -> JsonObject:
        """Return the marker of an unchanged field; it is less sure if an instruction names the field."""
        is_sure = is_surely_change(self._paper) and not names_field(self._paper, field)
        return {
            "status": "unchanged",
            "value": self._standard.contract.amendment.unchanged_marker,
            "signal": Signal.UNCHANGED if is_sure else Signal.NAMED,
        }

    def _amended(self, amended: Amended) -> JsonObject:
        """Return the answer for an amended field, with its original value and its effective date."""
        cited = self._shown(amended)
        # Without a readable quote the field is reported as unchanged, but marked as unsupported.
        if not cited.is_there or (not cited.is_shown and is_in_doubt(self._paper, amended.evidence)):
            return self._unchanged(amended.field) | {"signal": Signal.UNSUPPORTED}
        if not cited.is_upheld:
            return {"status": "absent", "signal": Signal.UNSUPPORTED, "note": _UNSHOWN}
        return {
            "status": "amended",
            "value": plain(amended.value),
            "original_value": plain(amended.original),
            "effective_date": self.effect_at(amended.evidence[0].start),
            "signal": Signal.AMENDED,
            "provenance": self._renderer.places(cited.citations),
        }

    def _shown(self, amended: Amended) -> Cited:
        """Return the citations of a new value: its own words, or a shorter or longer quote that supports it better."""
        first, *rest = amended.evidence
        own = self._renderer.cite(amended.field, amended.value, amended.evidence)
        others = (*(() if amended.closer is None else (amended.closer,)), *longer_quotes(self._paper, first))
        cited = (self._renderer.cite(amended.field, amended.value, (one, *rest)) for one in others)
        return own if own.is_upheld else next((one for one in cited if one.is_upheld), own)

    def effect_at(self, place: int) -> JsonObject | str:
        """Return when the change at a place takes effect: a date, a condition with its quotes, or *unclear*."""
        effect = effective_date(self._paper, place)
        if effect.condition is None:
            return effect.day or "unclear"
        found = () if effect.evidence is None else self._renderer.quotes(effect.evidence)
        return {
            "state": "conditional",
            "condition": effect.condition,
            "provenance": self._renderer.places(found),
        }

    def _fields(self, fields: Sequence[FieldId], tranche: str | None) -> JsonObject:
        """Return the answers for some fields of a tranche, or of the whole paper if no tranche is given."""
        ranked = {field: rank(self._proposed(field, tranche)) for field in fields}
        currency = ranked.get(CURRENCY)
        if RATE in ranked and currency:
            # The currency of the loan shows which of several reference rates applies.
            code = str(currency[0].best.value)
            ranked[RATE] = rank(quoted_in(code, list(self._proposed(RATE, tranche)), self._paper.context))
        found = {field: first_upheld(own, self._paper, self._renderer, tranche) for field, own in ranked.items()}
        ends = found.get(MATURITY)
        lasts = found.get(TENOR)
        if (
            isinstance(lasts, Upheld)
            and isinstance(ends, Upheld)
            and not agrees(self._paper, lasts.settled.best, ends.settled.best)
        ):
            # A tenor that contradicts the maturity date is about something else; it is counted instead.
            found[TENOR] = None
        if TENOR in found and found[TENOR] is None and isinstance(ends, Upheld):
            found[TENOR] = counted_tenor(self._paper, self._renderer, ends.settled.best, tranche)
        return {field: self._answer(field, found[field], is_proposed=bool(ranked[field])) for field in fields}

    def _proposed(self, field: FieldId, tranche: str | None) -> Iterator[Candidate]:
        candidates = self._candidates.get(field, [])
        yield from candidates if tranche is None else for_tranche(self._paper, field, candidates, tranche)

    def _answer(self, field: FieldId, found: Found, *, is_proposed: bool) -> JsonObject:
        """Return the answer for a field; a yes-or-no field for which no clause is found is N."""
        if isinstance(found, Upheld):
            return self._stated(found)
        if isinstance(found, Illegible) or is_illegible(self._paper, field):
            return _ILLEGIBLE | {}
        if field in YES_NO:
            return {"status": "extracted", "value": "N", "signal": Signal.UNSUPPORTED if is_proposed else Signal.NO}
        if is_proposed:
            return {"status": "absent", "signal": Signal.UNSUPPORTED, "note": _UNSHOWN}
        return {"status": "absent", "signal": Signal.ABSENT, "note": _ABSENT}

    def _stated(self, found: Upheld) -> JsonObject:
        """Return the answer for a value, with the quotes that support it."""
        best = found.settled.best
        places = self._renderer.places(found.cited.citations)
        is_recognised = self._legibility.most_for(places) < 1
        answer: JsonObject = {
            "status": best.status.value,
            "value": plain(found.value),
            "signal": Signal.RECOGNISED if is_recognised else Signal.of(found.settled),
            "provenance": places,
        }
        if best.status is Status.UNDETERMINABLE and not found.cited.is_there:
            del answer["value"]  # its quotes show how the document fixes it
        if best.note is not None:
            answer["note"] = best.note
        if best.how is not None:
            answer["derived"] = {"from": places, "how": best.how}
        return answer


def _no_loan(field: FieldId) -> JsonObject:
    """Return the answer for a paper that makes no loan: what it says about a loan is not a term of its own."""
    if field in YES_NO:
        return {
            "status": "extracted",
            "value": "N",
            "signal": Signal.NO_LOAN,
            "note": NO_LOAN,
        }
    return {"status": "absent", "signal": Signal.NO_LOAN, "note": NO_LOAN}


def share_fields(output: JsonObject) -> None:
    """Mark what all tranches share, and state a tenor once if it is the same for all of them."""
    for one in output["fields"].values():
        if one["status"] == "extracted":
            one["scope"] = "shared"
    tenors = [one["fields"][TENOR] for one in output["tranches"] if TENOR in one["fields"]]
    if len({str(one.get("value")) for one in tenors}) == 1 and "value" in tenors[0]:
        output["fields"][TENOR] = tenors[0] | {"scope": "shared"}
        for one in output["tranches"]:
            del one["fields"][TENOR]
