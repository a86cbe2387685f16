"""The quality contract as typed, immutable objects, one class for each part of its file."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from loanproof.core import Capability, Exact, FieldId, FileModel, Flag, Whole, is_field_id
from loanproof.standards.known_fields import CLAUSES, KNOWN_FIELDS
from loanproof.standards.parameters import Parameters
from loanproof.standards.vocabulary import (
    ConfidenceLevel,
    Hitl,
    Identity,
    Label,
    Limit,
    MandatedForm,
    Table,
    ValueKind,
)


class Scores(FileModel):
    """The score of each label, and of the three ways in which a field can be left out."""

    correct: Exact
    semantic_match: Exact
    partial: Exact
    fail: Exact
    hallucination: Exact
    true_negative: Exact
    grounded_refusal: Exact
    absent_and_reported: Exact
    present_but_silent: Exact
    absent_and_silent: Exact


class Matching(FileModel):
    """How strictly a value is compared with its source."""

    dates: Literal["character_for_character"]
    identifiers: Literal["character_for_character"]
    amounts: Literal["character_for_character"]
    party_names: Literal["case_insensitive"]
    semantic_examples: tuple[str, ...]
    partial_examples: tuple[str, ...]


class Field(FileModel):
    """One of the required fields: all that the code knows of it is written here.

    ``per_tranche`` tells a field of which each tranche has its own; the first version lists such fields apart, under
    ``tranches``.
    """

    name: str
    tier: Whole
    kind: ValueKind
    form: MandatedForm | None = None
    per_tranche: Flag = False
    note: str
    choices: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class Tier(FileModel):
    """A group of fields that weigh the same."""

    name: str
    weight: Exact


class HallucinationPolicy(FileModel):
    """What a hallucination is, and what it does to its case and its run."""

    tolerance: Whole
    case_score: Exact
    overrides_other_scores: Flag
    root_cause_before_rerun: Flag
    causes: Table[str, str]


class Amendment(FileModel):
    """What an output about an amendment must say."""

    must_be_flagged: Flag
    amended_marker: str
    amended_components: tuple[str, ...]
    unchanged_marker: str
    unchanged_is_re_extracted: Flag
    effective_date_not_stated: Literal["unclear"]
    signing_date_assumed: Flag


class Tranches(FileModel):
    """What an output about several tranches must keep apart and what it gives once."""

    extracted_separately: Flag
    labels_required: Flag
    specific_fields: tuple[FieldId, ...]
    shared_fields_given: Literal["once"]
    shared_marker_required: Flag
    shared_examples: tuple[FieldId, ...]
    scope_required_where_some_only: Flag


class ConfidenceBand(FileModel):
    """The scores from ``at_least`` up to, not including, ``below``, and what they ask of a reviewer."""

    stated: str
    at_least: Exact
    below: Exact | None
    hitl: Hitl
    action: str
    meaning: str


class DegradedDocument(FileModel):
    """The right and the failing confidence for a field that cannot be read."""

    right: ConfidenceLevel
    failure: ConfidenceLevel


class Confidence(FileModel):
    """The confidence bands, from the surest down, without a gap."""

    levels: Table[ConfidenceLevel, ConfidenceBand]
    blocks_export: tuple[ConfidenceLevel, ...]
    degraded_document: DegradedDocument

    @model_validator(mode="after")
    def _bands_leave_no_gap(self) -> Confidence:
        if tuple(self.levels) != tuple(ConfidenceLevel):
            raise ValueError("levels must be HIGH, MEDIUM and LOW, in this order")
        upper = None
        for level, band in self.levels.items():
            if band.below != upper:
                raise ValueError(f"{level} must end where the level above it begins")
            upper = band.at_least
        if upper != 0:
            raise ValueError("LOW must begin at 0")
        return self


class CovenantType(FileModel):
    """One of the four classes of covenants."""

    meaning: str
    examples: tuple[str, ...]


class MandatoryFlag(FileModel):
    """A condition that an output must flag, and the components that the flag must have."""

    name: str
    components: Table[str, str]
    example: str | None = None


class Mismatch(FileModel):
    """The contract's example of a wrong report: what the document says and what was reported."""

    stated: str
    reported: str


class Covenants(FileModel):
    """The taxonomy of covenants, what a correct one needs, and the mandatory flags."""

    types_per_covenant: Whole
    straddling: str
    types: Table[str, CovenantType]
    correct_needs: tuple[str, ...]
    threshold_form: Literal["verbatim"]
    frequencies: tuple[str, ...]
    frequency_levels_off_before_fail: Whole
    frequency_fail_example: Mismatch
    effective_date_alternative: str
    adjacent_type_example: Mismatch
    silent_flag: Label
    flags: Table[str, MandatoryFlag]


class Jurisdiction(FileModel):
    """A governing law with its market, and the benchmark that both require."""

    law: str
    market: str
    benchmark: str


class UnclearJurisdiction(FileModel):
    """What to do where law and market give no single benchmark."""

    flag_ambiguity: Flag
    default_without_disclosure: Flag


class WrongAssociation(FileModel):
    """The contract's example of a wrong benchmark."""

    deal: str
    applied: str


class NoComparator(FileModel):
    """What to do with a term that no benchmark covers."""

    must_state: str
    other_terms_still_evaluated: Flag
    flagged_as_deviation: Flag
    examples: tuple[str, ...]


