"""The submitted documents of one case, each with its search and its typed values, built once on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from loanproof.core import SpanSet
from loanproof.documents import MarkReason, QuoteRules, QuoteSearcher
from loanproof.provenance.assessment import Assessor
from loanproof.provenance.cited_sections import CitedSections
from loanproof.provenance.equal_roles import equal_roles
from loanproof.provenance.other_terms import Naming
from loanproof.provenance.pages import CitedPages, look_up_pages
from loanproof.provenance.sections import SectionIndex
from loanproof.values import Mentions, Percentage, content_words

if TYPE_CHECKING:
    from loanproof.core import Citation, FieldId, Span
    from loanproof.documents import Document, ValueLookup
    from loanproof.provenance.claims import Claim, Term
    from loanproof.provenance.items import ItemProvenance, NothingToCite
    from loanproof.provenance.sections import SectionMatch
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Part, SectionId


Assessed: TypeAlias = "tuple[tuple[Citation, ...], Claim, NothingToCite | None]"
"""What is asked about an item: its citations, what they must support, and why there may be none."""
_DRAWN = frozenset({MarkReason.STRUCK, MarkReason.HIDDEN})
_MOST_QUOTES = 250  # cached quotes and values: enough for a case or two, because a run may have many documents


def fold_wording(text: str) -> str:
    """Return a text in lower case with single blanks between its words."""
    return " ".join(text.casefold().split())


def quote_rules_of(standard: EvalStandard) -> QuoteRules:
    """Return the limits of quote search that the rulings of a standard set."""
    quote, elision, ocr = standard.parameters.quote, standard.parameters.elision, standard.parameters.ocr
    rulings = standard.parameters.clarifications
    return QuoteRules(
        containment=quote.containment,
        min_words=quote.min_words,
        min_characters=quote.min_characters,
        elision_max_fragments=elision.max_fragments,
        elision_min_words=elision.min_words,
        elision_min_characters=elision.min_characters,
        elision_max_gap=elision.span_characters,
        ocr_error_rate=ocr.letter_error_share,
        ocr_max_errors=ocr.letter_errors,
        elision_max_gap_in_clause=elision.span_characters_in_clause,
        material_changes=rulings.material_changes,
        written_forms=rulings.written_forms,
        tables=rulings.tables,
    )


class Source:
    """One submitted document with everything needed to check a citation."""

    def __init__(
        self, document: Document, standard: EvalStandard, beside: Callable[[], Iterable[Source]] = tuple
    ) -> None:
        """Take a document, and the other documents of the case, which may contain what a quote says."""
        rulings = standard.parameters.clarifications
        self._beside = beside if rulings.material_changes else tuple
        # Under revision 1 all drawn words are text of the document.
        self.document = document if rulings.stale_and_struck else document.with_words(_DRAWN)
        self.sections = SectionIndex(
            self.document, front_matter=rulings.front_matter, described_places=rulings.described_places
        )
        self._standard = standard
        self._quoted: dict[str, Mentions] = {}
        self._pages: dict[str | None, CitedPages] = {}
        self._assessors: dict[Citation, Assessor] = {}
        self._namings: dict[tuple[str, Term], Naming] = {}
        self._equal_roles: dict[FieldId, frozenset[str]] = {}

    @cached_property
    def searcher(self) -> QuoteSearcher:
        """The quote search of this document."""
        rules = quote_rules_of(self._standard)
        return QuoteSearcher(self.document, rules, others=lambda: [one.lookup for one in self._beside()])

    @cached_property
    def lookup(self) -> ValueLookup:
        """What this document contains on its own."""
        return QuoteSearcher(self.document, quote_rules_of(self._standard)).haystack.lookup

    @cached_property
    def mentions(self) -> Mentions:
        """The typed values of this document, which can support a value."""
        return self.searcher.mentions

    @cached_property
    def whole_text(self) -> str:
        """The text of this document with its struck and hidden words."""
        return self.document.with_words().text

    @cached_property
    def folded_text(self) -> str:
        """The text as :func:`fold_wording` returns it, for finding the words of an answer."""
        return fold_wording(self.whole_text)

    @cached_property
    def lines(self) -> tuple[frozenset[str], ...]:
        """The content words of each non-empty line of this document."""
        return tuple(content_words(line) for line in self.document.text.splitlines() if line.strip())

    def assessor_of(self, citation: Citation) -> Assessor:
        """Return the assessor of a citation on this document; the same one for every claim."""
        if citation not in self._assessors:
            if len(self._assessors) >= _MOST_QUOTES:
                self._assessors.clear()
            self._assessors[citation] = Assessor(citation, self, self._standard)
        return self._assessors[citation]

    def pages_of(self, cited: str | None) -> CitedPages:
        """Return the pages that a cited page means; cached."""
        if cited not in self._pages:
            self._pages[cited] = look_up_pages(cited, self.document, self._standard)
        return self._pages[cited]

    def match_of(self, section: SectionId) -> SectionMatch:
        """Return whether this document has a section anywhere: ``OTHER`` if it does, since no place is given."""
        return self.sections.match(CitedSections(given=True, ids=(section,)), None, None)

    def holds(self, part: Part[Any]) -> bool:
        """Return whether a value could have been taken from this document, including struck and hidden words."""
        before = self.searcher.haystack.as_it_was
        scans = (self.mentions,) if before is None else (self.mentions, before.mentions)
        return any(mentions.appears(part, self._standard.presence) for mentions in scans)

    def locate(self, part: Part[Any]) -> tuple[Span, ...]:
        """Return where this document supports a part of a claim, in order; empty if it does not."""
        return self.mentions.appears(part, self._standard.support)

    def locate_before(self, part: Part[Any]) -> tuple[Span, ...]:
        """Return where this document supported a part before words were struck in it."""
        before = self.searcher.haystack.as_it_was
        return () if before is None else before.mentions.appears(part, self._standard.support)

    @cached_property
    def struck(self) -> SpanSet:
        """Where words of this document are struck."""
        return SpanSet(mark.span for mark in self.document.marks if mark.reason.is_struck)

    def locate_in(self, quote: str, part: Part[Any]) -> tuple[Span, ...]:
        """Return where a quote supports a part of a claim."""
        return self.mentions_of(quote).appears(part, self._standard.support)

    def gives_other_period(self, quote: str, part: Part[Any]) -> bool:
        """Return whether a quote gives the figure of a rate, but for another period (0171)."""
        is_rate = any(isinstance(one, Percentage) for one in part.candidates)
        is_there = is_rate and bool(self.mentions_of(quote).appears(part, self._standard.presence))
        return is_there and not self.locate_in(quote, part)

    @property
    def counts_headings(self) -> bool:
        """Whether the heading of a table counts for cells quoted in another order or without it (C-35)."""
        return self._standard.parameters.clarifications.tables

    def may_state(self, part: Part[Any]) -> bool:
        """Return whether a quote of this document can state a part at all: the document must contain it."""
        return self._standard.support.is_loose or self.holds(part)

    def naming_of(self, text: str, term: Term | None) -> Naming | None:
        """Return what a text says about the terms of its values, cached; ``None`` if no ruling asks for it (C-31)."""
        if term is None or not self._standard.parameters.clarifications.support_names_term:
            return None
        if (text, term) not in self._namings:
            if len(self._namings) >= _MOST_QUOTES:
                self._namings.clear()
            if term.field not in self._equal_roles:
                self._equal_roles[term.field] = equal_roles(self.document.text, term.field)
            self._namings[text, term] = Naming(self.mentions_of(text), term, self._equal_roles[term.field])
        return self._namings[text, term]

    def mentions_of(self, quote: str) -> Mentions:
        """Return the values of a quote, read in the notation of this document; each quote is read once."""
        if quote not in self._quoted:
            if len(self._quoted) >= _MOST_QUOTES:
                self._quoted.clear()
            self._quoted[quote] = Mentions.in_text(quote, self.mentions.context)
        return self._quoted[quote]


class DocumentSet:
    """The submitted documents by file name. If two have the same name, the first one counts.

    Their image pages are recognised, because absence must hold for all pages of a document.

    Attributes:
        standard: The contract that they are read under.
        assessed: A cache of citation results under this contract: many outputs cite the same places.
    """

    def __init__(self, documents: Sequence[Document], standard: EvalStandard) -> None:
        if not documents:
            raise ValueError("citations are assessed on at least one document.")
        self.standard = standard
        self.assessed: dict[Assessed, ItemProvenance] = {}
        self._sources: dict[str, Source] = {}
        for document in documents:
            beside = partial(self._beside, document.name)
            self._sources.setdefault(document.name, Source(document.recognised(), standard, beside))

    def _beside(self, name: str) -> list[Source]:
        return [source for other, source in self._sources.items() if other != name]

    @property
    def names(self) -> tuple[str, ...]:
        """The file names, in the order given."""
        return tuple(self._sources)

    @cached_property
    def notation_of_outputs(self) -> Context:
        """How outputs on these documents are read: in the notation of the first, unless they show another."""
        return replace(next(iter(self)).mentions.context, is_of_output=True)

    def __getitem__(self, name: str) -> Source:
        return self._sources[name]

    def __iter__(self) -> Iterator[Source]:
        return iter(self._sources.values())
