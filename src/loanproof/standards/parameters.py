"""The figures and switches that rulings set where the contract is silent, as typed objects."""

from __future__ import annotations

from decimal import Decimal
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field, model_validator

from loanproof.core import Exact, FieldId, FileModel, Flag, Whole
from loanproof.standards.citation_parameters import (
    CitationRule,
    ElisionRule,
    LocationRule,
    OcrRule,
    PageRule,
    QuoteRule,
    SupportRule,
)
from loanproof.standards.figures import Only, OnlyKeys
from loanproof.standards.vocabulary import Label, Switch, Table

_OF_CASES = "it says how a case is written, and the expected value of the case decides"


class PresenceRule(FileModel):
    """The label of a wrong value that appears elsewhere in the document, and of one that does not appear."""

    elsewhere: Label
    nowhere: Label


class DerivedRule(FileModel):
    """The label of a wrong computed value, with and without a declared derivation."""

    declared_wrong: Label
    undeclared_wrong: Label


class AbsentRule(FileModel):
    """The label of a value given for a field that the document does not have."""

    value_elsewhere: Label
    value_nowhere: Label


_IDENTIFIERS = "the kind of identifiers knows these and no others"


class IdentifierRule(FileModel):
    """Optional identifier fields that are matched exactly."""

    fields: Annotated[tuple[str, ...], Only(("LEI", "ISIN", "CUSIP", "LoanX"), _IDENTIFIERS)]
    spaces_ignored_in: Annotated[tuple[str, ...], Only(("LEI", "ISIN"), _IDENTIFIERS)]


class BorrowerRule(FileModel):
    """Where the borrower's name may come from, and what happens if the sources disagree."""

    sources: Annotated[tuple[str, ...], Only(("signature block", "recitals"), _OF_CASES)]
    conflict: Annotated[str, Only("reported", _OF_CASES)]


class MoneyRule(FileModel):
    """The labels of a rounded amount and a dropped digit; ``rounding_units`` is in units of the last digit."""

    rounding_units: Exact
    rounded: Label
    digit_error: Label


class MarginRule(FileModel):
    """The label of a partial margin grid, or of one of several options."""

    opening_only: Label
    base_rate_option: Label
    fixed_rate_loan: Annotated[str, Only("absent", _OF_CASES)]


class TenorRule(FileModel):
    """The right states for a tenor that follows only from two dates."""

    from_dates_only: tuple[Literal["absent", "derived"], ...]


class CommitmentFeeRule(FileModel):
    """When ``N/A`` is right for the commitment fee."""

    absence_confirmed_by: tuple[str, ...]
    fee_letter_is_absence: Flag


class MacClauseRule(FileModel):
    """Which uses of a material adverse change make the field Y."""

    operative_trigger: Annotated[str, Only("Y", _OF_CASES)]
    qualifier_only: Annotated[str, Only("N", _OF_CASES)]


class ConditionsRule(FileModel):
    """The recall over expected conditions that makes a summary correct or partial."""

    recall_correct: Exact
    recall_partial: Exact


class IllegibleRule(FileModel):
    """The score of an illegible field by the confidence that the output states."""

    LOW: Exact
    MEDIUM: Exact
    HIGH: Exact
    contradicting_guess: Label


class TrancheRule(FileModel):
    """How a field is scored over several tranches."""

    also_specific: tuple[FieldId, ...]
    specific_where_they_differ: tuple[FieldId, ...]
    field_score: Annotated[str, Only("mean_over_expected_tranches", "the tranches of a field share its weight equally")]
    swapped: Label
    shared_not_marked_at_best: Label


class RestatementRule(FileModel):
    """How an amendment and restatement is read."""

    flagged: Flag
    extracted_from: Annotated[str, Only("restated text", _OF_CASES)]
    original_value: Annotated[str, Only("only if stated", _OF_CASES)]


class AmendmentRule(FileModel):
    """The label of each departure from the amendment form."""

    not_flagged_at_best: Label
    unchanged_re_extracted: Label
    unchanged_value_nowhere: Label
    original_and_date_missing: Label
    not_listed_as_amended: Label
    amended_marked_unchanged: Label
    unchanged_marked_absent: Label
    effective_date_assumed: Label
    calendar_date_for_condition: Label
    restatement: RestatementRule


