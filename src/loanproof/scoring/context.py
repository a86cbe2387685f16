"""The scoring context: what every check of every capability needs, namely documents, contract and notation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from loanproof.provenance import Claim, assess_citation, assess_item, claim_of_text, fold_wording
from loanproof.values import DATE_KIND, CalendarDate, content_words, fold_word, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from loanproof.core import Capability, Citation
    from loanproof.provenance import CitationResult, DocumentSet, ItemProvenance, NothingToCite
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Part

_MAX_ASSESSED = 1000  # how many provenance results are cached for one set of documents
_NO_CLAIM = Claim()


class ScoringContext:
    """The documents and the contract that one output is scored against.

    Attributes:
        parameters: The parameters that the rulings of the contract set.
        absence: The words that mean that nothing is said.
        as_of: The day that the case asks about, if it asks about one.
        notation: How the figures and dates of both sides are read unless they show otherwise: in the notation of the
            first document, which is the one under analysis.
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
        self.notation: Context = documents.notation_of_outputs
        # The cache of the documents is shared by many outputs, but it is only valid under its own standard.
        self._provenance = documents.assessed if documents.standard is standard else {}

    def appears(self, part: Part[Any]) -> bool:
        """Return whether a value could have been taken from one of the documents."""
        return any(source.holds(part) for source in self.documents)

    def all_appear(self, parts: Iterable[Part[Any]]) -> bool:
        """Return whether each of several values could have been taken from one of the documents."""
        return all(map(self.appears, parts))

    def figures_appear(self, text: str) -> bool:
        """Return whether every value that the claim of a text has appears somewhere in the documents."""
        return self.all_appear(self.claim_of(text).parts)

    def has_wording(self, text: str) -> bool:
        """Return whether a document contains a text word for word."""
        wanted = fold_wording(text)
        return any(wanted in source.folded_text for source in self.documents)

    def has_word(self, word: str) -> bool:
        """Return whether a word occurs in the documents, in upper or lower case and with any ending."""
        # Only the beginning must match, so that any ending is found.
        begins = re.compile(rf"(?<!\w){re.escape(fold_word(word.casefold()))}")
        return any(begins.search(source.folded_text) is not None for source in self.documents)

    def has_match(self, pattern: re.Pattern[str]) -> bool:
        """Return whether a pattern matches somewhere in the documents, struck words included."""
        return any(pattern.search(source.whole_text) for source in self.documents)

    def has_line_about(self, text: str) -> bool:
        """Return whether some line of the documents contains at least half of the content words of a text."""
        words = content_words(text)
        lines = (line for source in self.documents for line in source.lines)
        return bool(words) and any(2 * len(words & line) >= len(words) for line in lines)

    def days_in(self, text: str) -> tuple[date, ...]:
        """Return the days that a text names, in its order; an ambiguous date gives every day that it may mean."""
        found = DATE_KIND.find(tokenize(text), self.notation)
        values = (value for one in found for value in one.candidates)
        return tuple(value.day for value in values if isinstance(value, CalendarDate))

    def claim_of(self, text: str | None) -> Claim:
        """Return the claim of a text, which its quotes must support; an empty claim if there is no text."""
        return claim_of_text(text or "", context=self.notation)

    def provenance_of(
        self, citations: Sequence[Citation], claim: Claim = _NO_CLAIM, nothing_to_cite: NothingToCite | None = None
    ) -> ItemProvenance:
        """Return the provenance of an item; it is cached, because labels, rules and other outputs ask for it again."""
        key = tuple(citations), claim, nothing_to_cite
        found = self._provenance.get(key)
        if found is None:
            if len(self._provenance) >= _MAX_ASSESSED:
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
        """Return what the documents have at the place of each citation, whatever it is meant to support."""
        return tuple(assess_citation(one, documents=self.documents, standard=self.standard) for one in citations)
