"""Everything about one document that searching needs, each part built on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from loanproof.core import Span
from loanproof.documents.mentions import scan
from loanproof.documents.model import Document
from loanproof.documents.quotes.exact import Hit, Needle, find_exact
from loanproof.documents.quotes.folding import FoldedText, fold_document
from loanproof.documents.quotes.index import BlockIndex, index_grams, index_words
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.places import Places
from loanproof.documents.quotes.result import Difference, Fold, QuoteVerdict, TokenClass
from loanproof.documents.quotes.values import CLASSES
from loanproof.documents.quotes.written_forms import WrittenForms
from loanproof.values import Context, Kind, Mentions

_OTHERS_KEPT = 20  # how many other places with the same wording a result lists


class Haystack:
    """A document prepared for quote searches."""

    def __init__(
        self,
        document: Document,
        context: Context | None = None,
        *,
        classes: Mapping[Kind[Any], TokenClass] = CLASSES,
        others: Callable[[], Iterable[ValueLookup]] = tuple,
    ) -> None:
        self.document = document
        self.places = Places(document)
        self._context = context
        self._classes = classes
        self._others = others

    @cached_property
    def text(self) -> FoldedText:
        """The folded text without running matter."""
        return fold_document(self.document)

    @cached_property
    def with_running(self) -> FoldedText:
        """The folded text including headers and footers, for quotes that copied them."""
        has_running = any(page.running for page in self.document.pages)
        return fold_document(self.document, keep_running=True) if has_running else self.text

    @cached_property
    def grams(self) -> BlockIndex:
        """The index of k-grams."""
        return index_grams(self.text.text)

    @cached_property
    def words(self) -> BlockIndex:
        """The index of words."""
        return index_words(self.text.text)

    @staticmethod
    def found_at(verdict: QuoteVerdict, text: FoldedText, hits: Sequence[Hit], folds: tuple[Fold, ...] = ()) -> Finding:
        """Return a finding at the first of several places; the others are counted, and the first few listed."""
        spans = [text.span_of(*hit) for hit in hits[: _OTHERS_KEPT + 1]]
        others = tuple(spans[1:])
        return Finding(verdict=verdict, spans=(spans[0],), folds=folds, other_places=others, other_count=len(hits) - 1)

    @cached_property
    def written_forms(self) -> WrittenForms:
        """The text for quotes in another notation."""
        return WrittenForms(self.document, self.text, self.words, lambda: self.mentions)

    def find_exact(self, needle: Needle) -> Iterator[Hit]:
        """Yield every place of the text, without running matter, where the needle appears word for word."""
        return find_exact(self.text, needle, self.words)

    @cached_property
    def mentions(self) -> Mentions:
        """The typed values of the document, each kind searched for on first use."""
        return scan(self.document, self._context)

    @cached_property
    def as_it_was(self) -> Haystack | None:
        """The document with its struck and hidden words: it contains them, but they support nothing."""
        if not self.document.marks:
            return None
        return Haystack(self.document.as_it_was(), self.mentions.context)

    @cached_property
    def lookup(self) -> ValueLookup:
        """What the document contains; it is scanned for values on the first lookup."""
        beside = None if self.as_it_was is None else self.as_it_was.lookup
        return ValueLookup(
            self.text, self.words, self.places, lambda: self.mentions, beside, self._others, self._classes
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one step of the search; the fields are those of :class:`QuoteResult`."""

    verdict: QuoteVerdict
    spans: tuple[Span, ...]
    folds: tuple[Fold, ...] = ()
    differences: tuple[Difference, ...] = ()
    skipped: tuple[str, ...] = ()
    other_places: tuple[Span, ...] = ()
    other_count: int = 0
    ocr_errors: int = 0