COVENANT_TYPES = ("financial", "information", "negative", "positive")
_OF_TYPES = "a covenant has one of these types"


class CovenantRule(FileModel):
    """The frequency ladder, the aliases of types, and the label of each fault of a covenant."""

    ladder: tuple[str, ...]
    off_ladder: tuple[str, ...]
    one_level_off: Label
    frequency_missing: Label
    condition_missing: Label
    off_ladder_mismatch: Label
    other_form_with_quote: Label
    other_form_without_quote: Label
    operator_missing: Label
    strictness_wrong: Label
    direction_wrong: Label
    steps_missing: Label
    step_wrong: Label
    effective_date_missing: Label
    effective_date_wrong: Label
    type_adjacent: Label
    type_other_class: Label
    secondary_type_only: Label
    secondary_not_noted: Label
    two_types_one_right: Label
    name_mismatch: Label
    other_covenants_name: Label
    wrong_value_nowhere: Label
    flag_incomplete: Label
    flag_component_wrong: Label
    extra_weight: Exact
    extra_weight_exhaustive: Exact
    extra_fabricated: Label
    type_aliases: Annotated[Table[str, tuple[str, ...]], OnlyKeys(COVENANT_TYPES, _OF_TYPES)]
    type_adjacents: Annotated[Table[str, tuple[str, ...]], OnlyKeys(COVENANT_TYPES, _OF_TYPES)]


_OF_LIBRARY = "the library of benchmarks is shipped, not made from the standard"


class BenchmarkRule(FileModel):
    """How the tolerance applies, and which laws outside the contract's table have a benchmark."""

    correct_names_also: tuple[str, ...]
    aplma_laws: tuple[str, ...]
    unlisted_pair: Annotated[str, Only("flag_and_disclose", "a law and a market that are not listed need a disclosure")]
    tolerance_inclusive: Flag
    direction_must_agree: Flag
    tolerance_applies_to: tuple[str, ...]
    gap_bases: tuple[Literal["point", "nearest_bound", "midpoint"], ...]
    other_units_exact: Flag
    wrong_deal_value: Label
    not_stated: Label
    library_kinds: Annotated[tuple[str, ...], Only(("form_position", "market_range", "rate_convention"), _OF_LIBRARY)]
    library_status: Annotated[str, Only("illustrative", _OF_LIBRARY)]


class RefusalRule(FileModel):
    """Which words of the refusal sentence may vary, and the labels of other departures."""

    optional_adjectives: tuple[str, ...]
    optional_quantifier: str
    prepositions: tuple[str, ...]
    plural_allowed: Flag
    pointer_required: Flag
    implausible_pointer: Label
    generic_pointers: tuple[str, ...]
    generic_topics: tuple[str, ...]
    forbidden_phrases: tuple[str, ...]
    optional_words: Label
    other_words: Label
    claim_after_refusal: Label
    mixed_needs_both: Flag
    out_of_scope_answer: Label
    asserted_value_nowhere: Label


class HedgeRule(FileModel):
    """The qualifying phrases of a source, by group, and the label of an answer without them."""

    flat_answer: Label
    over_hedged: Annotated[str, Only("finding", "a hedge that the source does not have costs nothing")]
    groups: Table[str, tuple[str, ...]]


_COUNTED = "the figures of a run are counted in one way"


class GateRule(FileModel):
    """How the figures behind the gates are counted."""

    hallucination_rate_counts: Annotated[str, Only("cases", _COUNTED)]
    tier1_in_zeroed_case: Annotated[str, Only("own_score", _COUNTED)]
    repeats: Annotated[str, Only("mean_over_case_and_repeat", _COUNTED)]
    hallucination_in_any_repeat: Flag
    unanswered_leaves_run: Annotated[str, Only("incomplete", "a run with a case that nobody answered is not whole")]


