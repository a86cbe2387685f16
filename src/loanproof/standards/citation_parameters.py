"""The figures and switches that rulings set for citations and quotes, as typed objects."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from loanproof.core import Exact, FileModel, Flag, Whole
from loanproof.standards.figures import Only


class LocationRule(FileModel):
    """Which citation class applies to a place that cannot be found."""

    page_not_there: str
    section_not_there: str
    section_needs_complete_index: Annotated[
        Flag, Only(True, "a section is missing only where the list of sections is complete")
    ]
    section_unresolved: str


class PageRule(FileModel):
    """How a cited page is matched, and how many pages a cited range may span."""

    match_by: tuple[Literal["index", "label", "printed"], ...]
    range_span: Whole


_INDEXED = "the index of the quote search is laid out for it"


class QuoteVerdicts(FileModel):
    """Which citation class applies to a quote, by the result of the search."""

    verbatim: Annotated[str, Only("OK", "a quote that is word for word the source has no fault")]
    altered_immaterial: str
    paraphrase: str
    forged: str
    altered: str
    tail_immaterial: str
    spliced: str
    spliced_over_exception: str
    brackets_inserted: str
    too_short: str
    absent: str


class QuoteRule(FileModel):
    """The limits between verbatim, paraphrased and absent quotes."""

    containment: Exact
    window_shortest: Annotated[Exact, Only(Decimal("0.8"), _INDEXED)]
    window_longest: Annotated[Exact, Only(Decimal("1.5"), _INDEXED)]
    neighbour_pages: Annotated[Whole, Only(1, _INDEXED)]
    min_words: Whole
    min_characters: Whole
    broad_characters: Whole
    not_sufficient: str
    verdicts: QuoteVerdicts
    found_elsewhere: Annotated[
        tuple[str, ...],
        Only(("PAGE", "WRONGLOC", "PARA+PAGE"), "page, section and words decide which of them a found quote has"),
    ]


class ElisionRule(FileModel):
    """When a quote with an ellipsis is still verbatim; a longer one must stay within one clause."""

    max_fragments: Whole
    min_words: Whole
    min_characters: Whole
    span_characters: Whole
    span_characters_in_clause: Whole = 0
    never_skipped: Annotated[
        tuple[str, ...],
        Only(
            ("not", "no", "except", "unless", "other than", "save", "subject to", "provided that", "only if"),
            "the quote search has its own words that deny and except",
        ),
    ]


class OcrRule(FileModel):
    """How many character errors a quote from a scanned page may have."""

    letter_error_share: Exact
    letter_errors: Whole
    other_errors: Annotated[Whole, Only(0, "no figure, currency or name is ever taken for misread")]


class CitationEffect(FileModel):
    """The citation classes that fail an item of a capability, or limit it to partial."""

    fail_on: tuple[str, ...]
    partial_on: tuple[str, ...]


class CitationRule(FileModel):
    """How citations affect labels outside extraction, and which items need none."""

    several: Annotated[str, Only("best_unless_fake", "several citations are joined in one way")]
    fault_score: Annotated[Exact, Only(Decimal("0.5"), "provenance.citation_classes has the score of each fault")]
    covenants: CitationEffect
    bmt: CitationEffect
    qa: CitationEffect
    not_applicable_to: tuple[str, ...]


class SupportRule(FileModel):
    """Which value the quote must support if the value is not wholly right."""

    partial_needs: Annotated[str, Only("expected_value", "a quote supports a partly right value in one way")]
    other_value_needs: Annotated[str, Only("given_value", "a quote supports any other value in one way")]
    hallucination_stays: Flag
