"""How two annotators agree on gold: the same cases, written by two people, field by field and by meaning.

Fields that one of them left undecided are counted separately. Citations, notes and other forms of a value do not count
as disagreement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from loanproof.cases import ExtractionCase
from loanproof.core import FieldId, FileModel
from loanproof.reviews.blind import is_same_value
from loanproof.reviews.items import Plain
from loanproof.reviews.records import plain_value
from loanproof.stats import share_bounds
from loanproof.values import NO_CONTEXT

if TYPE_CHECKING:
    from loanproof.cases import AnyField, Suite
    from loanproof.standards import EvalStandard

_Place: TypeAlias = tuple[str, str | None, FieldId]
"""A case, the label of a tranche in it, and a field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A field on which two annotators differ, and what each of them wrote."""

    case_id: str
    tranche: str | None
    field: FieldId
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorAgreement:
    """How well two annotators agree.

    Attributes:
        compared: How many fields both decided.
        alone: How many only one of them decided.
    """

    compared: int
    alone: int
    differences: tuple[Difference, ...]

    @property
    def agreed(self) -> int:
        """How many fields both wrote alike."""
        return self.compared - len(self.differences)

    @property
    def bounds(self) -> tuple[float, float]:
        """The two-sided 95 % Clopper-Pearson bounds for the share of agreement."""
        return share_bounds(self.agreed, self.compared, confidence=0.975)


def compare_annotations(first: Suite, second: Suite, standard: EvalStandard) -> AnnotatorAgreement:
    """Compare the expected fields of the extraction cases that two suites have in common."""
    one, other = dict(_decided(first)), dict(_decided(second))
    both = [place for place in one if place in other]
    differences = (
        Difference(
            case_id=place[0],
            tranche=place[1],
            field=place[2],
            first=_words(one[place]),
            second=_words(other[place]),
        )
        for place in both
        if not _agree(place[2], one[place], other[place], standard)
    )
    shared = {place[0] for place in one} & {place[0] for place in other}
    alone = sum(place[0] in shared for place in one.keys() ^ other.keys())
    return AnnotatorAgreement(compared=len(both), alone=alone, differences=tuple(differences))


def _decided(suite: Suite) -> Iterator[tuple[_Place, AnyField]]:
    for located in suite.cases:
        case = located.case
        if isinstance(case, ExtractionCase):
            yield from (((case.id, tranche, name), field) for name, field, tranche in case.expected.decided_fields())


def _agree(name: FieldId, one: AnyField, other: AnyField, standard: EvalStandard) -> bool:
    if one.state is not other.state:
        return False
    return is_same_value(name, _plain(one), _plain(other), standard, NO_CONTEXT)


def _plain(field: AnyField) -> Plain:
    value = field.value
    return plain_value(value.model_dump(mode="json") if isinstance(value, FileModel) else value)


def _words(field: AnyField) -> str:
    value = _plain(field)
    return str(field.state.value) if value is None else f"{field.state.value}: {value}"
