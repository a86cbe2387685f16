"""The output of a system under test for one case: one class per capability."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from loanproof.core import Citation, FieldId
from loanproof.outputs.bmt import ComparisonOutput, JurisdictionOutput
from loanproof.outputs.confidence import UNSTATED, Confidence
from loanproof.outputs.covenants import CovenantOutput, FlagsOutput
from loanproof.outputs.fields import FieldOutput, TrancheOutput
from loanproof.outputs.findings import Finding
from loanproof.outputs.plain_data import Value


class DocumentKind(StrEnum):
    """What a document is."""

    AGREEMENT = "agreement"
    AMENDMENT = "amendment"
    AMENDMENT_AND_RESTATEMENT = "amendment_and_restatement"
    WAIVER = "waiver"
    CONSENT = "consent"
    TERM_SHEET = "term_sheet"
    FEE_LETTER = "fee_letter"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What every output has.

    Attributes:
        document: The file that the output says it is about.
        raw: The whole answer as plain data, including unknown keys; the text itself if it cannot be parsed.
        findings: Every defect found while parsing, with its place.
    """

    document: str | None
    raw: Value
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionOutput(Output):
    """The deal terms of the document and of its tranches."""

    document_kind: DocumentKind | None
    fields: tuple[FieldOutput, ...]
    tranches: tuple[TrancheOutput, ...]

    def field(self, name: FieldId) -> FieldOutput | None:
        """Return the answer for the document as a whole, or ``None`` if the output has none."""
        return _named(self.fields, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class CovenantsOutput(Output):
    """The covenants that were found, and the flags of the document."""

    covenants: tuple[CovenantOutput, ...]
    flags: FlagsOutput | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BmtOutput(Output):
    """The jurisdiction and the comparisons of benchmark terms."""

    jurisdiction: JurisdictionOutput | None
    comparisons: tuple[ComparisonOutput, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QaOutput(Output):
    """The answer to a question about the document."""

    question: str | None
    answer: str | None
    confidence: Confidence = UNSTATED
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOutput(Output):
    """The answer to any other task."""

    answer: str | None


def _named(fields: tuple[FieldOutput, ...], name: FieldId) -> FieldOutput | None:
    return next((field for field in fields if field.name == name), None)
