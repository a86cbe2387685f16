"""The result of a quote search: the verdict, the place, and the evidence for both."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import reduce

from loanproof.core import Span
from loanproof.documents.model import MarkReason


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteRules:
    """The limits that rulings set. The defaults are those of our newest contract; a standard gives its own.

    Attributes:
        containment: The share of a quote's content words that a passage must contain to be its counterpart.
        min_words: A quote with fewer words ...
        min_characters: ... and fewer characters is too short to be called anything but verbatim.
        elision_max_fragments: How many fragments a quote with ``...`` may have and still be verbatim.
        elision_min_words: Each fragment has this many words ...
        elision_min_characters: ... or this many characters.
        elision_max_gap: The text left out between the fragments has at most this many characters in all.
        ocr_error_rate: The share of characters that recognition may have misread in a verbatim quote ...
        ocr_max_errors: ... and their highest number.
        elision_max_gap_in_clause: How many characters may be left out inside one clause, if they contain no value.
        material_changes: Whether C-16 applies, which distinguishes changed periods, terms, opposites and swaps.
        written_forms: Whether equivalent notations are folded (C-36), and the habits of quoting programs with them.
        tables: Whether the cells of a table may be quoted in another order (C-35).
    """

    containment: Decimal = Decimal("0.60")
    min_words: int = 4
    min_characters: int = 20
    elision_max_fragments: int = 3
    elision_min_words: int = 4
    elision_min_characters: int = 20
    elision_max_gap: int = 600
    ocr_error_rate: Decimal = Decimal("0.02")
    ocr_max_errors: int = 6
    elision_max_gap_in_clause: int = 2000
    material_changes: bool = True
    written_forms: bool = True
    tables: bool = True


NEWEST_RULES = QuoteRules()


class QuoteVerdict(StrEnum):
    """What a quote is to the document. The verdict says nothing about the place."""

    VERBATIM = "verbatim"  # word for word, apart from typography
    ALTERED = "altered"  # a passage with some tokens changed; the differences say which
    PARAPHRASE = "paraphrase"  # a passage in other words, with the same figures, names and negations
    PARTIAL = "partial"  # a true beginning or end, with words that do not appear there
    SPLICED = "spliced"  # true pieces from different places, joined as one
    TOO_SHORT = "too_short"  # not found, and too short to say more
    ABSENT = "absent"  # proven: no passage is within the stated number of edits


class TokenClass(StrEnum):
    """What kind of word or figure differs. All except ``OTHER`` are material."""

    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    PERCENTAGE = "percentage"
    RATIO = "ratio"
    PARTY = "party"
    PERIOD = "period"  # a period, or the unit of one
    DAY = "day"  # Business Day for day
    RATE_PERIOD = "rate_period"  # a rate per month for one per annum
    REFERENCE_RATE = "reference_rate"
    FREQUENCY = "frequency"
    LAW = "law"  # a governing law, or the place of one
    TERM = "term"  # one defined term for another
    EXCHANGED = "exchanged"  # two values, names, terms or roles that were swapped
    COMPARATOR = "comparator"  # "at most" for "at least", "after" for "before"
    NEGATION = "negation"  # a "not" added, dropped or moved; under revision 1 also a reversed comparator
    MODAL = "modal"  # "may" for "shall"
    EXCEPTION = "exception"  # "unless", "except", "subject to" added or dropped
    CONJUNCTION = "conjunction"  # "or" for "and"
    DRAWN = "drawn"  # drawn for undrawn
    OPPOSITE = "opposite"  # "decrease" for "increase"
    OTHER = "other"

    @property
    def is_value(self) -> bool:
        """Whether a token of this class can be looked up elsewhere in the document."""
        return self in _VALUES


_VALUES = frozenset(
    {
        TokenClass.NUMBER,
        TokenClass.MONEY,
        TokenClass.DATE,
        TokenClass.PERCENTAGE,
        TokenClass.RATIO,
        TokenClass.PARTY,
        TokenClass.PERIOD,
        TokenClass.REFERENCE_RATE,
        TokenClass.LAW,
    }
)


class Fold(StrEnum):
    """A typographic difference that was folded to find a quote word for word."""

    CASE = "case"
    SPACES = "spaces"
    PAGE_BREAK = "page_break"
    RUNNING_MATTER = "running_matter"
    HYPHEN = "hyphen"
    LIGATURE = "ligature"
    QUOTES = "quotes"
    DASHES = "dashes"
    INVISIBLE = "invisible"
    FOOTNOTE = "footnote"
    ELLIPSIS = "ellipsis"
    WIDTH = "width"
    OUTER_PUNCTUATION = "outer_punctuation"
    WRITTEN_FORM = "written_form"
    MARKUP = "markup"
    CUT_WORD = "cut_word"
    LIST_MARKER = "list_marker"
    ELISION = "elision"
    CELL_ORDER = "cell_order"
    COLUMNS_LEFT_OUT = "columns_left_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One difference between quote and document.

    Attributes:
        expected: What the document says there; empty if the quote added something.
        found: What the quote says; empty if it left something out.
        token_class: What kind of token differs.
        appears_elsewhere: Whether the quote's value appears anywhere in the document; ``None`` for other classes.
    """

    expected: str
    found: str
    token_class: TokenClass
    appears_elsewhere: bool | None = None

    @property
    def is_forged(self) -> bool:
        """Whether the quote gives a value that does not appear in the document at all."""
        return self.appears_elsewhere is False


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteResult:
    """The result of one search.

    Attributes:
        verdict: What the quote is to the document.
        sentence: The same for a loan officer, with place and reason.
        spans: Where it is in the document's text; several for fragments and splices, none when not found.
        pages: The physical pages of the spans, in order.
        section: The id of the innermost section around the (first) span.
        on_cited_page: Whether one of the pages is the cited one; ``None`` when none was cited or nothing was found.
        in_cited_section: Whether the place is in the cited section or one inside it; ``None`` likewise.
        folds: The typographic folds that were needed.
        differences: The differences between quote and document, in the quote's order.
        skipped: Negations and exceptions that the quote skips between its pieces.
        absent_within: For ``ABSENT``, the k of the proof: no passage is within k character edits.
        other_places: Other places with the same wording, the first few.
        other_count: How many other places there are; counting stops at a few thousand.
        ocr_pages: Pages of the place whose text was recognised from an image.
        unclear_pages: Pages of the place that may have been misread: recognised or not clean, and typed by nobody.
        ocr_errors: How many characters were forgiven as misread.
        unread_pages: Pages that could not be read; absence is proven only for the other pages.
        marks: Why words of the place are left out of what the document says; empty if all of it counts.
        is_recognised: Whether image pages had to be recognised: spans are then those of ``document.recognised()``.
        is_before: Whether the quote has the wording from before words there were struck and replaced.
    """

    verdict: QuoteVerdict
    sentence: str
    spans: tuple[Span, ...] = ()
    pages: tuple[int, ...] = ()
    section: str | None = None
    on_cited_page: bool | None = None
    in_cited_section: bool | None = None
    folds: tuple[Fold, ...] = ()
    differences: tuple[Difference, ...] = ()
    skipped: tuple[str, ...] = ()
    absent_within: int | None = None
    other_places: tuple[Span, ...] = ()
    other_count: int = 0
    ocr_pages: tuple[int, ...] = ()
    unclear_pages: tuple[int, ...] = ()
    ocr_errors: int = 0
    unread_pages: tuple[int, ...] = ()
    marks: tuple[MarkReason, ...] = ()
    is_recognised: bool = False
    is_before: bool = False

    @property
    def span(self) -> Span | None:
        """The span of the document that covers all spans, or ``None`` if nothing was found."""
        return reduce(Span.cover, self.spans) if self.spans else None

    @property
    def is_forged(self) -> bool:
        """Whether the quote contains a value that does not appear in the document."""
        return any(difference.is_forged for difference in self.differences)

    @property
    def material(self) -> tuple[Difference, ...]:
        """The differences that change what the passage says."""
        return tuple(one for one in self.differences if one.token_class is not TokenClass.OTHER)

    @property
    def is_ambiguous(self) -> bool:
        """Whether the wording appears more than once and the citation does not say which place is meant."""
        return self.other_count > 0 and not self.on_cited_page and not self.in_cited_section