class BenchmarkTerms(FileModel):
    """Which benchmark applies, what a comparison must state, and its tolerance."""

    associations: Table[str, str]
    correct_names: tuple[str, ...]
    jurisdictions: tuple[Jurisdiction, ...]
    mixed_or_unclear: UnclearJurisdiction
    elements: Table[str, str]
    gap_forms: tuple[str, ...]
    tolerance_bps: Exact
    true_negative_references: Whole
    silence_is_true_negative: Flag
    wrong_association_example: WrongAssociation
    no_comparator: NoComparator


class Refusal(FileModel):
    """The sentences of a grounded refusal, to the letter."""

    sentence: str
    format: str
    pointer: str
    forbidden: tuple[str, ...]
    generic_disclaimer: Flag


class QuestionAnswering(FileModel):
    """The scope rules of document questions, and the refusal."""

    scope_rules: Table[str, str]
    citation_elements: tuple[str, ...]
    qualified_examples: tuple[str, ...]
    outside_knowledge_examples: tuple[str, ...]
    refusal: Refusal


class ProvenanceElement(FileModel):
    """One of the three things that every citation must have."""

    needs: str
    example: str | None = None


class FailureMode(FileModel):
    """A way in which a citation fails. One that zeroes the case has a ``case_score`` instead."""

    when: str
    label: Label
    provenance_score: Exact | None = None
    case_score: Exact | None = None


class CitationClass(FileModel):
    """How good a citation is: the best label it leaves to its value, and its provenance score."""

    meaning: str
    label_at_best: Label
    provenance_score: Exact | None


class Provenance(FileModel):
    """What every output must cite, and what a faulty citation costs."""

    applies_to: tuple[Capability, ...]
    elements: Table[str, ProvenanceElement]
    failure_modes: Table[str, FailureMode]
    citation_classes: Table[str, CitationClass]


class Threshold(Limit):
    """A release gate of the contract."""

    meaning: str
    if_missed: tuple[str, ...]


class Thresholds(FileModel):
    """The five release gates of the contract."""

    capability_score: Threshold
    tier1: Threshold
    hallucination_rate: Threshold
    provenance_completeness: Threshold
    grounded_refusal_accuracy: Threshold


class Contract(FileModel):
    """The whole contract: each attribute is one protected part of its file."""

    identity: Identity
    score: Scores
    labels: Table[Capability, Table[Label, str]]
    matching: Matching
    fields: Table[FieldId, Field]
    tiers: Table[Whole, Tier]
    hallucination: HallucinationPolicy
    amendment: Amendment
    tranches: Tranches
    confidence: Confidence
    covenants: Covenants
    bmt: BenchmarkTerms
    qa: QuestionAnswering
    provenance: Provenance
    thresholds: Thresholds
    parameters: Parameters

    @model_validator(mode="after")
    def _closed_sets_are_whole(self) -> Contract:
        for name, field in self.fields.items():
            _check_field(name, field)
        if missing := KNOWN_FIELDS - set(self.fields):
            raise ValueError(f"fields must hold {min(missing)!r}, for rulings speak of it by name")
        if unknown := _named_fields(self) - set(self.fields):
            raise ValueError(f"tranches names the field {min(unknown)!r}, which fields does not hold")
        if tiers := {field.tier for field in self.fields.values()} - set(self.tiers):
            raise ValueError(f"a field names tier {min(tiers)}, which tiers does not hold")
        if set(self.labels) != set(Capability) - {Capability.TASK}:
            raise ValueError("labels must hold extraction, covenants, bmt and qa")
        if names := {row.benchmark for row in self.bmt.jurisdictions} - set(self.bmt.associations):
            raise ValueError(f"a jurisdiction names {min(names)!r}, which associations does not hold")
        if classes := _named_classes(self.parameters) - set(self.provenance.citation_classes):
            raise ValueError(f"a parameter names the citation class {min(classes)!r}, which does not exist")
        return self


def _check_field(name: FieldId, field: Field) -> None:
    """Refuse a field that cases, outputs and scorers could not serve as its definition promises."""
    if not is_field_id(name):
        raise ValueError(f"fields.{name}: an id has lower-case words with _ between them, and is no word of the format")
    if field.form is not None and field.kind is not _KIND_OF_FORM[field.form]:
        raise ValueError(f"fields.{name}: the form {field.form} belongs to the kind {_KIND_OF_FORM[field.form]}")
    if field.kind is ValueKind.YES_NO and name not in CLAUSES:
        known = " and ".join(CLAUSES)
        raise ValueError(f"fields.{name}: a yes/no field must know which clause shows a yes; built are {known}")


_KIND_OF_FORM = {
    MandatedForm.AMOUNT_AND_CURRENCY: ValueKind.MONEY,
    MandatedForm.ISO_4217: ValueKind.CURRENCY,
    MandatedForm.ISO_8601_DATE: ValueKind.DATE,
    MandatedForm.YES_OR_NO: ValueKind.YES_NO,
}


def _named_fields(contract: Contract) -> set[FieldId]:
    """Return every field that the rules about tranches name."""
    own, ruled = contract.tranches, contract.parameters.tranches
    return {*own.specific_fields, *own.shared_examples, *ruled.also_specific, *ruled.specific_where_they_differ}


def _named_classes(parameters: Parameters) -> set[str]:
    """Return every citation class that a parameter names."""
    location, quote, citations = parameters.location, parameters.quote, parameters.citations
    effects = (citations.covenants, citations.bmt, citations.qa)
    return {
        location.page_not_there,
        location.section_not_there,
        location.section_unresolved,
        quote.not_sufficient,
        *quote.verdicts.values(),
        *quote.found_elsewhere,
        *(name for effect in effects for name in (*effect.fail_on, *effect.partial_on)),
    }
