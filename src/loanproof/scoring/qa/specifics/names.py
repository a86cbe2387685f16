"""Finds proper names in an answer: names of people and institutions that are not ordinary words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Span, SpanSet
from loanproof.scoring.qa.specifics.held import is_short_form
from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.values import TokenKind, content_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.statements import StatedText
    from loanproof.values import Tokens

_DETERMINERS = frozenset("the a an any each every such this that these those its his her their our no all both".split())
_OPENING_SIGNS = frozenset(":\"'([{•*-–—;/|>#→.!?")
_JOINTS = frozenset({"&"})
_TITLES, _INSTITUTIONS = frozenset(WORDS.titles), frozenset(WORDS.institutions)
_ORDINARY = frozenset(WORDS.ordinary) | {word for words in WORDS.synonyms.values() for word in words}
_SHORT_FORMS, _ENDINGS = frozenset(WORDS.short_forms), tuple(WORDS.endings)
_LAWS = frozenset(WORDS.laws)
_MAX_WORDS = 12
_ADDRESS = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}"
    r"|\b(?:https?://|www\.)[^\s,;)\"'<>]{1,200}"
    r"|(?<![\w@./-])(?:[a-z0-9-]{2,63}\.){1,4}(?:com|org|net|co\.uk|eu|gov|io|example)\b(?:/[^\s,;)\"'<>]{0,200})?",
    re.IGNORECASE,
)
_FILE = re.compile(r"[\w()&+.-]{1,200}\.(?:pdf|docx?|html?|txt|md|xlsx?|csv|yaml|json)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text, with the words that identify it; none of them is an ordinary word."""

    span: Span
    telling: frozenset[str]


def file_names_in(text: str) -> Iterator[Span]:
    """Yield where a text names files."""
    return (Span(*match.span()) for match in _FILE.finditer(text))


def addresses_in(text: str) -> Iterator[Span]:
    """Yield where a text gives e-mail or web addresses."""
    files = SpanSet(file_names_in(text))
    for match in _ADDRESS.finditer(text):
        span = Span(match.start(), match.start() + len(match[0].rstrip(".:!?")))
        if "@" in match[0] or "//" in match[0] or not files.overlaps(span):
            yield span


def names_in(text: StatedText, taken: Iterable[Span]) -> Iterator[Name]:
    """Yield the names in an answer, outside the spans that are known to be something else.

    A capitalised word is part of a name unless it is alone at the start of a sentence, bracket or item, is a label
    before a colon, or is an ordinary word. After *the* and other determiners only the name of an institution counts,
    because answers capitalise their own terms too.
    """
    tokens, elsewhere = text.tokens, SpanSet(taken)
    openings = {start for start, _ in text.sentences}
    at = 0
    while at < len(tokens):
        end = _end_of_capitals(tokens, at)
        if end == at:
            at += 1
            continue
        span = tokens.span(at, end)
        if not elsewhere.overlaps(span) and tokens[end].text != ":":
            telling = frozenset(_telling(tokens, at, end))
            if telling and not _is_term(tokens[end - 1].lower) and _names_somebody(tokens, at, end, openings):
                yield Name(span, telling)
        at = end


def _end_of_capitals(tokens: Tokens, at: int) -> int:
    """Return where a run of capitalised words ends; the start itself if there is none."""
    end = at
    while end - at < _MAX_WORDS and _is_capital(tokens, end):
        end += 1
        if tokens[end].text in _JOINTS and _is_capital(tokens, end + 1):
            end += 1
        elif tokens[end].text == "." and len(tokens[end - 1].text) == 1 and _is_capital(tokens, end + 1):
            end += 1  # the stop after an initial, as in "J. Smith"
    return end


def _is_capital(tokens: Tokens, at: int) -> bool:
    return tokens[at].kind is TokenKind.WORD and tokens[at].text[0].isupper()


def _names_somebody(tokens: Tokens, at: int, end: int, openings: set[int]) -> bool:
    """Return whether a run of capitalised words is a name, by what is in it and before it."""
    words = {token.lower for token in tokens.items[at:end]}
    before = tokens[at - 1]
    titled = before.lower in _TITLES or (before.text == "." and tokens[at - 2].lower in _TITLES)
    if titled or words & _TITLES:
        return True
    if end - at > 1 and all(token.text.isupper() for token in tokens.items[at:end]):
        return bool(words & _INSTITUTIONS)  # in text that is all capitals, a capital letter means nothing
    is_abbreviated = before.text == "." and len(tokens[at - 2].text) == 1 and tokens[at - 2].text.islower()
    is_labelled = before.text == ")" and {at - 2, at - 3} & openings  # "(2) Latest expiry"
    # The first word of a sentence or item is capitalised anyway, so it does not count.
    if at in openings or is_labelled or (before.text in _OPENING_SIGNS and not is_abbreviated):
        return any(True for _ in _telling(tokens, at + 1, end))
    return before.lower not in _DETERMINERS or tokens[end - 1].lower in _INSTITUTIONS


def _is_term(last: str) -> bool:
    """Return whether the last of some capitalised words is that of a term or a law: *Pricing Grid*, *Companies Act*."""
    is_ordinary = last in _ORDINARY or bool(content_words(last) & _ORDINARY)
    return last in _LAWS or (is_ordinary and last not in _INSTITUTIONS)


def _telling(tokens: Tokens, at: int, end: int) -> Iterator[str]:
    """Yield the words of a run that identify a name: not titles, ordinary words, short forms or common endings."""
    for token in tokens.items[at:end]:
        word = token.lower
        if token.kind is not TokenKind.WORD or word in _TITLES or word in _INSTITUTIONS or not content_words(word):
            continue
        if len(word) < 3 or word in _SHORT_FORMS or word in _ORDINARY or content_words(word) & _ORDINARY:
            continue
        if is_short_form(token.text) or not any(form.endswith(_ENDINGS) for form in content_words(word)):
            yield token.text
