"""Where a part of a claim stands in a text: one test for quotes and for whole documents.

A value stands where its canonical form does, however it is written. A class stands where one of its surface forms
does, a party where its name does, a yes where the words do that trigger it, a condition where half of its words do.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from loanproof.core import Span
from loanproof.documents import FACT_KINDS
from loanproof.provenance.claims import CONDITION
from loanproof.provenance.passages import paragraphs
from loanproof.provenance.rate_support import locate_commitment_fee, locate_fixed_rate, locate_margin
from loanproof.provenance.triggers import trigger_places
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    CURRENCY_KIND,
    FACILITY_TYPE_KIND,
    KINDS,
    MARGIN_KIND,
    MONEY_KIND,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    YES_NO_KIND,
    Kind,
    Money,
    Percentage,
    Read,
    Repayment,
    TokenKind,
    candidates_of,
    content_words,
    holds_half,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.documents import Facts
    from loanproof.provenance.claims import Part

V = TypeVar("V")
_FACT_NAMES = frozenset(kind.name for kind in FACT_KINDS)
_DESCRIBED = frozenset({YES_NO_KIND.name, REPAYMENT_KIND.name, CONDITION})  # whose words are more than a value
_LONGEST_WORDING = 300
_LONGEST_PASSAGE = 4000  # a text up to this length is read as one statement on repayment
_PARAGRAPHS = "words of paragraphs"  # what is asked of a text for every condition
_SHORTEST_WORDING = 6  # letters; shorter words, such as "yes" or "other", stand everywhere


def locate(part: Part, facts: Facts) -> tuple[Span, ...]:
    """Return where a part stands in the text of these facts; nothing where it does not stand.

    The places are in the order of the text. The same part of another output is not looked for again.
    """
    return facts.once(part, lambda: tuple(sorted(_located(part, facts))))


def locate_within(part: Part, facts: Facts, stretch: Span) -> tuple[Span, ...]:
    """Return where a part stands whole inside a stretch of the text.

    A condition is found by the words of a whole paragraph, so that no stretch of one tells whether it stands there.
    """
    if part.kind == CONDITION:
        return ()
    places = locate(part, facts)
    first, last = (bisect_left(places, edge, key=_start) for edge in (stretch.start, stretch.end))
    return tuple(place for place in places[first:last] if place.end <= stretch.end)


def is_bare(part: Part, text: str, place: Span) -> bool:
    """Tell whether a text is nothing but the value at a place: letters and figures stand in it nowhere else."""
    if part.kind in _DESCRIBED:
        return False
    return not any(map(str.isalnum, text[: place.start])) and not any(map(str.isalnum, text[place.end :]))


def _start(span: Span) -> int:
    return span.start


def _located(part: Part, facts: Facts) -> tuple[Span, ...]:
    places = _FINDERS[part.kind](part, facts) if part.kind in _FINDERS else _located_value(part, facts)
    if not places and part.kind == REFERENCE_RATE_KIND.name:
        places = locate_fixed_rate(part, facts)
    return places or _located_wording(part.text, facts)


def _located_value(part: Part, facts: Facts) -> tuple[Span, ...]:
    """Find a value by its canonical form; one that may mean several things stands where any of them does.

    A text with words around its values, ``Term loan of USD 500,000,000``, stands where all of its values do.
    """
    kind = KINDS[part.kind]
    values = candidates_of(kind.parse(part.text, facts.context))
    if values:
        return _located_any(kind, values, facts)
    inside = [_located_any(kind, one.candidates, facts) for one in kind.find(tokenize(part.text), facts.context)]
    return tuple(dict.fromkeys(span for spans in inside for span in spans)) if all(inside) else ()


def _located_any(kind: Kind[V], values: Iterable[V], facts: Facts) -> tuple[Span, ...]:
    found: dict[Span, None] = {}
    for value in values:
        canonical = kind.canonical(value)
        if kind.name in _FACT_NAMES:
            spans: Iterable[Span] = facts.stands(kind, canonical)
        else:
            spans = (one.span for one in facts.found(kind) if canonical in map(kind.canonical, one.candidates))
        found.update(dict.fromkeys(spans))
    return tuple(found)


def _currency(part: Part, facts: Facts) -> tuple[Span, ...]:
    codes = {currency.code for currency in candidates_of(CURRENCY_KIND.parse(part.text, facts.context))}
    named = [one.span for one in facts.found(CURRENCY_KIND) if any(value.code in codes for value in one.candidates)]
    amounts = [one.span for one in facts.found(MONEY_KIND) if any(value.currency in codes for value in one.candidates)]
    return tuple(dict.fromkeys(named + amounts))


def _facility_type(part: Part, facts: Facts) -> tuple[Span, ...]:
    found: dict[Span, None] = {}
    for value in candidates_of(FACILITY_TYPE_KIND.parse(part.text, facts.context)):
        for facility in value.facilities:
            spans = [
                one.span
                for one in facts.found(FACILITY_TYPE_KIND)
                if any(facility in candidate.facilities for candidate in one.candidates)
            ]
            spans = spans or list(_located_wording(facility.name, facts))
            if not spans:
                return ()
            found.update(dict.fromkeys(spans))
    return tuple(found)


def _repayment(part: Part, facts: Facts) -> tuple[Span, ...]:
    """Find the class of a repayment, or the instalment that the value states; a quote may give only one of them."""
    claimed = candidates_of(REPAYMENT_KIND.parse(part.text, facts.context))
    spans = [
        one.span
        for one in facts.found(REPAYMENT_KIND)
        if any(_same_class(value, other) for value in one.candidates for other in claimed)
    ]
    spans += [span for value in claimed if value.amount is not None for span in _located_amount(value.amount, facts)]
    text = facts.tokens.folded.original
    if spans or len(text) > _LONGEST_PASSAGE:
        return tuple(spans)
    whole = REPAYMENT_KIND.parse(text, facts.context)
    agrees = isinstance(whole, Read) and any(_same_class(whole.value, other) for other in claimed)
    return (Span(0, len(text)),) if agrees else ()


def _located_amount(amount: Money | Percentage, facts: Facts) -> tuple[Span, ...]:
    if isinstance(amount, Money):
        return facts.stands(MONEY_KIND, amount.canonical)
    return facts.stands(PERCENTAGE_KIND, amount.canonical)


def _same_class(one: Repayment, other: Repayment) -> bool:
    kinds = one.repayment_class, other.repayment_class
    return kinds[0] is kinds[1] or all(kind.is_amortising for kind in kinds)


def _yes_no(part: Part, facts: Facts) -> tuple[Span, ...]:
    return trigger_places(part.field, facts)


def _condition(part: Part, facts: Facts) -> tuple[Span, ...]:
    words = facts.once(_PARAGRAPHS, lambda: _words_of_paragraphs(facts))
    return tuple(span for span, found in words if holds_half(part.text, found))


def _words_of_paragraphs(facts: Facts) -> tuple[tuple[Span, frozenset[str]], ...]:
    text = facts.tokens.folded.original
    return tuple((span, content_words(span.of(text))) for span in paragraphs(text))


def _located_wording(text: str, facts: Facts) -> tuple[Span, ...]:
    """Find the words of a text that holds no figures; figures are never found as mere characters."""
    phrase = _phrase_of(text[:_LONGEST_WORDING])
    if phrase is None:
        return ()
    folded = facts.tokens.folded
    return tuple(folded.span_of(*match.span()) for match in phrase.finditer(folded.text))


@lru_cache(maxsize=4096)  # the same text is looked for in each quote that is cited for it
def _phrase_of(text: str) -> re.Pattern[str] | None:
    """Return a pattern for the words of a text, whatever stands between them; nothing where they say too little."""
    tokens = tokenize(text).items
    words = [token.text for token in tokens if token.kind is not TokenKind.SIGN]
    if sum(map(len, words)) < _SHORTEST_WORDING or any(token.kind is TokenKind.NUMBER for token in tokens):
        return None
    return re.compile(r"(?<!\w)" + r"\W{1,4}".join(map(re.escape, words)) + r"(?!\w)", re.IGNORECASE)


_FINDERS: Mapping[str, Callable[[Any, Any], tuple[Span, ...]]] = {
    MARGIN_KIND.name: locate_margin,
    COMMITMENT_FEE_KIND.name: locate_commitment_fee,
    CURRENCY_KIND.name: _currency,
    FACILITY_TYPE_KIND.name: _facility_type,
    REPAYMENT_KIND.name: _repayment,
    YES_NO_KIND.name: _yes_no,
    CONDITION: _condition,
}