class ReleaseRule(FileModel):
    """Which verdicts a release requires."""

    obligatory: Annotated[tuple[str, ...], Only(("contract",), "gates in suite.yaml says which verdicts a suite needs")]
    without_rubric: str


_OVERRIDE = "a label is overridden by two people with a reason, or not at all"


class OverrideRule(FileModel):
    """What a human override of a machine label needs."""

    people: Annotated[Whole, Only(2, _OVERRIDE)]
    reason_required: Annotated[Flag, Only(True, _OVERRIDE)]


class RootCauseRule(FileModel):
    """What a root-cause analysis must contain, and which runs it applies to."""

    min_words: Whole
    keyed_by: Annotated[tuple[str, ...], Only(("suite id", "target name"), "runs are kept by suite and target")]


LOAN_CAPABILITIES = ("extraction", "covenants", "bmt", "qa")
_NONE = MappingProxyType(dict.fromkeys(LOAN_CAPABILITIES, 0))
_LeastOfEach = Annotated[
    Table[str, Whole], OnlyKeys(LOAN_CAPABILITIES, "these are the capabilities that the contract scores")
]


class SamplingRule(FileModel):
    """How many distinct cases and documents a claimed capability must have; 0 means no minimum."""

    cases: _LeastOfEach = Field(default_factory=lambda: _NONE)
    documents: _LeastOfEach = Field(default_factory=lambda: _NONE)


class Clarifications(FileModel):
    """Revision 2 of the rulings, one switch each. A version that does not name one scores as in revision 1."""

    material_changes: Switch = False  # C-16
    nothing_said: Switch = False  # C-17
    front_matter: Switch = False  # C-18
    rates_by_rates: Switch = False  # C-20
    statements: Switch = False  # C-21
    untyped_specifics: Switch = False  # C-22
    qualitative_gaps: Switch = False  # C-23
    repeated_covenants: Switch = False  # C-24
    missing_pages: Switch = False  # C-25
    elective_tenors: Switch = False  # C-26
    pinned_versions: Switch = False  # C-27
    run_metadata: Switch = False  # C-28
    gold_first: Switch = False  # C-29
    bounds: Switch = False  # C-30
    support_names_term: Switch = False  # C-31
    altered_beside_good: Switch = False  # C-32
    companions: Switch = False  # C-33
    described_places: Switch = False  # C-34
    tables: Switch = False  # C-35
    written_forms: Switch = False  # C-36
    stale_and_struck: Switch = False  # C-37


class Parameters(FileModel):
    """Every figure and switch that a ruling sets."""

    strict_source_form: Flag
    partial_compounds: Flag
    bmt_incomplete_score: Exact
    refusal_format_strict: Flag
    case_weight: Annotated[Exact, Only(Decimal("1.0"), "weight in the file of a case says what it weighs")]
    unanswered_score: Exact
    judge_decides_labels: Annotated[Flag, Only(False, "labels come from documents and gold, never from a judge")]
    presence: PresenceRule
    derived: DerivedRule
    absent_in_document: AbsentRule
    location: LocationRule
    pages: PageRule
    quote: QuoteRule
    elision: ElisionRule
    ocr: OcrRule
    citations: CitationRule
    support: SupportRule
    identifiers: IdentifierRule
    borrower: BorrowerRule
    money: MoneyRule
    margin: MarginRule
    tenor: TenorRule
    commitment_fee: CommitmentFeeRule
    mac_clause: MacClauseRule
    cp: ConditionsRule
    illegible: IllegibleRule
    tranches: TrancheRule
    amendment: AmendmentRule
    covenants: CovenantRule
    bmt: BenchmarkRule
    refusal: RefusalRule
    hedges: HedgeRule
    gates: GateRule
    release: ReleaseRule
    override: OverrideRule
    root_cause: RootCauseRule
    sampling: SamplingRule = Field(default_factory=SamplingRule)
    clarifications: Clarifications = Clarifications()

    @model_validator(mode="after")
    def _borders_are_in_order(self) -> Parameters:
        if not 0 <= self.cp.recall_partial <= self.cp.recall_correct <= 1:
            raise ValueError("cp: 0 <= recall_partial <= recall_correct <= 1 does not hold")
        return self
