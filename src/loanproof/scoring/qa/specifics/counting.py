"""Finds the numbers of an answer with what they count, and counts the items of its lists and those of its sources."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.core import Span, SpanSet
from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.statements import split_sentences, stated_in
from loanproof.values import PARTY_KIND, TokenKind, content_words

if TYPE_CHECKING:
    from loanproof.statements import StatedText

_MAX_WORDS = 4  # how many words after a number may say what it counts
_JOINED_BEFORE, _JOINED_BEHIND = frozenset("-/–_&#@+.,:^"), frozenset("-/–_&#@%^")
_MAX_LIST = 800  # characters that are read after a number that announces a list
_LABEL = re.compile(r"(?:^|(?<=[\s(\[]))[(\[]?(?:[0-9]{1,2}(?:, ?[0-9]{1,2}){0,5})[)\].:](?=\s|$)")
_LETTERED = re.compile(r"(?:^|\s)\(?(?:[a-z]|[ivx]{1,4}|[0-9]{1,2})[).]\s")
_PIECES = re.compile(r",\s(?:and\s|or\s)?|;\s?(?:and\s|or\s)?|\s(?:and|or)\s|\s/\s")
_ANNOUNCED = re.compile(r"\s?(?::|,?\s(?:" + "|".join(map(re.escape, WORDS.announcing)) + r")\b)\s?", re.IGNORECASE)
_LEGAL_FORM = re.compile(r"(?:l\.?l\.?c|inc|ltd|limited|plc|n\.?a|s\.?a|corp|co|l\.?p|llp)\.?", re.IGNORECASE)
_LIMIT = re.compile(r"\b(?:" + "|".join(map(re.escape, WORDS.limits)) + r")\s(?:the\s)?$", re.IGNORECASE)
_LOOK_BACK = 24
_MAX_OWN_POINTS = 12  # a larger number with a limit is not about the answer's own points
_STRUCTURE, _POINTING, _REFERENCES = map(frozenset, (WORDS.structure, WORDS.pointing, WORDS.references))
_SHARE_BEFORE = re.compile(r"\b[0-9]{1,4}\s(?:of|out of)\s(?:the\s)?$")
_SHARE_BEHIND = re.compile(r"\s(?:of|out of)\s(?:the\s)?[0-9]")
_CONDITIONS = frozenset({"if", "unless", "when", "where", "under"})
_NUMBERED_PERIODS = frozenset({"month", "year", "quarter"})  # "month 18 lies between the two"
_SYNONYMS = {word: frozenset(words) for words in WORDS.synonyms.values() for word in words}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A number that an answer gives.

    Attributes:
        numbers: The number in canonical form; several if its notation is ambiguous.
        size: The smallest of these.
        span: Where it is.
        written: The number with the words for what it counts.
        counts: Those words, folded, with their synonyms; empty if the number stands alone.
        is_limit: Whether it sets a limit or is part of a share, so that it does not count what the answer lists.
        is_pointing: Whether it points back to what was listed: *the two dates*.
        is_figure: Whether it is written in figures.
    """

    numbers: frozenset[str]
    size: Decimal
    span: Span
    written: str
    counts: frozenset[str]
    is_limit: bool
    is_pointing: bool
    is_figure: bool

    @property
    def is_structure(self) -> bool:
        """Whether it counts parts of the answer itself, such as points, reasons or cases."""
        is_few = self.size <= _MAX_OWN_POINTS or not self.is_limit
        return (bool(self.counts & _STRUCTURE) and is_few) or (self.is_pointing and not self.is_limit)


def counted_in(text: StatedText, taken: Iterable[Span]) -> Iterator[Counted]:
    """Yield the numbers of an answer that are not part of anything else; zero, one and fractions are left out."""
    elsewhere = SpanSet([*taken, *(value.span for value in text.values), *_labels(text.text)])
    by_span: dict[Span, set[str]] = {}
    for number, span in text.numbers:
        by_span.setdefault(span, set()).add(number)
    for span, numbers in by_span.items():
        sizes = [Decimal(number) for number in numbers]
        says_nothing = min(sizes) <= 1 or _is_fraction(min(sizes)) or _is_label(text, span)
        if not (elsewhere.overlaps(span) or says_nothing or _is_joined(text.text, span)):
            yield _counted(text, span, frozenset(numbers), min(sizes))


def _is_joined(text: str, span: Span) -> bool:
    """Return whether a number is part of a longer word or sign: *46th*, *10-K*, *24/7*."""
    before, behind = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    return before.isalpha() or behind.isalpha() or before in _JOINED_BEFORE or behind in _JOINED_BEHIND


