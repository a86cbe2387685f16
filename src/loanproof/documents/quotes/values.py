"""The values of a quote and of a passage: their class, their place, and whether two say the same.

A mention is a whole value, not a token of one: ``15 March 2031`` with another year is another date, even if that year
is in the document. Values are read by :mod:`loanproof.values`, in the notation of the document.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from loanproof.core import Reason, Span, SpanSet
from loanproof.documents.quotes.folding import FoldedText, Unfolded
from loanproof.documents.quotes.result import TokenClass
from loanproof.values import (
    CURRENCY_KIND,
    DURATION_KIND,
    FREQUENCY_KIND,
    LAW_KIND,
    MONEY_KIND,
    PERCENTAGE_KIND,
    PLAIN_TEXT_KIND,
    RATIO_KIND,
    REFERENCE_RATE_KIND,
    WRITTEN_DATE_KIND,
    WRITTEN_NUMBER_KIND,
    Ambiguous,
    Context,
    Found,
    Kind,
    Mentions,
    NumberLocale,
    Part,
    TokenKind,
    Tokens,
    rate_text,
)

CLASSES: Mapping[Kind[Any], TokenClass] = {
    MONEY_KIND: TokenClass.MONEY,
    WRITTEN_DATE_KIND: TokenClass.DATE,
    RATIO_KIND: TokenClass.RATIO,
    PERCENTAGE_KIND: TokenClass.PERCENTAGE,
    WRITTEN_NUMBER_KIND: TokenClass.NUMBER,
}
"""The kinds of value that are compared. In this order: what an amount has taken is no longer a date, and so on."""
MORE_CLASSES: Mapping[Kind[Any], TokenClass] = {
    **{kind: CLASSES[kind] for kind in (MONEY_KIND, WRITTEN_DATE_KIND, RATIO_KIND, PERCENTAGE_KIND)},
    REFERENCE_RATE_KIND: TokenClass.REFERENCE_RATE,
    DURATION_KIND: TokenClass.PERIOD,
    WRITTEN_NUMBER_KIND: TokenClass.NUMBER,
    CURRENCY_KIND: TokenClass.MONEY,
    LAW_KIND: TokenClass.LAW,
    FREQUENCY_KIND: TokenClass.FREQUENCY,
}
"""The same with the kinds that C-16 adds."""
ENGLISH = Context(number_locale=NumberLocale.EN)
"""How a document is read that does not say how it writes numbers: ``250,000`` is not ``250.000``."""
_OUTER = " .,;:"
_JOINING = frozenset(":/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A value in a folded text: its class, its meaning, its folded characters, and its place."""

    token_class: TokenClass
    part: Part[Any]
    text: str
    start: int
    end: int

    @property
    def is_in_figures(self) -> bool:
        """Whether it contains a digit. In words much is not a number: ``one or more``, ``no one``."""
        return any(character.isdigit() for character in self.text)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of a value of the document: its characters, its meaning, and that without a detail.

        An amount also has its number as a key, since a quote may leave out the currency, and a date its day and month.
        """
        kind, values = self.part.kind, self.part.candidates
        return frozenset((self.text, *map(kind.canonical, values), *(key for one in values for key in kind.keys(one))))

    def is_among(self, keys: Container[str]) -> bool:
        """Return whether a value of the quote is among values of the document with these keys."""
        return self.text in keys or any(self.part.kind.canonical(value) in keys for value in self.part.candidates)


class _Value(NamedTuple):
    """A value in a span of text."""

    token_class: TokenClass
    part: Part[Any]
    span: Span


def find_values(
    folded: FoldedText,
    start: int,
    end: int,
    context: Context = ENGLISH,
    classes: Mapping[Kind[Any], TokenClass] = CLASSES,
) -> list[Mention]:
    """Return the values in a span of folded text, in figures or words, in order.

    Quote and passage are both folded before they are read, so that the same words give the same values whatever line
    end or page break is between them in the document.
    """
    stretch = folded.unfolded(start, end)
    values = sorted(_values(stretch.text, context, classes), key=lambda one: one.span)
    return [_in_folded(value, folded, stretch) for value in values]


def keys_of(mentions: Iterable[Mention]) -> frozenset[str]:
    """Return the keys of values of the document."""
    return frozenset(key for mention in mentions for key in mention.keys)


def find_figures(folded: FoldedText, start: int, end: int, context: Context = ENGLISH) -> list[Mention]:
    """Return the values in figures in a span of folded text, in order; a span without a digit is not read."""
    if not any(character.isdigit() for character in folded.text[start:end]):
        return []
    return [mention for mention in find_values(folded, start, end, context) if mention.is_in_figures]


def _in_folded(value: _Value, folded: FoldedText, stretch: Unfolded) -> Mention:
    start, end = stretch.place_of(value.span.start), stretch.place_of(value.span.end)
    text = folded.text[start:end].rstrip(_OUTER)  # the point of "per cent." may also end a sentence
    return Mention(token_class=value.token_class, part=value.part, text=text, start=start, end=start + len(text))


def _values(text: str, context: Context, classes: Mapping[Kind[Any], TokenClass]) -> Iterator[_Value]:
    """Yield the values of a text, and the figures that are not values, without overlaps."""
    mentions = Mentions.in_text(text, context)
    settled = list(mentions.settled(classes))
    unread = _unread_figures(mentions.tokens, settled)
    taken = SpanSet(unread)
    for kind, one in settled:
        if not taken.contains(one.span):
            yield from _told_apart(kind, one, text, context, classes)
    for span in unread:
        yield _unread_value(span, mentions)


def _told_apart(
    kind: Kind[Any], found: Found[Any], text: str, context: Context, classes: Mapping[Kind[Any], TokenClass]
) -> Iterator[_Value]:
    """Yield a value; if its words and its figures differ, ``thirty (60)``, yield both separately.

    Otherwise any meaning of an ambiguous value would do, and somebody could forge the figures and leave the words.
    """
    reading, span = found.reading, found.span
    contradicts = isinstance(reading, Ambiguous) and reading.reason is Reason.WORDS_AND_FIGURES_DIFFER
    bracket = text.find("(", span.start + 1, span.end) if contradicts else -1
    if bracket >= 0:
        for half in (Span(span.start, bracket), Span(bracket, span.end)):
            values = _values(half.of(text), context, classes)
            yield from (one._replace(span=one.span.shift(half.start)) for one in values)
        return
    written = rate_text(found, text) if kind is PERCENTAGE_KIND else span.of(text)
    part = kind.part(*found.candidates, written=written)
    yield _Value(classes[kind], part, Span(span.start, span.start + len(written)))


def _unread_figures(tokens: Tokens, settled: Sequence[tuple[Kind[Any], Found[Any]]]) -> list[Span]:
    """Return the figures that no kind reads whole: ``500,000,0001``, ``4.00 to 2.00``, ``11:00``, ``5.1.2``."""
    read = SpanSet(one.span for _, one in settled)
    whole = SpanSet(one.span for kind, one in settled if kind is not WRITTEN_NUMBER_KIND)
    figures: list[Span] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        if tokens[at].kind is TokenKind.NUMBER and not whole.contains(tokens.span(at, end)):
            while _joins_figures(tokens, end) and not whole.contains(tokens.span(end + 1, end + 2)):
                end += 2
            figures.append(tokens.span(at, end))
        at = end
    return [figure for figure in figures if not read.contains(figure)]


def _joins_figures(tokens: Tokens, at: int) -> bool:
    """Return whether a sign or word joins the figures on both sides of it: ``:``, ``/`` or ``to``."""
    if tokens[at + 1].kind is not TokenKind.NUMBER:
        return False
    return tokens[at].lower == "to" or (tokens[at].text in _JOINING and not tokens.gap(at) and not tokens.gap(at + 1))


def _unread_value(span: Span, mentions: Mentions) -> _Value:
    """Return figures that are not a value as plain text; after a currency they were meant to be an amount."""
    at = span.start - 1 if mentions.text[span.start - 1 : span.start] == " " else span.start
    currencies = mentions.overlapping(CURRENCY_KIND, Span(max(at - 1, 0), at))
    span = currencies[0].span.cover(span) if currencies else span
    written = span.of(mentions.text)
    token_class = TokenClass.MONEY if currencies else TokenClass.NUMBER
    return _Value(token_class, PLAIN_TEXT_KIND.part(written, written=written), span)
