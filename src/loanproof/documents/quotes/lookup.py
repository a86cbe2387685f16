"""Whether a value, a name or a word appears anywhere in the document, which separates a slip from a forgery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from loanproof.core import Span
from loanproof.documents.quotes.defined_terms import DefinedTerms
from loanproof.documents.quotes.exact import Needle, find_exact
from loanproof.documents.quotes.folding import FoldedText, fold_text
from loanproof.documents.quotes.index import BlockIndex
from loanproof.documents.quotes.places import Places
from loanproof.documents.quotes.result import TokenClass
from loanproof.documents.quotes.values import CLASSES, ENGLISH, Mention, find_values
from loanproof.values import (
    CURRENCY_KIND,
    MONEY_KIND,
    PARTY_KIND,
    PLAIN_TEXT_KIND,
    WRITTEN_DATE_KIND,
    WRITTEN_NUMBER_KIND,
    Context,
    Currency,
    Kind,
    Mentions,
    Money,
    Part,
    Read,
    Strictness,
)

# A date may be split by a page break or a hyphen, and figures that are not a value have only their characters.
# No other value is looked up by its characters: 60 would appear in 60 %, and USD 5 in USD 5 billion.
_BY_WORDING: frozenset[Kind[Any]] = frozenset({WRITTEN_DATE_KIND, PLAIN_TEXT_KIND})
_FEWEST_DIGITS = 4  # digits of an amount without its currency; a shorter figure may be a clause, a day or a count
_OTHER_FIGURES = tuple(kind for kind in CLASSES if kind not in (MONEY_KIND, WRITTEN_NUMBER_KIND))


class ValueLookup:
    """What one document contains. Its values are read once, on the first lookup.

    ``beside`` is the document including the words that are left out of its text, which count too. ``others`` are the
    other documents of the case: a value that appears in one of them is not invented. ``classes`` are the kinds of value
    that are distinguished.
    """

    def __init__(
        self,
        text: FoldedText,
        words: BlockIndex,
        places: Places,
        scan: Callable[[], Mentions],
        beside: ValueLookup | None = None,
        others: Callable[[], Iterable[ValueLookup]] = tuple,
        classes: Mapping[Kind[Any], TokenClass] = CLASSES,
    ) -> None:
        self._text = text
        self._words = words
        self._places = places
        self._scan = scan
        self._beside = beside
        self._others = others
        self.classes = classes

    @cached_property
    def context(self) -> Context:
        """The notation in which quotes and passages are read: the document's own."""
        context = self._scan().context
        return context if context.number_locale else replace(context, number_locale=ENGLISH.number_locale)

    @cached_property
    def terms(self) -> DefinedTerms:
        """The terms that the document defines."""
        return DefinedTerms(self._text)

    @cached_property
    def _elsewhere(self) -> tuple[ValueLookup, ...]:
        return (*(() if self._beside is None else (self._beside,)), *self._others())

    def find_values(self, folded: FoldedText, start: int, end: int) -> list[Mention]:
        """Return the values in a span of a quote or passage, read in the notation of the document."""
        return find_values(folded, start, end, self.context, self.classes)

    def holds_value(self, mention: Mention) -> bool:
        """Return whether a value appears in the document, in any form, outside its running matter."""
        if any(other.holds_value(mention) for other in self._elsewhere):
            return True
        part = mention.part
        if part.kind in _BY_WORDING and self.holds_wording(part.written):
            return True
        if part.kind is MONEY_KIND:
            return self._appears(part) or self._holds_bare_amount(part)
        return part.kind is not PLAIN_TEXT_KIND and self._appears(part)

    def holds_wording(self, written: str) -> bool:
        """Return whether a name or phrase is in the document as whole tokens."""
        folded = fold_text(written)
        needle = Needle(folded, 0, len(folded.text))
        if next(find_exact(self._text, needle, self._words), None) is not None:
            return True
        return any(other.holds_wording(written) for other in self._elsewhere)

    def holds_party(self, name: str) -> bool:
        """Return whether a name or role is in the document; a role in the singular or plural."""
        return self.holds_wording(name) or self.holds_wording(name.removesuffix("s")) or self.holds_wording(name + "s")

    def name_alone(self, name: str) -> str:
        """Return a name without preceding words of the document: ``Jones THE OWNER Alder Limited`` in a flat quote.

        Words that the document does not use stay: ``Heron Alder Limited`` is another name.
        """
        words = name.split()
        for at, word in enumerate(words[:-1]):
            rest = " ".join(words[at:])
            if isinstance(PARTY_KIND.read(rest), Read) and self.holds_wording(rest):  # a legal form alone is not a name
                return rest
            if not self.occurrences(fold_text(word).text.strip(".,")):
                break
        return name

    def occurrences(self, word: str) -> int:
        """Return in how many blocks of the text a folded word appears."""
        return self._words.masks.get(word, 0).bit_count()

    def _appears(self, part: Part[Any]) -> bool:
        """Return whether a part appears; a number only if it is not part of a date, a rate or a ratio."""
        spans = self._scan().appears(part, Strictness.PRESENCE)
        others = _OTHER_FIGURES if part.kind is WRITTEN_NUMBER_KIND else ()
        return any(self._is_on_its_own(span, others) for span in spans)

    def _holds_bare_amount(self, part: Part[Money]) -> bool:
        """Return whether an amount appears without its currency, as in a table, and the currency elsewhere."""
        mentions = self._scan()
        figure = WRITTEN_NUMBER_KIND.part(*(money.number for money in part.candidates))
        spans = mentions.appears(figure, Strictness.PRESENCE)
        figures = [span for span in spans if _looks_like_amount(span.of(mentions.text))]
        if not any(self._is_on_its_own(span, (MONEY_KIND, *_OTHER_FIGURES)) for span in figures):
            return False
        codes = {money.currency for money in part.candidates if money.currency}
        return self._appears(CURRENCY_KIND.part(*(Currency(code=code) for code in sorted(codes))))

    def _is_on_its_own(self, span: Span, others: Iterable[Kind[Any]]) -> bool:
        if self._places.is_running(span):
            return False  # a page number is not a number of the agreement
        return not any(self._scan().overlapping(kind, span) for kind in others)


def _looks_like_amount(written: str) -> bool:
    return sum(character.isdigit() for character in written) >= _FEWEST_DIGITS
