"""Extraction: every field by all its routes, settled, held against the others, and written with its quotes."""

from __future__ import annotations

from collections.abc import Container, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.document_kind import document_kind
from loanproof.capabilities.baseline.fields import ROUTES, Candidate, RouteName
from loanproof.capabilities.baseline.fields.dates import agreement_date, between
from loanproof.capabilities.baseline.rendering import Renderer, plain
from loanproof.capabilities.baseline.resolver import Settled, settle
from loanproof.core import FieldId

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.standards import EvalStandard
    from loanproof.values import Mentions

Json = dict[str, Any]
_YES_NO = (FieldId("mac_clause"), FieldId("negative_pledge"))


def extract(
    document: Document,
    standard: EvalStandard,
    *,
    mentions: Mentions | None = None,
    routes: Container[RouteName] = tuple(RouteName),
) -> Json:
    """Return the output object of an extraction.

    Args:
        document: The document.
        standard: The contract, whose fields are looked for.
        mentions: Its typed mentions, where they are at hand.
        routes: The routes that are asked; leaving one out shows what it is worth.
    """
    paper = Paper(document, mentions)
    settled = {
        field: settle([one for one in ROUTES[field](paper) if one.route in routes])
        for field in standard.contract.fields
        if field in ROUTES
    }
    return _Writer(paper, standard).write(settled)


class _Writer:
    """Writes the answers of one paper."""

    def __init__(self, paper: Paper, standard: EvalStandard) -> None:
        self._paper = paper
        self._standard = standard
        self._renderer = Renderer(paper, standard)

    def write(self, settled: Mapping[FieldId, Settled | None]) -> Json:
        fields = {field: self._field(field, one, settled) for field, one in settled.items()}
        return {
            "capability": "extraction",
            "document": self._paper.document.name,
            "document_kind": document_kind(self._paper),
            "fields": fields,
        }

    def _field(self, field: FieldId, settled: Settled | None, all_: Mapping[FieldId, Settled | None]) -> Json:
        if settled is None and field == "tenor":
            derived = self._derived_tenor(all_)
            if derived is not None:
                return derived
        if settled is None:
            if field in _YES_NO:
                return {"status": "extracted", "value": "N", "confidence": 0.75}
            return {"status": "absent", "confidence": 0.75, "note": "Nothing in the document states it."}
        return self._extracted(settled)

    def _extracted(self, settled: Settled) -> Json:
        best: Candidate = settled.best
        cited = self._renderer.cite(best.field, best.value, best.evidence)
        if not cited.citations:
            return {"status": "absent", "confidence": 0.3, "note": "A value was seen, but no quote shows it."}
        confidence = (
            0.92 if cited.holds and len(settled.voices) > 1 and not settled.dissent else 0.8 if cited.holds else 0.5
        )
        answer: Json = {
            "status": "extracted",
            "value": plain(best.value),
            "confidence": confidence,
            "provenance": self._renderer.places(cited.citations),
        }
        if best.how is not None:
            answer["derived"] = {"from": answer["provenance"], "how": best.how}
        return answer

    def _derived_tenor(self, settled: Mapping[FieldId, Settled | None]) -> Json | None:
        maturity, began = settled.get(FieldId("maturity_date")), agreement_date(self._paper)
        if maturity is None or began is None:
            return None
        period = between(began[0], date.fromisoformat(str(maturity.best.value)))
        if period is None:
            return None
        cited = self._renderer.cite(FieldId("tenor"), period, (began[1], *maturity.best.evidence))
        if not cited.citations:
            return None
        places = self._renderer.places(cited.citations)
        return {
            "status": "extracted", "value": period, "confidence": 0.8, "provenance": places,
            "derived": {"from": places, "how": "maturity date less the date of the agreement"},
        }  # fmt: skip
