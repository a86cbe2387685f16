"""The two standards for the other layers: verified, immutable, with an accessor for each question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.core import UsageError
from loanproof.standards.leaves import compare_parts
from loanproof.values import LIST_FOR_EACH, ONE_LIST, Absence, Strictness

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from loanproof.core import Data, FieldId, FileModel, StandardRef
    from loanproof.standards.citation_classes import CitationClass
    from loanproof.standards.contract import Contract, Field, Threshold
    from loanproof.standards.leaves import Difference, Leaves
    from loanproof.standards.parameters import Parameters
    from loanproof.standards.rubric import Rubric
    from loanproof.standards.rubric_parameters import RubricParameters
    from loanproof.standards.rulings import Ruling
    from loanproof.standards.vocabulary import ConfidenceLevel, Identity, Label, Limit, ValueKind

IDENTITY = "identity"
_SWITCHES = "parameters.clarifications."


@dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """What both standards have: identity, hash, protected data and rulings.

    ``content`` is the protected file as written, for people; ``parts`` is the same as leaves, for comparison.
    """

    ref: StandardRef
    hash: str
    identity: Identity
    content: Mapping[str, Data]
    parts: Mapping[str, Leaves]
    rulings: tuple[Ruling, ...]

    @property
    def rulings_in_force(self) -> tuple[Ruling, ...]:
        """The rulings with an effect in this version: the switch that one sets may be off."""
        return self.rulings

    def ruling(self, ruling_id: str) -> Ruling:
        """Return one ruling by its id, or raise :class:`UsageError`."""
        for ruling in self.rulings:
            if ruling.id == ruling_id:
                return ruling
        raise UsageError(f"{self.ref} has no ruling {ruling_id!r}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalStandard(Standard):
    """The quality contract. ``contract`` is all of it; the methods answer what scorers ask most."""

    contract: Contract

    @property
    def parameters(self) -> Parameters:
        """The figures and switches that rulings set."""
        return self.contract.parameters

    @property
    def absence(self) -> Absence:
        """Which words mean nothing in which part of an answer (C-17)."""
        return ONE_LIST if self.parameters.clarifications.nothing_said else LIST_FOR_EACH

    @property
    def presence(self) -> Strictness:
        """How strictly a value that could be invented must appear (C-20)."""
        return Strictness.PRESENCE if self.parameters.clarifications.rates_by_rates else Strictness.LOOSE_PRESENCE

    @property
    def support(self) -> Strictness:
        """How strictly a value must appear in a quote that supports it (C-20)."""
        return Strictness.SUPPORT if self.parameters.clarifications.rates_by_rates else Strictness.LOOSE_SUPPORT

    @property
    def rulings_in_force(self) -> tuple[Ruling, ...]:
        """The rulings with an effect in this version: the switch that one sets may be off."""
        off = {f"{_SWITCHES}{name}" for name, is_on in self.parameters.clarifications if not is_on}
        return tuple(ruling for ruling in self.rulings if off.isdisjoint(ruling.sets))

    @property
    def fields(self) -> Mapping[FieldId, Field]:
        """The required fields by id, in the order of the contract."""
        return self.contract.fields

    def is_per_tranche(self, field: FieldId) -> bool:
        """Return whether tranches may have separate values for a field."""
        own, ruled = self.contract.tranches, self.parameters.tranches
        listed = (*own.specific_fields, *ruled.also_specific, *ruled.specific_where_they_differ)
        return self.fields[field].per_tranche or field in listed

    def is_always_per_tranche(self, field: FieldId) -> bool:
        """Return whether a field is given for each tranche even if the values are equal."""
        listed = (*self.contract.tranches.specific_fields, *self.parameters.tranches.also_specific)
        return self.fields[field].per_tranche or field in listed

    def tier_of(self, field: FieldId) -> int:
        """Return the tier of a field: 1, 2 or 3."""
        return self.contract.fields[field].tier

    def weight_of(self, field: FieldId) -> Decimal:
        """Return the weight of a field in the score of its case."""
        return self.contract.tiers[self.tier_of(field)].weight

    def kind_of(self, field: FieldId) -> ValueKind:
        """Return the kind of value of a field."""
        return self.contract.fields[field].kind

    def score_of(self, label: Label) -> Decimal:
        """Return the score of a label."""
        score: Decimal = getattr(self.contract.score, label.value)
        return score

    def confidence_level(self, confidence: Decimal) -> ConfidenceLevel:
        """Return the level of a confidence from 0 to 1; the bands are half-open, so there is no gap."""
        if not 0 <= confidence <= 1:
            raise ValueError(f"a confidence lies between 0 and 1, not at {confidence}.")
        levels = self.contract.confidence.levels
        return next(level for level, band in levels.items() if confidence >= band.at_least)

    def threshold(self, gate: str) -> Threshold:
        """Return the threshold behind a gate id such as ``tier1:borrower`` or ``hallucination_rate``."""
        threshold: Threshold = _named(self.contract.thresholds, gate.partition(":")[0], gate, self.ref)
        return threshold

    def citation_class(self, name: str) -> CitationClass:
        """Return a citation class by its name, such as ``PARA+PAGE``."""
        try:
            return self.contract.provenance.citation_classes[name]
        except KeyError:
            raise UsageError(f"{self.ref} has no citation class {name!r}.") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricStandard(Standard):
    """The run rubric, and the judge's template byte for byte."""

    rubric: Rubric
    judge_template: str

    @property
    def parameters(self) -> RubricParameters:
        """The figures and switches that rulings set."""
        return self.rubric.parameters

    def gate(self, name: str) -> Limit:
        """Return the limit of a run-level gate such as ``pass_rate``."""
        limit: Limit = _named(self.rubric.gates, name, name, self.ref)
        return limit

    def weight_of(self, component: str) -> Decimal:
        """Return the weight of a normalised component such as ``accuracy_norm``."""
        weight: Decimal = _named(self.rubric.weights, component, component, self.ref)
        return weight


def protected_differences(standard: Standard, base: Standard) -> tuple[Difference, ...]:
    """Return each protected leaf in which a version differs from its base.

    The identity is left out, because it always differs.
    """
    return tuple(found for found in compare_parts(base.parts, standard.parts) if found.part != IDENTITY)


def _named(model: FileModel, name: str, asked: str, ref: StandardRef) -> Any:
    """Return the attribute for a gate or component; an unknown name is the caller's error."""
    known = type(model).model_fields
    if name not in known:
        raise UsageError(f"{ref} has no {asked!r}.", hint="Known: " + ", ".join(known) + ".")
    return getattr(model, name)
