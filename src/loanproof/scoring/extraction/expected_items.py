"""The items of an extraction case with their weights: the fields of the document, then the cells of each tranche."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.scoring.extraction.verdicts import Item
from loanproof.scoring.results import ItemHead

if TYPE_CHECKING:
    from loanproof.cases import AnyField, ExtractionCase
    from loanproof.core import FieldId
    from loanproof.standards import EvalStandard


def list_extraction_items(case: ExtractionCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the expected items of a case in its order, each with its weight.

    A field that the case does not decide has no item. The cells of a field over several tranches share its weight.
    """
    return tuple(item.head for item in expected_items(case, standard))


def expected_items(case: ExtractionCase, standard: EvalStandard) -> tuple[Item, ...]:
    """Return the expected items with what is expected of them."""
    cells = tuple(_cells(case))
    shares = Counter(name for name, _, _ in cells)
    return tuple(
        Item(
            name=name,
            expected=field,
            head=ItemHead(
                item=name,
                weight=Fraction(standard.weight_of(name)) / shares[name],
                tranche=tranche,
                tier=standard.tier_of(name),
            ),
        )
        for name, field, tranche in cells
    )


def _cells(case: ExtractionCase) -> Iterator[tuple[FieldId, AnyField, str | None]]:
    for name, field in case.expected.shared_fields():
        yield name, field, None
    for tranche in case.expected.tranches:
        for name, field in case.expected.tranche_fields(tranche):
            yield name, field, tranche.label
