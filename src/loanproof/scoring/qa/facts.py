"""Whether an answer states a fact: by its type where it has one, else by its words; a denied fact is not stated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from loanproof.core import Reason, Span, SpanSet
from loanproof.scoring.qa.sentences import plain_text, split_sentences
from loanproof.scoring.qa.stated_values import StatedValue, denies_span, find_values
from loanproof.values import (
    CARDINALS,
    NUMBER_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    SECTION_KIND,
    Comparison,
    Context,
    Part,
    Percentage,
    Relation,
    TokenKind,
    Tokens,
    candidates_of,
    content_words,
    tokenize,
)

_YES_NO = frozenset({"yes", "no"})
_ARTICLES = frozenset({"the", "a", "an"})
_FIGURE_WORDS = {word: str(value) for word, value in CARDINALS.items() if value}
_NO_FIGURES = _ARTICLES | {"half", "quarter", "one"}
_SCALES = frozenset("million millions m mn mm billion bn b thousand k trillion % percent per bps".split())
_BARE_RATES = frozenset({Reason.BASIS_MISSING, Reason.TENOR_MISSING})
_LESS_SAID = frozenset(
    {Reason.UNIT_MISSING, Reason.CURRENCY_MISSING, Reason.BASIS_MISSING, Reason.DAY_MISSING, Reason.SUFFIX_MISSING}
)


@dataclass(frozen=True)
class Statement:
    """An answer, or a part of one, as what it states. ``text`` is plain; everything is found once."""

    text: str
    notation: Context

    @cached_property
    def tokens(self) -> Tokens:
        """The tokens of the text."""
        return tokenize(self.text)

    @cached_property
    def values(self) -> tuple[StatedValue, ...]:
        """The specific values of the text."""
        return find_values(self.text, self.notation)

    @cached_property
    def parts(self) -> frozenset[Part[Any]]:
        """The different values of the text, each wording once."""
        return frozenset(value.part for value in self.values)

    @cached_property
    def words(self) -> tuple[tuple[str, Span], ...]:
        """The words and figures without articles, plurals folded, each with its place."""
        return tuple(_worded(self.tokens))

    @cached_property
    def numbers(self) -> tuple[tuple[str, Span], ...]:
        """The bare numbers in canonical form, those of clauses and of other values left out."""
        taken = [value.span for value in self.values if value.part.kind is not NUMBER_KIND]
        taken += [found.span for found in SECTION_KIND.find(self.tokens, self.notation)]
        elsewhere = SpanSet(taken)
        return tuple(
            (NUMBER_KIND.canonical(number), found.span)
            for found in NUMBER_KIND.find(self.tokens, self.notation)
            if not elsewhere.overlaps(found.span)
            for number in found.candidates
        )

    @cached_property
    def opening_words(self) -> frozenset[str]:
        """The first word of each sentence where a mark or the end follows it: the ``No`` of ``No, it is not``."""
        sentences = (tokenize(sentence) for sentence in split_sentences(self.text))
        return frozenset(one[0].lower for one in sentences if one[1].kind is TokenKind.SIGN)


@lru_cache(maxsize=1024)
def stated_in(text: str, notation: Context) -> Statement:
    """Return what a text of the case, or a quote, states. It is kept, for every repeat is held against it again."""
    return Statement(text=plain_text(text), notation=notation)


def states_any(statement: Statement, forms: Iterable[str]) -> bool:
    """Tell whether a text states a fact in any of its forms, and does not only deny it."""
    return any(not denied for form in forms for denied in _mentions(statement, form))


def wording_of(statement: Statement, form: str) -> str | None:
    """Return the words of a form as a text has them, or nothing where they do not stand in it."""
    spans = _phrases(statement, stated_in(form, statement.notation))
    return next((span.of(statement.text) for span in spans), None)


def denies_any(statement: Statement, forms: Iterable[str]) -> bool:
    """Tell whether a text mentions a fact only to deny it."""
    found = [denied for form in forms for denied in _mentions(statement, form)]
    return bool(found) and all(found)


def is_covered(given: Part[Any], known: Part[Any]) -> bool:
    """Tell whether a value is a known one; one that says less, such as a rate without ``p.a.``, is the same."""
    compared = known.compare(given)
    if compared.relation is Relation.PARTIAL:
        return compared.reason in _LESS_SAID or _is_written_out(given, compared)
    return compared.relation is not Relation.DIFFERENT


def holds_figures(text: str) -> bool:
    """Tell whether a text has a figure or a number word in it; a half-year and no one count for nothing."""
    found = NUMBER_KIND.find(tokenize(text), Context())
    return any(not set(one.span.of(text).lower().split()) <= _NO_FIGURES for one in found)


def _mentions(statement: Statement, form: str) -> Iterator[bool]:
    """Yield for each mention of a fact whether it is denied there."""
    wanted = stated_in(form, statement.notation)
    if wanted.text.strip(" .").lower() in _YES_NO:
        if wanted.text.strip(" .").lower() in statement.opening_words:
            yield False
        return
    if len(wanted.values) == 1 and not _words_outside(wanted):
        yield from (one.is_denied for one in _equals(statement, wanted.values[0]))
        if wanted.values[0].part.kind is PARTY_KIND:
            yield from _without_legal_form(statement, wanted.text)
        return
    number = candidates_of(NUMBER_KIND.read(wanted.text, statement.notation))
    if number:
        canonical = {NUMBER_KIND.canonical(one) for one in number}
        places = [span for found, span in statement.numbers if found in canonical]
        yield from (denies_span(statement.tokens, span) for span in places)
        return
    yield from (denies_span(statement.tokens, span) for span in _phrases(statement, wanted))
    if wanted.values:
        yield from _in_parts(statement, wanted)


def _equals(statement: Statement, wanted: StatedValue) -> tuple[StatedValue, ...]:
    """Return the values of a text that are the wanted one; each wording is compared once."""
    same = {part for part in statement.parts if _is_equal(wanted.part, part)}
    same |= {part for part in statement.parts if _says_more(wanted.part, part)}
    return tuple(value for value in statement.values if value.part in same)


def _without_legal_form(statement: Statement, form: str) -> Iterator[bool]:
    """Yield the mentions of a party by its name alone, if that has two words; a longer company name is another one."""
    companies = SpanSet(value.span for value in statement.values if value.part.kind is PARTY_KIND)
    for party in candidates_of(PARTY_KIND.read(form, statement.notation)):
        name = Statement(text=" ".join(party.words), notation=statement.notation)
        for span in _phrases(statement, name) if len(party.words) > 1 else ():
            if not companies.overlaps(span):
                yield denies_span(statement.tokens, span)


def _is_equal(expected: Part[Any], given: Part[Any]) -> bool:
    compared = expected.compare(given)
    if not compared.relation.agrees and not any(_is_either_way(one) for one in expected.candidates):
        compared = expected.compare(replace(given, candidates=tuple(map(_one_way, given.candidates))))
    return compared.relation.agrees or _is_written_out(given, compared)


def _is_either_way(value: object) -> bool:
    return isinstance(value, Percentage) and value.either_way


def _one_way(value: object) -> object:
    """Return a rate without its two signs: up or down by so much states how much."""
    return replace(value, either_way=False) if isinstance(value, Percentage) else value


def _is_written_out(given: Part[Any], compared: Comparison) -> bool:
    """Tell whether a share is one that no decimals write out, to the places it shows: 66.67% for 66⅔%."""
    return given.kind is PERCENTAGE_KIND and compared.reason is Reason.ROUNDED


def _says_more(expected: Part[Any], given: Part[Any]) -> bool:
    """Tell whether a rate is the wanted one and says more: ``35% of the Margin``, ``3-month EURIBOR``."""
    return given.compare(expected).reason in _BARE_RATES


def _words_outside(wanted: Statement) -> frozenset[str]:
    """Return the content words of a form that are no part of its values."""
    rest, last = [], 0
    for value in wanted.values:
        rest.append(wanted.text[last : value.span.start])
        last = value.span.end
    return content_words(" ".join([*rest, wanted.text[last:]]))


def _in_parts(statement: Statement, wanted: Statement) -> Iterator[bool]:
    """Yield a mention where every value of a form is there, and its other words are."""
    if not _words_outside(wanted) <= content_words(statement.text):
        return
    groups = [_equals(statement, value) for value in wanted.values]
    if all(groups):
        yield any(all(one.is_denied for one in group) for group in groups)


def _phrases(statement: Statement, wanted: Statement) -> Iterator[Span]:
    """Yield where the words of a form stand in order; a figure at their end must not go on (``60 million``)."""
    phrase = [word for word, _ in wanted.words]
    if not phrase:
        return
    words = statement.words
    for at in range(len(words) - len(phrase) + 1):
        if _matches(words, at, phrase):
            last = at + len(phrase)
            if phrase[-1][0].isdigit() and last < len(words) and words[last][0] in _SCALES:
                continue
            yield Span(words[at][1].start, words[last - 1][1].end)


def _matches(words: Sequence[tuple[str, Span]], at: int, phrase: Sequence[str]) -> bool:
    return all(words[at + offset][0] == word for offset, word in enumerate(phrase))


def _worded(tokens: Tokens) -> Iterator[tuple[str, Span]]:
    for token in tokens.items:
        if (token.kind is not TokenKind.SIGN or token.text == "%") and token.lower not in _ARTICLES:
            word = _FIGURE_WORDS.get(token.lower) or _singular(token.lower)
            yield word, Span(token.start, token.end)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
