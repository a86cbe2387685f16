"""Whether a value stands anywhere in the document: the question that parts a slip from a forgery."""

from __future__ import annotations

from functools import cached_property

from loanproof.documents.quotes.exact import Needle, find_exact
from loanproof.documents.quotes.folding import FoldedText, fold_text
from loanproof.documents.quotes.index import BlockIndex
from loanproof.documents.quotes.result import TokenClass
from loanproof.documents.quotes.values import (
    Mention,
    find_mentions,
    find_word_numbers,
    keys_held,
    word_number_places,
)
from loanproof.values import NumberLocale


class ValueLookup:
    """The values of one document. They are read once, when the first value is looked up."""

    def __init__(self, text: FoldedText, words: BlockIndex, locale: NumberLocale | None) -> None:
        self._text = text
        self._words = words
        self._locale = locale

    def holds_value(self, mention: Mention) -> bool:
        """Tell whether a value stands in the document, in figures of any form or in words."""
        if not mention.keys.isdisjoint(self.values) or any(self._holds_bare_amount(key) for key in mention.keys):
            return True
        return mention.token_class is TokenClass.NUMBER and not mention.keys.isdisjoint(self._in_words)

    def holds_wording(self, written: str) -> bool:
        """Tell whether a name or phrase stands in the document as whole tokens."""
        folded = fold_text(written)
        needle = Needle(folded, 0, len(folded.text))
        return next(find_exact(self._text, needle, self._words), None) is not None

    def holds_party(self, name: str) -> bool:
        """Tell whether a name or role stands in the document; a role in the singular or plural."""
        return self.holds_wording(name) or self.holds_wording(name.removesuffix("s")) or self.holds_wording(name + "s")

    def occurrences(self, word: str) -> int:
        """Return in how many blocks of the text a folded word stands."""
        return self._words.masks.get(word, 0).bit_count()

    def _holds_bare_amount(self, key: str) -> bool:
        """Tell whether an amount stands without its currency, as in a table, and the currency somewhere else."""
        token_class, _, rest = key.partition(":")
        currency, _, amount = rest.partition(" ")
        return token_class == TokenClass.MONEY and f"number:{amount}" in self.values and self.occurrences(currency) > 0

    @cached_property
    def values(self) -> frozenset[str]:
        """The keys of all values in figures."""
        return frozenset(key for mention in find_mentions(self._text.text, self._locale) for key in keys_held(mention))

    @cached_property
    def _in_words(self) -> frozenset[str]:
        places = word_number_places(self._text.text)
        return frozenset(key for place in places for mention in find_word_numbers(place) for key in mention.keys)