def _counted(text: StatedText, span: Span, numbers: frozenset[str], size: Decimal) -> Counted:
    """Return a number with what the words around it say about it."""
    end, words = _words_behind(text, span)
    before = text.text[max(0, span.start - _LOOK_BACK) : span.start]
    is_share = _SHARE_BEFORE.search(before) or _SHARE_BEHIND.match(text.text, span.end)
    return Counted(
        numbers=numbers,
        size=size,
        span=span,
        written=text.text[span.start : end],
        counts=frozenset(other for word in words for other in _SYNONYMS.get(word, {word})),
        is_limit=bool(_LIMIT.search(before) or is_share),
        is_pointing=_word_before(text, span) in _POINTING,
        is_figure=span.of(text.text)[:1].isdigit(),
    )


def _is_label(text: StatedText, span: Span) -> bool:
    """Return whether a number only labels something, such as a place or a standard: *rule 10*, *IFRS 16*."""
    before = text.tokens[text.position(span.start) - 1].text
    if before.lower() in _CONDITIONS:  # "1. … 2. … If 2 fails" refers to a point of the answer's own list
        return any(span.of(text.text) == one.of(text.text).strip("()[].:") for one in _labels(text.text))
    return _word_before(text, span) in _REFERENCES | _NUMBERED_PERIODS or (before.isupper() and len(before) > 2)


def _word_before(text: StatedText, span: Span) -> str:
    at = text.position(span.start) - 1
    return text.tokens[at - 1 if text.tokens[at].text == "." else at].lower


def _words_behind(text: StatedText, span: Span) -> tuple[int, list[str]]:
    """Return what a number counts, with its end: the words directly after it, up to a sign or a small word."""
    words: list[str] = []
    tokens, end = text.tokens, span.end
    at = text.position(span.end)
    at += tokens[at].lower == "such"  # "five such requests"
    while len(words) < _MAX_WORDS and tokens[at].kind is TokenKind.WORD:
        folded = content_words(tokens[at].text)
        if not folded:
            break
        words += folded
        end = tokens[at].end
        at += 1
        if tokens[at].text == "-":
            at += 1
    return end, words


def _is_fraction(size: Decimal) -> bool:
    return size != size.to_integral_value() and len(str(size)) > 8


def _labels(text: str) -> Iterator[Span]:
    """Yield the numerals of lists and the marks of citations: *1.*, *(2)*, *[3]*."""
    for match in _LABEL.finditer(text):
        begins = text[max(0, match.start() - 4) : match.start()].rstrip()[-1:] in ("", ".", ":", ";", ",", "!", "?")
        if match[0][0] in "([" or (match[0][-1] in ".)" and begins):
            yield Span(*match.span())


def listed_after(counted: Counted, text: StatedText) -> frozenset[int]:
    """Return how many items the list may have that a number announces: *There are three: A, B and C*.

    Only a list of parties is counted; the result is empty if there is none.
    """
    start = counted.span.start + len(counted.written)
    behind = text.text[start : start + _MAX_LIST]
    announced = _ANNOUNCED.match(behind)
    if announced is None:
        return frozenset()
    listed = split_sentences(behind[announced.end() :])[:1]
    first = listed[0].partition(";")[0] if listed else ""
    if _LETTERED.search(f" {first}"):
        return frozenset()
    names = [one for one in stated_in(first, text.notation).values if one.part.kind is PARTY_KIND]
    return frozenset({len(names), _pieces(first)}) if len(names) > 1 else frozenset()


def most_listed(answer: StatedText, sources: Iterable[str]) -> int:
    """Return the length of the longest list in an answer and its sources: of values of one kind, items or words.

    A value that a source repeats counts each time; a value that the answer repeats counts once.
    """
    texts = [stated_in(text, answer.notation) for text in sources]
    listed = [len(_LETTERED.findall(text.text)) for text in (answer, *texts)]
    listed += [_pieces(sentence) for text in (answer, *texts) for sentence in split_sentences(text.text)]
    for text in texts:
        listed += Counter(value.part.kind.name for value in text.values).values()
    for together in (answer.parts, frozenset().union(*(text.parts for text in texts))):
        listed += Counter(part.kind.name for part in together).values()
    return max(listed, default=0)


def _pieces(text: str) -> int:
    pieces = [piece.strip(" .") for piece in _PIECES.split(text)]
    return sum(bool(piece) and not _LEGAL_FORM.fullmatch(piece) for piece in pieces)
