"""What every check needs, whatever the capability: the documents, the contract and the notation of both sides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from loanproof.provenance import Claim, assess_citation, assess_item, claim_of_text, fold_wording
from loanproof.values import DATE_KIND, CalendarDate, content_words, fold_word, tokenize

if TYPE_CHECKING:
    from datetime import date

    from loanproof.core import Capability, Citation
    from loanproof.provenance import CitationResult, DocumentSet, ItemProvenance, NothingToCite
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Part

_MOST_ASSESSED = 1000  # items whose provenance is kept for a set of documents
_NO_CLAIM = Claim()


class ScoringContext:
    """The documents and the contract that one output is scored by.

    Attributes:
        parameters: What the rulings of the contract set.
        absence: Which words say nothing.
        as_of: The day that the case asks about, if it asks about one.
        notation: How figures and dates of both sides are read, unless they say otherwise: as the first document, the
            one that is analysed, writes its own.
    """

    def __init__(
        self, documents: DocumentSet, standard: EvalStandard, capability: Capability, as_of: str | None = None
    ) -> None:
        self.documents = documents
        self.standard = standard
        self.parameters = standard.parameters
        self.absence = standard.absence
        self.capability = capability
        self.as_of = as_of
        self.notation: Context = next(iter(documents)).mentions.context
        self._provenance = documents.assessed if documents.standard is standard else {}

    def appears(self, part: Part[Any]) -> bool:
        """Return whether a value could have been taken from one of the documents."""
        return any(source.holds(part) for source in self.documents)

    def figures_appear(self, text: str) -> bool:
        """Return whether every figure of a text appears somewhere in the documents."""
        return all(self.appears(part) for part in self.claim_of(text).parts)

    def has_wording(self, text: str) -> bool:
        """Return whether the words of a text stand in the documents as they are given."""
        wanted = fold_wording(text)
        return any(wanted in source.folded_text for source in self.documents)

    def has_word(self, word: str) -> bool:
        """Return whether a word is in the documents, in whatever letters and with whatever ending."""
        begins = re.compile(rf"(?<!\w){re.escape(fold_word(word.casefold()))}")
        return any(begins.search(source.folded_text) is not None for source in self.documents)

    def has_match(self, pattern: re.Pattern[str]) -> bool:
        """Return whether an expression finds something in the documents, struck words and all."""
        return any(pattern.search(source.whole_text) for source in self.documents)

    def has_line_about(self, text: str) -> bool:
        """Return whether some line of the documents holds half of the content words of a text."""
        words = content_words(text)
        lines = (line for source in self.documents for line in source.lines)
        return bool(words) and any(2 * len(words & line) >= len(words) for line in lines)

    def days_in(self, text: str) -> tuple[date, ...]:
        """Return the days that a text names, in its order; one that may mean several days gives all of them."""
        found = DATE_KIND.find(tokenize(text), self.notation)
        values = (value for one in found for value in one.candidates)
        return tuple(value.day for value in values if isinstance(value, CalendarDate))

    def claim_of(self, text: str | None) -> Claim:
        """Return what quotes must support of a text; nothing of no text."""
        return claim_of_text(text or "", context=self.notation)

    def provenance_of(
        self, citations: Sequence[Citation], claim: Claim = _NO_CLAIM, nothing_to_cite: NothingToCite | None = None
    ) -> ItemProvenance:
        """Return the provenance of an item; it is kept, for label and rules and other outputs ask for the same."""
        key = tuple(citations), claim, nothing_to_cite
        found = self._provenance.get(key)
        if found is None:
            if len(self._provenance) >= _MOST_ASSESSED:
                self._provenance.clear()
            found = self._provenance[key] = assess_item(
                key[0],
                documents=self.documents,
                standard=self.standard,
                supports=claim,
                nothing_to_cite=nothing_to_cite,
            )
        return found

    def places_of(self, citations: Sequence[Citation]) -> tuple[CitationResult, ...]:
        """Return what there is at the place of each citation, whatever it should support."""
        return tuple(assess_citation(one, documents=self.documents, standard=self.standard) for one in citations)
