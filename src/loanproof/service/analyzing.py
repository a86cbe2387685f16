"""One document analysed by the built-in system: its answers, the guard's findings, and uncited passages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.capabilities import NO_LOAN, Orphan, analyse, compare_terms, house_library, monitor
from loanproof.core import Capability, UsageError
from loanproof.scoring import GuardReport, guard_output
from loanproof.service.readable_documents import load_readable
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.standards import ConfidenceLevel, EvalStandard

_OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The result of analysing one document.

    Attributes:
        output: The output object, as any system under test gives it.
        guard: What the guard says about each answer, without gold.
        orphans: Passages with money, rates or dates that no answer cites.
        notes: What a person should know about the document and how it was read.
        standard: The contract whose fields were looked for.
    """

    document: str
    output: Mapping[str, Any]
    guard: GuardReport
    orphans: tuple[Orphan, ...]
    notes: tuple[str, ...]
    standard: EvalStandard

    def level(self, field: Mapping[str, Any]) -> ConfidenceLevel:
        """Return the level of the confidence that an answer states."""
        return self.standard.confidence_level(Decimal(str(field["confidence"])))

    @property
    def what(self) -> str:
        """A short description of the analysis: the kind of the document, its covenants, or the benchmark used."""
        if "document_kind" in self.output:
            return str(self.output["document_kind"]).replace("_", " ")
        if "covenants" in self.output:
            return f"{len(self.output['covenants'])} covenants"
        return f"compared with {self.output['jurisdiction']['benchmark'] or 'no benchmark'}"


def analyze_file(path: Path, *, capability: str, standard: str, cache_folder: Path | None = None) -> Analysis:
    """Analyse one document, or raise an error that says what to do."""
    if capability not in (Capability.EXTRACTION, Capability.COVENANTS, Capability.BMT):
        hint = "The capabilities are extraction, covenants and bmt; a question is asked with --question."
        raise UsageError(f"the baseline cannot analyse {capability[:40]!r}.", hint=hint)
    document = load_readable(path, cache_folder)
    if capability == Capability.EXTRACTION:
        return analyze_document(document, standard=standard)
    contract = load_contract(standard)
    if capability == Capability.COVENANTS:
        return _guarded(document, monitor(document, contract), Capability.COVENANTS, contract)
    compared = compare_terms(document, contract, library=house_library(path))
    return _guarded(document, compared, Capability.BMT, contract, disclosed=compared["jurisdiction"]["disclosure"])


def analyze_document(document: Document, *, standard: str) -> Analysis:
    """Analyse the terms of a document that has been read."""
    contract = load_contract(standard)
    output, orphans = analyse(document, contract)
    said = NO_LOAN if output["document_kind"] == _OTHER else None
    return _guarded(document, output, Capability.EXTRACTION, contract, orphans=orphans, disclosed=said)


def _guarded(
    document: Document, output: Mapping[str, Any], capability: Capability, contract: EvalStandard, *,
    orphans: tuple[Orphan, ...] = (), disclosed: str | None = None,
) -> Analysis:  # fmt: skip
    """Return an analysis with what the guard says about each of its answers; disclosures are noted first."""
    guard = guard_output(json.dumps(output), capability, [document], contract)
    said = () if disclosed is None else (disclosed,)
    return Analysis(
        document=document.name, output=output, guard=guard, orphans=orphans, notes=(*said, *document.notes),
        standard=contract,
    )  # fmt: skip


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as plain data: the output object with the guard's faults and the orphans."""
    looked = [one for one in analysis.guard.items if one.faults]
    return {
        **analysis.output,
        "guard": [
            {
                "item": one.item,
                "faults": [{"code": str(fault.code), "sentence": fault.sentence} for fault in one.faults],
            }
            for one in looked
        ],
        "orphans": [
            {"page": one.page_number, "section": one.section, "quote": one.quote, "kinds": list(one.kinds)}
            for one in analysis.orphans
        ],
        "notes": list(analysis.notes),
    }
