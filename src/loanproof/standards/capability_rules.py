"""What the contract requires of covenants, of benchmark terms and of answers, as typed, immutable objects."""

from __future__ import annotations

from typing import Annotated

from loanproof.core import Exact, FileModel, Flag, Whole
from loanproof.standards.figures import Only, OnlyKeys, Prose
from loanproof.standards.parameters import COVENANT_TYPES
from loanproof.standards.vocabulary import Label, Table


class CovenantType(FileModel):
    """One of the four classes of covenants."""

    meaning: Prose
    examples: tuple[Prose, ...]


class MandatoryFlag(FileModel):
    """A condition that an output must flag, and the components of the flag."""

    name: Prose
    components: Table[str, Prose]
    example: Prose | None = None


class Mismatch(FileModel):
    """The contract's example of a wrong report: what the document says and what was reported."""

    stated: Prose
    reported: Prose


class Covenants(FileModel):
    """The taxonomy of covenants, the requirements for a correct one, and the mandatory flags."""

    types_per_covenant: Annotated[Whole, Only(1, "parameters.covenants.two_types_one_right says what two types are")]
    straddling: Prose
    types: Annotated[Table[str, CovenantType], OnlyKeys(COVENANT_TYPES, "they are words of the case format")]
    correct_needs: Annotated[
        tuple[str, ...],
        Only(
            ("name", "type", "threshold", "testing_frequency", "effective_date"),
            "parameters.covenants says what each fault costs",
        ),
    ]
    threshold_form: Annotated[
        str, Only("verbatim", "parameters.covenants.other_form_with_quote says what another form is worth")
    ]
    frequencies: Annotated[
        tuple[str, ...],
        Only(("quarterly", "semi_annual", "annual"), "parameters.covenants.ladder says which frequencies there are"),
    ]
    frequency_levels_off_before_fail: Whole
    frequency_fail_example: Mismatch
    effective_date_alternative: Annotated[str, Only("per_agreement", "it is a word of the case format")]
    adjacent_type_example: Mismatch
    silent_flag: Label
    flags: Annotated[
        Table[str, MandatoryFlag],
        OnlyKeys(
            ("waiver", "carve_out", "grace_period", "cross_default"), "they are keys of the case and output formats"
        ),
    ]


class Jurisdiction(FileModel):
    """A governing law with its market, and the benchmark that both require."""

    law: str
    market: str
    benchmark: str


class UnclearJurisdiction(FileModel):
    """What to do if law and market give no single benchmark."""

    flag_ambiguity: Annotated[Flag, Only(True, "an ambiguity that is not flagged fails every term")]
    default_without_disclosure: Annotated[Flag, Only(False, "a default that is not disclosed fails every term")]


class WrongAssociation(FileModel):
    """The contract's example of a wrong benchmark."""

    deal: Prose
    applied: Prose


class NoComparator(FileModel):
    """What to do with a term that no benchmark covers."""

    must_state: Prose
    other_terms_still_evaluated: Annotated[Flag, Only(True, "each term is scored by itself")]
    flagged_as_deviation: Annotated[Flag, Only(False, "a term without a benchmark cannot deviate from one")]
    examples: tuple[Prose, ...]


class BenchmarkTerms(FileModel):
    """Which benchmark applies, what a comparison must state, and its tolerance."""

    associations: Table[str, str]
    correct_names: tuple[str, ...]
    jurisdictions: tuple[Jurisdiction, ...]
    mixed_or_unclear: UnclearJurisdiction
    elements: Table[str, Prose]
    gap_forms: Annotated[
        tuple[str, ...], Only(("bps", "percentage_points", "text"), "they are keys of the case and output formats")
    ]
    tolerance_bps: Exact
    true_negative_references: Annotated[Whole, Only(1, "the output format has one benchmark for each comparison")]
    silence_is_true_negative: Annotated[Flag, Only(False, "a term that the output leaves out confirms nothing")]
    wrong_association_example: WrongAssociation
    no_comparator: NoComparator


_TO_THE_LETTER = "parameters.refusal says which words of the sentence may vary"


class Refusal(FileModel):
    """The exact sentences of a grounded refusal."""

    sentence: Annotated[str, Only("The document does not contain information about [topic].", _TO_THE_LETTER)]
    format: Annotated[
        str,
        Only(
            "The document does not contain information about [X]. If this information is required, it may be found in "
            "[Y — only if plausible].",
            _TO_THE_LETTER,
        ),
    ]
    pointer: Annotated[
        str, Only("only if plausible", "parameters.refusal.implausible_pointer says what another pointer is")
    ]
    forbidden: Annotated[
        tuple[str, ...], Only(("I don't know.",), "parameters.refusal.forbidden_phrases is the list that is read")
    ]
    generic_disclaimer: Annotated[Flag, Only(False, "parameters.refusal.generic_topics says what is too general")]


class QuestionAnswering(FileModel):
    """The scope rules for questions on documents, and the refusal."""

    scope_rules: Table[str, Prose]
    citation_elements: Annotated[
        tuple[str, ...],
        Only(
            ("document name", "clause or section", "verbatim quote"), "parameters.citations.qa says what a fault costs"
        ),
    ]
    qualified_examples: tuple[Prose, ...]
    outside_knowledge_examples: tuple[Prose, ...]
    refusal: Refusal
