"""A case: one question to a system under test, with what is expected; one class per capability."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import Field, create_model

from loanproof.cases.bmt import BmtExpected
from loanproof.cases.covenants import CovenantsExpected
from loanproof.cases.extraction import ExtractionExpected, expected_model
from loanproof.cases.qa import QaExpected
from loanproof.cases.written import Many, Text
from loanproof.core import Capability, Day, Exact, FieldId, FileModel

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard, ValueKind


class CaseHead(FileModel):
    """What every case has. Ruling parameters have no key here: only the standard sets them."""

    id: Text
    weight: Exact = Field(default=Decimal(1), gt=0)
    tags: Many[Text] = ()
    notes: str | None = None


class DocumentCase(CaseHead):
    """A case about documents: the first is analysed, any may be cited.

    A counterfactual twin names the case whose document differs from its own in only one fact, and that fact.
    """

    document: Text | None = None
    documents: Many[Text] = ()
    deal: Text | None = Field(
        default=None, description="deals/NAME.yaml: the deal whose documents these are, all of them by default (C-37)."
    )
    twin_of: Text | None = Field(
        default=None, description="The id of the case of which this is a twin: the same about another document."
    )
    twin_fact: Text | None = Field(
        default=None, description="The item, such as margin, in which alone the twin and its original differ."
    )
    as_of: Day | None = Field(default=None, description="The day on which the expected terms are in force (C-37).")

    @property
    def document_names(self) -> tuple[str, ...]:
        """The files of the case, the analysed one first."""
        return self.documents if self.document is None else (self.document,)


class ExtractionCase(DocumentCase):
    """Extract the deal terms."""

    capability: Literal[Capability.EXTRACTION]
    expected: ExtractionExpected


class CovenantsCase(DocumentCase):
    """Find the covenants."""

    capability: Literal[Capability.COVENANTS]
    expected: CovenantsExpected


class BmtCase(DocumentCase):
    """Compare terms with their benchmark."""

    capability: Literal[Capability.BMT]
    expected: BmtExpected


class QaCase(DocumentCase):
    """Answer a question about the documents."""

    capability: Literal[Capability.QA]
    question: Text
    expected: QaExpected


class TaskCase(CaseHead):
    """Do any other task; it has no document and is scored by the rubric only."""

    capability: Literal[Capability.TASK]
    task: Text
    reference_answer: Text | None = None
    provided_context: str | None = None


Case: TypeAlias = ExtractionCase | CovenantsCase | BmtCase | QaCase | TaskCase


def case_models(standard: EvalStandard) -> Mapping[Capability, type[Case]]:
    """Return the case model of each capability under a standard, which defines the fields."""
    return _models(tuple((name, field.kind) for name, field in standard.fields.items()))


@lru_cache(maxsize=16)
def _models(fields: tuple[tuple[FieldId, ValueKind], ...]) -> Mapping[Capability, type[Case]]:
    expected: Any = (expected_model(dict(fields)), ...)
    return {
        Capability.EXTRACTION: create_model("ExtractionCase", __base__=ExtractionCase, expected=expected),
        Capability.COVENANTS: CovenantsCase,
        Capability.BMT: BmtCase,
        Capability.QA: QaCase,
        Capability.TASK: TaskCase,
    }
