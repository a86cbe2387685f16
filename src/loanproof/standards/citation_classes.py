"""What the contract requires of citations, and what a faulty one costs, as typed, immutable objects."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import model_validator

from loanproof.core import Capability, Exact, FileModel
from loanproof.standards.figures import Only, OnlyKeys, Prose
from loanproof.standards.vocabulary import Label, Table


class ProvenanceElement(FileModel):
    """One of the three things that every citation must have."""

    needs: Prose
    example: Prose | None = None


_BY_CLASS = "provenance.citation_classes says what each fault costs"


class PartialFailure(FileModel):
    """A citation failure that leaves its value partly right."""

    when: Prose
    label: Annotated[Label, Only(Label.PARTIAL, _BY_CLASS)]
    provenance_score: Annotated[Exact, Only(Decimal("0.5"), _BY_CLASS)]


class WholeFailure(FileModel):
    """A citation failure that leaves nothing."""

    when: Prose
    label: Annotated[Label, Only(Label.FAIL, _BY_CLASS)]
    provenance_score: Annotated[Exact, Only(Decimal("0.0"), _BY_CLASS)]


class InventedQuote(FileModel):
    """A quote that cannot be found: it decides the score of the whole case."""

    when: Prose
    label: Annotated[Label, Only(Label.HALLUCINATION, _BY_CLASS)]
    case_score: Annotated[Exact, Only(Decimal("0.0"), "hallucination.case_score is the score of such a case")]


class FailureModes(FileModel):
    """The citation failures as the contract describes them; the citation classes are finer."""

    wrong_page: PartialFailure
    paraphrased_quote: PartialFailure
    no_citation: WholeFailure
    no_support: WholeFailure
    quote_not_found: InventedQuote


class CitationClass(FileModel):
    """How good a citation is: the best label that it allows for its value, and its provenance score."""

    meaning: Prose
    label_at_best: Label
    provenance_score: Exact | None


_CLASSES = (
    "OK",
    "PAGE",
    "SECT",
    "PARA",
    "NOQUOTE",
    "NAME",
    "ABSENT",
    "NOSUPPORT",
    "WRONGLOC",
    "PARA+PAGE",
    "FAKE",
    "NA",
)


class Provenance(FileModel):
    """What every output must cite, and what a faulty citation costs."""

    applies_to: Annotated[
        tuple[Capability, ...],
        Only(
            (Capability.EXTRACTION, Capability.COVENANTS, Capability.BMT, Capability.QA),
            "parameters.citations.not_applicable_to says what needs no citation",
        ),
    ]
    elements: Table[str, ProvenanceElement]
    failure_modes: FailureModes
    citation_classes: Annotated[
        Table[str, CitationClass], OnlyKeys(_CLASSES, "citations are sorted into these classes")
    ]

    @model_validator(mode="after")
    def _what_is_in_order_costs_nothing(self) -> Provenance:
        for name in ("OK", "NA"):
            if self.citation_classes[name].label_at_best is not Label.CORRECT:
                place = f"citation_classes.{name}.label_at_best"
                raise ValueError(f"{place}: only correct is built, because what is in order costs nothing")
        return self
