"""The quality contract as typed, immutable objects, one class for each part of its file."""

from __future__ import annotations

from typing import Annotated

from pydantic import model_validator

from loanproof.core import Capability, Exact, FieldId, FileModel, Flag, Whole, is_field_id
from loanproof.standards.capability_rules import BenchmarkTerms, Covenants, QuestionAnswering
from loanproof.standards.citation_classes import Provenance
from loanproof.standards.figures import IsProse, Only, Prose
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
    """The score of each label, and of the three ways to leave a field out."""

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


_BY_CHARACTER = Only("character_for_character", "another form of the same value is a semantic match")


class Matching(FileModel):
    """How strictly a value is compared with its source."""

    dates: Annotated[str, _BY_CHARACTER]
    identifiers: Annotated[str, _BY_CHARACTER]
    amounts: Annotated[str, _BY_CHARACTER]
    party_names: Annotated[str, Only("case_insensitive", "names are compared without letter case")]
    semantic_examples: tuple[Prose, ...]
    partial_examples: tuple[Prose, ...]


class Field(FileModel):
    """One of the required fields: everything that the code knows about it.

    ``per_tranche`` marks a field that each tranche has separately; the first version lists those fields under
    ``tranches`` instead.
    """

    name: Prose
    tier: Whole
    kind: ValueKind
    form: MandatedForm | None = None
    per_tranche: Flag = False
    note: Prose
    choices: tuple[str, ...] = ()
    examples: tuple[Prose, ...] = ()


class Tier(FileModel):
    """A group of fields with the same weight."""

    name: Prose
    weight: Exact


class HallucinationPolicy(FileModel):
    """What a hallucination is, and what it does to its case and its run."""

    tolerance: Annotated[Whole, Only(0, "thresholds.hallucination_rate is the limit of a run")]
    case_score: Exact
    overrides_other_scores: Annotated[Flag, Only(True, "case_score is the score of a case with a hallucination")]
    root_cause_before_rerun: Flag
    causes: Table[str, Prose]


class Amendment(FileModel):
    """What an output about an amendment must contain."""

    must_be_flagged: Annotated[Flag, Only(True, "parameters.amendment.not_flagged_at_best says what it costs")]
    amended_marker: Annotated[str, Only("amended", "it is a status of the output format")]
    amended_components: Annotated[
        tuple[str, ...], Only(("original_value", "new_value", "effective_date"), "they are keys of the output format")
    ]
    unchanged_marker: str
    unchanged_is_re_extracted: Annotated[
        Flag, Only(False, "parameters.amendment.unchanged_re_extracted says what it costs")
    ]
    effective_date_not_stated: Annotated[str, Only("unclear", "it is a word of the case and output formats")]
    signing_date_assumed: Annotated[
        Flag, Only(False, "parameters.amendment.effective_date_assumed says what an assumed date costs")
    ]


class Tranches(FileModel):
    """What an output must give per tranche, and what only once."""

    extracted_separately: Annotated[Flag, Only(True, "each tranche is scored by itself")]
    labels_required: Annotated[Flag, Only(True, "tranches are matched by their labels")]
    specific_fields: tuple[FieldId, ...]
    shared_fields_given: Annotated[str, Only("once", "the output format has one place for a shared field")]
    shared_marker_required: Annotated[
        Flag, Only(True, "parameters.tranches.shared_not_marked_at_best says what a missing marker costs")
    ]
    shared_examples: tuple[Annotated[FieldId, IsProse()], ...]
    scope_required_where_some_only: Annotated[Flag, Only(True, "a value without its scope is partly right")]


class ConfidenceBand(FileModel):
    """The scores from ``at_least`` up to, not including, ``below``, and the review they require."""

    stated: Prose
    at_least: Exact
    below: Exact | None
    hitl: Hitl
    action: Prose
    meaning: Prose


class DegradedDocument(FileModel):
    """The right and the failing confidence for an illegible field."""

    right: ConfidenceLevel
    failure: Annotated[
        ConfidenceLevel, Only(ConfidenceLevel.HIGH, "parameters.illegible says what each confidence is worth")
    ]


class Confidence(FileModel):
    """The confidence bands, highest first, without gaps."""

    levels: Table[ConfidenceLevel, ConfidenceBand]
    blocks_export: Annotated[
        tuple[ConfidenceLevel, ...], Only((ConfidenceLevel.LOW,), "nothing is exported while a LOW field is open")
    ]
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


_SPRINT = "remediation sprint"
_SAME_FOR_ALL = "a verdict names the same consequences for every missed gate"


class Threshold(Limit):
    """A release gate of the contract."""

    meaning: Prose
    if_missed: Annotated[tuple[str, ...], Only((_SPRINT,), _SAME_FOR_ALL)]


class BlockingThreshold(Threshold):
    """The gate of a single field."""

    if_missed: Annotated[tuple[str, ...], Only((_SPRINT, "release blocked"), _SAME_FOR_ALL)]


class HallucinationThreshold(Threshold):
    """The gate of hallucinations."""

    if_missed: Annotated[tuple[str, ...], Only((_SPRINT, "root-cause analysis"), _SAME_FOR_ALL)]


class Thresholds(FileModel):
    """The five release gates of the contract."""

    capability_score: Threshold
    tier1: BlockingThreshold
    hallucination_rate: HallucinationThreshold
    provenance_completeness: Threshold
    grounded_refusal_accuracy: Threshold


class Contract(FileModel):
    """The whole contract: each attribute is one protected part of its file."""

    identity: Identity
    score: Scores
    labels: Table[Capability, Table[Label, Prose]]
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
    """Refuse a field whose definition cases, outputs and scorers could not fulfil."""
    if not is_field_id(name):
        raise ValueError(f"fields.{name}: an id is lower-case words joined by _, and not a word of the format")
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
    """Return every field named in the tranche rules."""
    own, ruled = contract.tranches, contract.parameters.tranches
    return {*own.specific_fields, *own.shared_examples, *ruled.also_specific, *ruled.specific_where_they_differ}


def _named_classes(parameters: Parameters) -> set[str]:
    """Return every citation class named in a parameter."""
    location, quote, citations = parameters.location, parameters.quote, parameters.citations
    effects = (citations.covenants, citations.bmt, citations.qa)
    return {
        location.page_not_there,
        location.section_not_there,
        location.section_unresolved,
        quote.not_sufficient,
        *quote.verdicts.model_dump().values(),
        *quote.found_elsewhere,
        *(name for effect in effects for name in (*effect.fail_on, *effect.partial_on)),
    }
