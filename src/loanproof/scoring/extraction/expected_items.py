"""The expected items of an extraction case with their weights: fields of the document, then those of each tranche."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.cases import FieldState
from loanproof.scoring.results import ItemHead
from loanproof.scoring.wording import place_of, quoted
from loanproof.standards import CLAUSES

if TYPE_CHECKING:
    from typing import Any

    from loanproof.cases import ExpectedField, ExtractionCase
    from loanproof.core import FieldId
    from loanproof.standards import EvalStandard


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One expected item: its field, its tranche if it has one, and what the case expects."""

    name: FieldId
    expected: ExpectedField[Any]
    head: ItemHead

    @property
    def says(self) -> str:
        """What the document says, with page and section, as the first words of a message."""
        if self.name in CLAUSES and self.expected.value in ("Y", "N"):
            has = "has such a clause" if self.expected.value == "Y" else "has no such clause"
            return f"The document {has}{place_of(self.expected)}"
        value = self.expected.value if self.expected.value is not None else (self.expected.surfaces or (None,))[0]
        if value is None and self.expected.state is FieldState.UNDETERMINABLE:
            return f"The document does not settle the value{place_of(self.expected)}"
        return f"The document says {quoted(value)}{place_of(self.expected)}"


def list_extraction_items(case: ExtractionCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the expected items of a case in its order, each with its weight.

    A field that the case omits, or calls undecided, is not an item. A field that several tranches have divides its
    weight equally among them.
    """
    return tuple(item.head for item in expected_items(case, standard))


def expected_items(case: ExtractionCase, standard: EvalStandard) -> tuple[Item, ...]:
    """Return the expected items of a case, each with what the case expects of it."""
    cells = tuple(case.expected.decided_fields())
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
