"""Which answer belongs to which item if a document has several tranches.

Output tranches are matched with expected ones by label, then by type and amount. A field that is given once answers
for the tranches that it names, otherwise for the first one. A declared total is a partial answer for every tranche.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.core import FieldId, Reason, plain_name
from loanproof.outputs import FieldStatus, fold_label
from loanproof.scoring.checks import Check
from loanproof.scoring.extraction.absence import says_absent
from loanproof.scoring.extraction.agreement import agree
from loanproof.scoring.extraction.remarks import without_remarks
from loanproof.standards import FACILITY_AMOUNT, FACILITY_TYPE, Label
from loanproof.values import MONEY_KIND

if TYPE_CHECKING:
    from loanproof.cases import ExpectedTranche
    from loanproof.outputs import FieldOutput, TrancheOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.expected_items import Item
    from loanproof.scoring.extraction.stated import Stated

_TOTAL = re.compile(r"\b(?:total|aggregate|sum|combined)\b", re.IGNORECASE)
_SEVERAL = 2  # with this many tranches, shared fields must be marked and a total can be meant


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the output says for one item.

    Attributes:
        field: The field that answers the item; None if the output is silent.
        form: What is wrong with the form of the answer, if anything is.
        is_total: Whether the answer is a declared total over the tranches.
        lacks_tranche: Whether the output does not have the tranche at all.
    """

    field: FieldOutput | None = None
    form: Check | None = None
    is_total: bool = False
    lacks_tranche: bool = False


