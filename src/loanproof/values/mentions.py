"""One scan of a text into typed mentions, and the one test of whether a value appears there.

The guard, the scorers, the quote search and the linter all ask here whether a value appears in a text. How the value is
written never matters, and an ambiguous place counts for each of its meanings.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar, cast

from loanproof.core import Span, SpanSet
from loanproof.values.text.content_words import content_words
from loanproof.values.text.passages import paragraphs
from loanproof.values.text.tokens import TokenKind, tokenize

if TYPE_CHECKING:
    from loanproof.values.kind import Kind, Part
    from loanproof.values.reading import Context, Found
    from loanproof.values.text.tokens import Tokens

V = TypeVar("V")
_MOST_KEPT = 10_000  # cached parts per text
_SHORTEST_WORDING = 6  # letters; shorter words, such as "yes" or "other", appear everywhere


class Strictness(StrEnum):
    """How much of a value must appear, and in which form. Whatever counts as support also counts as presence.

    The loose ones follow revision 1 of the rulings, before C-20: there a bare number may show a rate, and a quote may
    support what its document does not contain.
    """

    PRESENCE = "presence"  # whatever could be invented; a conclusion, such as a class, need not appear in words
    SUPPORT = "support"  # everything, including the words of a conclusion
    LOOSE_PRESENCE = "loose presence"
    LOOSE_SUPPORT = "loose support"

    @property
    def is_presence(self) -> bool:
        """Whether the words of a conclusion need not appear."""
        return self in (Strictness.PRESENCE, Strictness.LOOSE_PRESENCE)

    @property
    def is_loose(self) -> bool:
        """Whether this follows revision 1."""
        return self in (Strictness.LOOSE_PRESENCE, Strictness.LOOSE_SUPPORT)


class Mentions:
    """All typed values of one text, from one tokenization. Each kind is searched for once, on first use."""

    def __init__(self, tokens: Tokens, context: Context) -> None:
        """Take the tokens of the whole text, and the context to read them in."""
        self.tokens = tokens
        self.context = context
        self._found: dict[Kind[Any], tuple[Found[Any], ...]] = {}
        self._places: dict[Kind[Any], Mapping[str, tuple[Span, ...]]] = {}
        self._appearances: dict[tuple[Part[Any], Strictness], tuple[Span, ...]] = {}

    @classmethod
    def in_text(cls, text: str, context: Context) -> Mentions:
        """Return the mentions of a text, read in a given context; those of a short text are kept."""
        tokens = tokenize(text)
        return tokens.cached((cls, context), lambda: cls(tokens, context))

    @property
    def text(self) -> str:
        """The text as it was written."""
        return self.tokens.folded.original

    def of(self, kind: Kind[V]) -> tuple[Found[V], ...]:
        """Return every value of a kind in the text, in order, with its place."""
        if kind not in self._found:
            self._found[kind] = kind.find(self.tokens, self.context)
        return cast("tuple[Found[V], ...]", self._found[kind])

    def settled(self, kinds: Iterable[Kind[Any]]) -> Iterator[tuple[Kind[Any], Found[Any]]]:
        """Yield the values of several kinds without overlaps: earlier kinds win."""
        over: list[Span] = []
        for kind in kinds:
            before = SpanSet(over)
            fresh = [one for one in self.of(kind) if not before.overlaps(one.span)]
            over += [one.span for one in fresh]
            yield from ((kind, one) for one in fresh)

    def places(self, kind: Kind[V], key: str) -> tuple[Span, ...]:
        """Return the places of the values that have a given key of their kind."""
        if kind not in self._places:
            places: dict[str, dict[Span, None]] = {}
            for one in self.of(kind):
                for value in one.candidates:
                    for own in kind.keys(value):
                        places.setdefault(own, {})[one.span] = None
            self._places[kind] = {own: tuple(spans) for own, spans in places.items()}
        return self._places[kind].get(key, ())

    def overlapping(self, kind: Kind[V], span: Span) -> tuple[Found[V], ...]:
        """Return the values of a kind that overlap a span."""
        found = self.of(kind)
        first = bisect_right(found, span.start, key=lambda one: one.span.end)
        return tuple(takewhile(lambda one: one.span.start < span.end, found[first : first + len(span)]))

    def phrase(self, words: Iterable[str]) -> tuple[Span, ...]:
        """Return where these words follow each other, in any letter case, ignoring signs between them."""
        return self.matches(_pattern_of(tuple(words)))

    def matches(self, pattern: re.Pattern[str]) -> tuple[Span, ...]:
        """Return where a pattern matches the folded text."""
        folded = self.tokens.folded
        return tuple(folded.span_of(*match.span()) for match in pattern.finditer(folded.text))

    def wording(self, text: str) -> tuple[Span, ...]:
        """Return where the words of a text appear; empty if it has figures or is too short to be distinctive."""
        words = _wording_of(text)
        return self.phrase(words) if words else ()

    def together(self, parts: Iterable[Part[Any]], strictness: Strictness) -> tuple[Span, ...]:
        """Return where the parts of one value appear; empty unless each of them appears."""
        found = [self.appears(part, strictness) for part in parts]
        return tuple(span for spans in found for span in spans) if all(found) else ()

    @property
    def whole(self) -> tuple[Span, ...]:
        """The whole text as one span, which is what a conclusion rests on."""
        return (Span(0, len(self.text)),)

    @cached_property
    def casefolded(self) -> str:
        """The text, case-folded."""
        return self.text.casefold()

    @cached_property
    def paragraphs(self) -> tuple[tuple[Span, frozenset[str]], ...]:
        """The spans between blank lines and page breaks, each with its content words."""
        return tuple((span, content_words(span.of(self.text))) for span in paragraphs(self.text))

    def appears(self, part: Part[Any], strictness: Strictness) -> tuple[Span, ...]:
        """Return where a part of a value appears in the text, in order; empty if it does not.

        A value appears where one of its candidates does, however written, or else where its own words are. Figures are
        never searched for as plain characters. Places are kept, because many outputs cite the same value.
        """
        key = (part, strictness)
        if key not in self._appearances:
            if len(self._appearances) >= _MOST_KEPT:
                self._appearances.clear()
            self._appearances[key] = tuple(sorted(_appearances(part, self, strictness)))
        return self._appearances[key]


def _appearances(part: Part[Any], mentions: Mentions, strictness: Strictness) -> Iterable[Span]:
    found = {span for value in part.candidates for span in part.kind.appears(value, mentions, strictness)}
    return found or [span for span in mentions.wording(part.written) if not _is_inside_another(span, part, mentions)]


def _is_inside_another(span: Span, part: Part[Any], mentions: Mentions) -> bool:
    """Return whether the words of a value are only a part of another: a short-term loan is not a term loan."""
    if not (part.kind.is_conclusion or part.kind.is_name):
        return False
    around = (one for one in mentions.overlapping(part.kind, span) if one.span.contains(span) and one.span != span)
    return any(part.kind.is_another(part.candidates, one) for one in around)


@lru_cache(maxsize=4096)  # cached: the same words are looked for in every quote that is cited for them
def _wording_of(text: str) -> tuple[str, ...]:
    tokens = tokenize(text).items
    words = tuple(token.text for token in tokens if token.kind is not TokenKind.SIGN)
    says_enough = sum(map(len, words)) >= _SHORTEST_WORDING
    return words if says_enough and not any(token.kind is TokenKind.NUMBER for token in tokens) else ()


@lru_cache(maxsize=4096)
def _pattern_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\W{1,4}".join(map(re.escape, words)) + r"(?!\w)", re.IGNORECASE)
