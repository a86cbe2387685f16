"""Decides whether a text states a fact: by its typed value if it has one, otherwise by its words.

A fact that the text only denies is not stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from loanproof.core import Reason, Span, SpanSet
from loanproof.scoring.qa.clock_times import times_in
from loanproof.scoring.qa.shared_units import without_unit
from loanproof.scoring.qa.spoken_dates import spoken_dates
from loanproof.statements import ACTS, ARTICLES, StatedText, StatedValue, role_at, stated_in
from loanproof.values import (
    DATE_KIND,
    FREQUENCY_KIND,
    MONEY_KIND,
    NUMBER_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    CalendarDate,
    Comparison,
    Context,
    Part,
    Percentage,
    Relation,
    TokenKind,
    candidates_of,
    content_words,
    part_of,
    read_ordinal,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.cases import AnyOf

Mention: TypeAlias = tuple[tuple[Span, ...], ...]
"""A fact found in a text: for each value of the fact, the places of that value, one of which must state it."""

_RATING = re.compile(r"[A-Za-z]{1,3}[+-]")  # A-, BBB+
_MAX_ORDINAL_TOKENS = 6  # as in "one hundred and twenty-first"
_WORD_ENDINGS, _LEAST_STEM = ("ing", "ly", "ed", "es", "e", "s"), 5  # a stem has at least five letters
_YES_NO = frozenset({"yes", "no"})
_NO_FIGURES = ARTICLES | {"half", "quarter", "one"}
_SCALES = frozenset("million millions m mn mm billion bn b thousand k trillion % percent per bps".split())
_RATE_DETAILS_MISSING = frozenset({Reason.BASIS_MISSING, Reason.TENOR_MISSING})
_DETAILS_MISSING = frozenset(
    {Reason.UNIT_MISSING, Reason.CURRENCY_MISSING, Reason.BASIS_MISSING, Reason.DAY_MISSING, Reason.SUFFIX_MISSING}
)


def states_any(given: StatedText, forms: Iterable[str]) -> bool:
    """Return whether a text states a fact in any of its forms, and does not only deny it."""
    return any(not _is_denied(given, mention) for form in forms for mention in mentions_of(given, form))


def places_of(text: StatedText, fact: AnyOf) -> tuple[Span, ...]:
    """Return all places where a text mentions a fact; the result is cached with the text."""

    def find() -> tuple[Span, ...]:
        return tuple(dict.fromkeys(place for one in all_mentions(text, fact) for places in one for place in places))

    return text.tokens.cached((places_of, fact.any), find)


def all_mentions(text: StatedText, fact: AnyOf) -> tuple[Mention, ...]:
    """Return every mention of a fact in a text, in any of its forms; the result is cached with the text."""

    def find() -> tuple[Mention, ...]:
        return tuple(mention for form in fact.any for mention in mentions_of(text, form))

    return text.tokens.cached((all_mentions, fact.any), find)


def wording_of(given: StatedText, form: str) -> str | None:
    """Return the words of a form as a text writes them, or ``None`` if they do not appear in it."""
    spans = _phrases(given, stated_in(form, given.notation))
    return next((span.of(given.text) for span in spans), None)


def _is_denied(given: StatedText, mention: Mention) -> bool:
    return any(all(map(given.denies, places)) for places in mention)


def is_covered(given: Part[Any], known: Part[Any]) -> bool:
    """Return whether a value is a known one, or the same with less detail, such as a rate without *p.a.*."""
    compared = known.compare(given)
    if compared.relation is Relation.PARTIAL:
        return compared.reason in _DETAILS_MISSING or _is_rounded_share(given, compared)
    if given.kind is NUMBER_KIND and known.kind is MONEY_KIND:  # "2,000,000 x 0.1%" of the RMB 2,000,000
        return not {one.value for one in given.candidates}.isdisjoint(one.amount for one in known.candidates)
    return compared.relation is not Relation.DIFFERENT


def holds_figures(text: str) -> bool:
    """Return whether a text contains a figure or a number word; *half*, *quarter*, *one* and *a* do not count."""
    found = NUMBER_KIND.find(tokenize(text), Context())
    return any(not set(one.span.of(text).lower().split()) <= _NO_FIGURES for one in found)


def mentions_of(given: StatedText, form: str) -> Iterator[Mention]:
    """Yield the mentions of a fact in one of its forms; an opening *yes* or *no* is a mention without a place."""
    wanted = stated_in(form, given.notation)
    if wanted.text.strip(" .").lower() in _YES_NO:
        if wanted.text.strip(" .").lower() in given.opening_words:
            yield ()
        return
    yield from (((place,),) for place in _frequencies(given, wanted))
    if len(wanted.values) == 1 and not _words_outside(wanted):
        yield from (((place,),) for place in _equals(given, wanted.values[0]))
        if wanted.values[0].part.kind is PARTY_KIND:
            yield from (((place,),) for place in _without_legal_form(given, wanted.text))
        if wanted.values[0].part.kind is DATE_KIND:
            days = {one.day for one in wanted.values[0].part.candidates if isinstance(one, CalendarDate)}
            yield from (((place,),) for day, place in spoken_dates(given.text) if day in days)
        return
    times = times_in(wanted.text)
    if times and times[0].span == Span(0, len(wanted.text)):
        yield from (((one.span,),) for one in times_in(given.text) if one.minutes & times[0].minutes)
        return
    if _RATING.fullmatch(wanted.text.strip()):
        yield from (((place,),) for place in _as_written(given, wanted.text.strip()))
        return
    number = candidates_of(NUMBER_KIND.read(wanted.text, given.notation))
    if number and read_ordinal(wanted.tokens, 0) is None:
        canonical = {NUMBER_KIND.canonical(one) for one in number}
        yield from (((place,),) for found, place in given.numbers if found in canonical)
        return
    yield from (((place,),) for place in _phrases(given, wanted))
    yield from (((place,),) for place in _by_bare_role(given, wanted))
    yield from (((place,),) for place in _by_ordinal(given, wanted))
    if wanted.values and _words_outside(wanted) <= content_words(given.text):
        values = tuple(_equals(given, value) for value in wanted.values)
        if all(values):
            yield values


def _as_written(given: StatedText, form: str) -> Iterator[Span]:
    """Yield where a text contains a form exactly as written: the sign in *A-* is part of the rating."""
    found = re.finditer(rf"(?<![\w+-]){re.escape(form)}(?![\w+-])", given.text)
    return (Span(*one.span()) for one in found)


def _frequencies(given: StatedText, wanted: StatedText) -> Iterator[Span]:
    """Yield where a text states the wanted frequency in any words: *once a quarter*, *every three months*."""
    rhythm = wanted.tokens.cached(_frequency_of, lambda: _frequency_of(wanted))
    if rhythm is None:
        return
    for found in FREQUENCY_KIND.find(given.tokens, given.notation):
        if rhythm.compare(part_of(FREQUENCY_KIND, found, given.text)).relation.agrees:
            yield found.span


def _frequency_of(wanted: StatedText) -> Part[Any] | None:
    rhythms = candidates_of(FREQUENCY_KIND.read(wanted.text, wanted.notation))
    return FREQUENCY_KIND.part(*rhythms, written=wanted.text) if rhythms else None


def _equals(given: StatedText, wanted: StatedValue) -> tuple[Span, ...]:
    """Return where a text contains the wanted value; each wording is compared only once."""
    same = {part for part in given.parts if _is_equal(wanted.part, part)}
    same |= {part for part in given.parts if _says_more(wanted.part, part)}
    found = [value.span for value in given.values if value.part in same]
    lengths = [span for span in found if read_ordinal(given.tokens, given.position(span.start)) is None]
    # "The third Business Day" counts as three Business Days only if the text has no plain "three Business Days".
    return tuple(lengths or found or without_unit(given, wanted.part))


def _without_legal_form(given: StatedText, form: str) -> Iterator[Span]:
    """Yield where a party is named without its legal form, if its name has at least two words.

    A place inside the full name of a company is left out, because it may be another company.
    """
    companies = SpanSet(value.span for value in given.values if value.part.kind is PARTY_KIND)
    for party in candidates_of(PARTY_KIND.read(form, given.notation)):
        name = StatedText(text=" ".join(party.words), notation=given.notation)
        for span in _phrases(given, name) if len(party.words) > 1 else ():
            if not companies.overlaps(span):
                yield span


def _is_equal(expected: Part[Any], given: Part[Any]) -> bool:
    compared = expected.compare(given)
    if not compared.relation.agrees and not any(_is_either_way(one) for one in expected.candidates):
        compared = expected.compare(replace(given, candidates=tuple(map(_one_way, given.candidates))))
    return compared.relation.agrees or _is_rounded_share(given, compared)


def _is_either_way(value: object) -> bool:
    return isinstance(value, Percentage) and value.either_way


def _one_way(value: object) -> object:
    """Return a rate without its *up or down* sign: *up or down by 0.05%* also states *0.05%*."""
    return replace(value, either_way=False) if isinstance(value, Percentage) else value


def _is_rounded_share(given: Part[Any], compared: Comparison) -> bool:
    """Return whether a percentage is the other one rounded to the decimals it shows: 66.67% for 66⅔%."""
    return given.kind is PERCENTAGE_KIND and compared.reason is Reason.ROUNDED


def _says_more(expected: Part[Any], given: Part[Any]) -> bool:
    """Return whether a rate is the wanted one with more detail: *35% of the Margin*, *3-month EURIBOR*."""
    return given.compare(expected).reason in _RATE_DETAILS_MISSING


def _words_outside(wanted: StatedText) -> frozenset[str]:
    """Return the content words of a form that are not part of its values."""
    rest, last = [], 0
    for value in wanted.values:
        rest.append(wanted.text[last : value.span.start])
        last = value.span.end
    return content_words(" ".join([*rest, wanted.text[last:]]))


def _phrases(given: StatedText, wanted: StatedText) -> Iterator[Span]:
    """Yield where the words of a form follow each other; a form that ends in *60* is not found in *60 million*.

    In a form of several words, a word may be replaced by another for the same act: *can choose* for *may elect*.
    """
    phrase = [word for word, _ in wanted.words]
    if not phrase:
        return
    words = given.words
    sense = _sense if len(phrase) > 1 else _plain_form
    senses, sought = [sense(word) for word, _ in words], list(map(sense, phrase))
    for at in range(len(words) - len(phrase) + 1):
        last = at + len(phrase)
        if senses[at:last] == sought:
            if phrase[-1][0].isdigit() and last < len(words) and words[last][0] in _SCALES:
                continue
            yield Span(words[at][1].start, words[last - 1][1].end)


def _by_bare_role(given: StatedText, wanted: StatedText) -> Iterator[Span]:
    """Yield where a text names a party by the last word of its role: *the agent* for *Administrative Agent*.

    The bare word must mean this same role, and an article must come directly before it.
    """
    form, tokens = wanted.tokens, given.tokens
    role = role_at(form, 0)
    bare = role_at(form, len(form) - 1)
    if role is None or role[1] != len(form) or bare is None or bare[0] != role[0] or len(form) < 2:
        return
    for at in tokens.places.get(form[len(form) - 1].lower, ()):
        if tokens[at - 1].lower in ARTICLES:
            yield tokens.span(at, at + 1)


def _by_ordinal(given: StatedText, wanted: StatedText) -> Iterator[Span]:
    """Yield where a text names a numbered thing in another notation: *46th Business Day*, *Day 46*."""
    form = wanted.tokens
    rank = read_ordinal(form, 0)
    things = [] if rank is None else [form[at] for at in range(rank[1], len(form))]
    if rank is None or not things or any(one.kind is not TokenKind.WORD for one in things):
        return
    thing, tokens = [one.lower for one in things], given.tokens
    for at in tokens.places.get(thing[0], ()):
        if not tokens.words(at, *thing):
            continue
        end = at + len(thing)
        if tokens[end].text == str(rank[0]):
            yield tokens.span(at, end + 1)
        starts = range(max(0, at - _MAX_ORDINAL_TOKENS), at)
        first = next((start for start in starts if read_ordinal(tokens, start) == (rank[0], at)), None)
        if first is not None:
            yield tokens.span(first, end)


def _sense(word: str) -> str:
    return "may" if word == "can" else ACTS.get(word, _plain_form(word))


@lru_cache(maxsize=10_000)
def _plain_form(word: str) -> str:
    """Return a word without its ending, so that *unlawfully* equals *unlawful*, and *declines* equals *declined*."""
    ending = next((one for one in _WORD_ENDINGS if word.endswith(one)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= _LEAST_STEM else word