class Tranches:
    """The tranches of an output, matched with those of its case."""

    def __init__(self, context: ExtractionContext) -> None:
        self._context = context
        self._expected = context.case.expected.tranches
        self._of_label: dict[str, TrancheOutput] = {}
        self.extra: tuple[TrancheOutput, ...] = ()
        self._match()

    def answer_for(self, item: Item, items: Sequence[Item]) -> Answer:
        """Return the answer for an item; ``items`` are all items of the case."""
        if item.head.tranche is None:
            return self._shared(item)
        tranche = next(one for one in self._expected if one.label == item.head.tranche)
        own = self._own_field(tranche, item.name)
        if own is not None:
            return Answer(field=own)
        cells = [one for one in items if one.name == item.name and one.head.tranche is not None]
        single = self._context.output.field(item.name)
        if single is not None and not single.tranches:
            return self._single(item, single, cells)
        return Answer(lacks_tranche=tranche.label not in self._of_label)

    def _own_field(self, tranche: ExpectedTranche, name: FieldId) -> FieldOutput | None:
        """Return the field of a tranche: its own, or a field of the document whose scope names the tranche."""
        matched = self._of_label.get(tranche.label)
        own = None if matched is None else _named(matched, name)
        if own is not None:
            return own
        labels = {fold_label(label) for label in tranche.labels}
        if matched is not None and matched.label is not None:
            labels.add(fold_label(matched.label))
        scoped = self._context.output.field(name)
        return scoped if scoped is not None and labels.intersection(map(fold_label, scoped.tranches)) else None

    def _single(self, item: Item, single: FieldOutput, cells: Sequence[Item]) -> Answer:
        """Return the answer that a field gives if the output has it once and it names no tranche."""
        if self._is_declared_total(single, cells):
            return Answer(field=single, is_total=True)
        standard = self._context.standard
        is_first = cells[0] is item
        is_fixed = standard.is_always_per_tranche(item.name)
        applies_to_all = single.is_shared and standard.is_per_tranche(item.name) and not is_fixed
        if not is_first and not applies_to_all:
            return Answer(lacks_tranche=item.head.tranche not in self._of_label)
        # The field answers for this tranche, but the output does not say that it means this one.
        if applies_to_all or len(cells) < len(self._expected):
            message = f"The value is that of {item.head.tranche}, which the output does not say."
            return Answer(field=single, form=Check(Label.PARTIAL, Reason.SCOPE_MISSING, message, ruling="C-05"))
        return Answer(field=single)

    def _is_declared_total(self, single: FieldOutput, cells: Sequence[Item]) -> bool:
        """Return whether an amount is called a total and is the sum of the tranches' expected amounts."""
        if single.name != FACILITY_AMOUNT:
            return False
        derivation = None if single.derived is None else single.derived.how
        said = " ".join(text for text in (self._context.given(single).text, single.note, derivation) if text)
        amounts = [_amount(self._context.forms(cell).value) for cell in cells]
        given = _amount_with_remark(self._context.given(single))
        if not _TOTAL.search(said) or given is None or None in amounts or len(cells) < _SEVERAL:
            return False
        known = [amount for amount in amounts if amount is not None]
        total = sum((amount for amount, _ in known), Decimal(0))
        return given[0] == total and all(currency in (given[1], None) for _, currency in known)

    def _shared(self, item: Item) -> Answer:
        """Return the answer for a field of the whole document, which the output may repeat in each tranche."""
        field = self._context.output.field(item.name)
        if field is None:
            repeated = [one for tranche in self._context.output.tranches if (one := _named(tranche, item.name))]
            if not repeated:
                return Answer()
            field = self._worst(item, repeated)
        if len(self._expected) < _SEVERAL or self._is_marked(field) or self._needs_no_marker(field):
            return Answer(field=field)
        label = self._context.parameters.tranches.shared_not_marked_at_best
        message = f"All tranches share the {plain_name(item.name)}; say so in the field with scope: shared."
        return Answer(field=field, form=Check(label, Reason.SHARED_NOT_MARKED, message, ruling="A-21"))

    def _worst(self, item: Item, repeated: Sequence[FieldOutput]) -> FieldOutput:
        """Return the first of several answers that is not right, or the first of all; they should be the same."""
        forms, context = self._context.forms(item), self._context
        if forms.value.of_kind is None:
            return repeated[0]
        return next((one for one in repeated if not agree(forms, context.given(one), context).is_right), repeated[0])

    def _is_marked(self, field: FieldOutput) -> bool:
        named = {fold_label(label) for label in field.tranches}
        return field.is_shared or (
            bool(named) and all(named & {fold_label(one) for one in tranche.labels} for tranche in self._expected)
        )

    def _needs_no_marker(self, field: FieldOutput) -> bool:
        unmarked = (FieldStatus.ABSENT, FieldStatus.UNCHANGED, FieldStatus.ILLEGIBLE, FieldStatus.UNDETERMINABLE)
        return field.status in unmarked or says_absent(field, self._context)

    def _match(self) -> None:
        """Match output tranches with expected ones by label, then by amount and type if just one fits."""
        left = list(self._context.output.tranches)
        for test in (self._is_named_so, self._is_alike):
            for tranche in self._expected:
                found = [one for one in left if tranche.label not in self._of_label and test(tranche, one)]
                # By amount and type, a tranche is matched only if no other fits as well.
                if found and (test == self._is_named_so or len(found) == 1):
                    self._of_label[tranche.label] = found[0]
                    left.remove(found[0])
        self.extra = tuple(left)

    def _is_named_so(self, tranche: ExpectedTranche, given: TrancheOutput) -> bool:
        return given.label is not None and fold_label(given.label) in {fold_label(one) for one in tranche.labels}

    def _is_alike(self, tranche: ExpectedTranche, given: TrancheOutput) -> bool:
        """Return whether a tranche has the expected amount, and the expected type if both sides state one."""
        amount = self._agrees(tranche, given, FACILITY_AMOUNT)
        return amount is True and self._agrees(tranche, given, FACILITY_TYPE) is not False

    def _agrees(self, tranche: ExpectedTranche, given: TrancheOutput, name: FieldId) -> bool | None:
        """Return whether a field of two tranches is the same, or None if one side does not have it."""
        wanted = dict(self._context.case.expected.tranche_fields(tranche)).get(name)
        offered = _named(given, name)
        if wanted is None or offered is None:
            return None
        forms = self._context.expected.forms(name, wanted)
        return agree(forms, self._context.given(offered), self._context).is_right

    def extra_cells(self) -> Iterator[tuple[TrancheOutput, FieldOutput]]:
        """Yield each field of the output's unmatched tranches, unless it is the answer for the whole document."""
        for tranche in self.extra:
            for field in tranche.fields:
                if self._expected or self._context.output.field(field.name) is not None:
                    yield tranche, field


def _amount_with_remark(value: Stated) -> tuple[Decimal, str | None] | None:
    """Return an amount with its currency, even if a remark says what it consists of; None if there is no amount."""
    texts = () if value.text is None else without_remarks(MONEY_KIND, value.text)
    return next((amount for one in (value, *map(value.other, texts)) if (amount := _amount(one)) is not None), None)


def _amount(value: Stated) -> tuple[Decimal, str | None] | None:
    return next(((one.amount, one.currency) for one in value.candidates), None)


def _named(tranche: TrancheOutput, name: FieldId) -> FieldOutput | None:
    return next((field for field in tranche.fields if field.name == name), None)
