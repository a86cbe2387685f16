"""The scoring contexts of an extraction: documents and contract, with the given and the expected values.

A suite scores many outputs on the same documents, so the expected values of a case are kept with the documents.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from loanproof.core import Capability
from loanproof.provenance import DocumentSet
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.extraction.expected_items import expected_items
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.plain_values import Plain, leaves_of, to_plain, without_entities
from loanproof.scoring.extraction.stated import Reader, Stated
from loanproof.values import prose_parts

if TYPE_CHECKING:
    from loanproof.cases import AnyField, ExtractionCase
    from loanproof.core import FieldId
    from loanproof.outputs import ExtractionOutput, FieldOutput
    from loanproof.scoring.extraction.expected_items import Item
    from loanproof.scoring.results import CaseScore
    from loanproof.standards import EvalStandard
    from loanproof.values import Context

_MAX_CASES = 64  # kept for one set of documents; enough, because the outputs on a case come one after another


class ExpectedValues:
    """The expected items of one case under one contract, with their values read in one notation."""

    def __init__(self, case: ExtractionCase, standard: EvalStandard, notation: Context) -> None:
        self.case = case
        self.standard = standard
        self.notation = notation
        self.reader = Reader(standard, notation)
        self._forms: dict[int, tuple[AnyField, Forms]] = {}
        self._last: tuple[ExtractionOutput, CaseScore] | None = None

    def score_once(self, output: ExtractionOutput, score: Callable[[], CaseScore]) -> CaseScore:
        """Return the score of an output; if it equals the previous one, as repeats often do, reuse that score."""
        if self._last is None or self._last[0] != output:  # outputs are compared by their content
            self._last = output, score()
        return self._last[1]

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The expected items, in the order of the contract."""
        return expected_items(self.case, self.standard)

    @cached_property
    def known(self) -> frozenset[str]:
        """The canonical forms of all values that the case mentions: an answer that says one did not invent it."""
        said = (part for text in leaves_of(to_plain(self.case.expected)) for part in prose_parts(text, self.notation))
        stated = (self.forms(item.name, item.expected).value for item in self.items)
        values = ((one.of_kind, value) for one in stated for value in one.candidates)
        whole = (part for kind, value in values if kind is not None for part in kind.parts(value))
        return frozenset(part.kind.canonical(one) for part in (*said, *whole) for one in part.candidates)

    @cached_property
    def party_names(self) -> tuple[str, ...]:
        """The names of the parties that the case expects."""
        named = (one.expected.value for one in self.items if self.standard.kind_of(one.name).is_party)
        return tuple(text for value in named for text in leaves_of(to_plain(value)))

    def forms(self, name: FieldId, field: AnyField) -> Forms:
        """Return the forms of an expected value, read once per field object for all outputs."""
        kept = self._forms.get(id(field))
        if kept is None or kept[0] is not field:
            kept = self._forms[id(field)] = field, Forms.of(name, field, self.reader)
        return kept[1]


_KEPT_BY_DOCUMENTS: WeakKeyDictionary[DocumentSet, dict[int, ExpectedValues]] = WeakKeyDictionary()


class AnswersContext(ScoringContext):
    """The scoring context of an extraction's answers, with or without gold; each value is read once."""

    def __init__(
        self,
        output: ExtractionOutput,
        documents: DocumentSet,
        standard: EvalStandard,
        as_of: str | None = None,
    ) -> None:
        super().__init__(documents, standard, Capability.EXTRACTION, as_of)
        self.output = output
        self.reader = Reader(standard, self.notation)
        self._given: dict[int, tuple[FieldOutput, Stated]] = {}

    def stated(self, name: FieldId, plain: Plain) -> Stated:
        """Return a value of a field, which is read in the notation of the document."""
        return self.reader.read(name, plain)

    def given(self, answer: FieldOutput) -> Stated:
        """Return the value of an answer, read once per answer object."""
        kept = self._given.get(id(answer))
        if kept is None or kept[0] is not answer:
            plain = to_plain(answer.value)
            if self.parameters.clarifications.written_forms:
                plain = without_entities(plain)
            kept = self._given[id(answer)] = answer, self.stated(answer.name, plain)
        return kept[1]


class ExtractionContext(AnswersContext):
    """The scoring context of an extraction with gold: it adds the case and the values that the case expects."""

    def __init__(
        self, case: ExtractionCase, output: ExtractionOutput, documents: DocumentSet, standard: EvalStandard
    ) -> None:
        super().__init__(output, documents, standard, case.as_of)
        self.case = case
        self.expected = _expected_values(case, documents, standard, self.notation)
        self.reader = self.expected.reader  # keeps what it read for earlier outputs

    def forms(self, item: Item) -> Forms:
        """Return the expected value of an item with all its other forms."""
        return self.expected.forms(item.name, item.expected)


def _expected_values(
    case: ExtractionCase, documents: DocumentSet, standard: EvalStandard, notation: Context
) -> ExpectedValues:
    cases = _KEPT_BY_DOCUMENTS.setdefault(documents, {})
    kept = cases.get(id(case))
    if kept is None or kept.case is not case or kept.standard is not standard:
        if len(cases) >= _MAX_CASES:
            cases.clear()
        kept = cases[id(case)] = ExpectedValues(case, standard, notation)
    return kept
