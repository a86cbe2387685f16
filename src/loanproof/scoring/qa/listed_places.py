"""Finds clauses that an answer adds to a list of clauses which its source gives: *Section 7.01(a), (f) or (h)*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements import Contradiction, stated_in
from loanproof.values import SECTION_KIND

if TYPE_CHECKING:
    from loanproof.cases import AnyOf
    from loanproof.statements import StatedText

_NUMBER = r"[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}(?:\([0-9a-zA-Z]{1,5}\)){0,4}"
_PLACE = rf"(?:{_NUMBER}|(?:\([0-9a-zA-Z]{{1,5}}\)){{1,4}})"
_LIST = re.compile(
    rf"\b(?:sections?|clauses?|paragraphs?|articles?)\s{_PLACE}"
    rf"(?:(?:\s?,|\sor|\sand|\s?,\s(?:or|and))\s(?:(?:section|clause|paragraph|article)\s)?{_PLACE}){{0,20}}",
    re.IGNORECASE,
)
_EACH = re.compile(_PLACE)
_BRACKET = re.compile(r"\([0-9a-zA-Z]{1,5}\)")


def places_added(
    fact: AnyOf, answer: StatedText, quotes: Sequence[StatedText], question: str
) -> Iterator[Contradiction]:
    """Yield the first clause in one list with the clause that is the fact, if no quote and no question names it."""
    forms = [stated_in(form, answer.notation) for form in fact.any]
    if not any(True for form in forms for _ in SECTION_KIND.find(form.tokens, form.notation)):
        return
    own = {place for form in forms for places in _lists(form.text) for place in places}
    known = own.union(
        place for text in (*(quote.text for quote in quotes), question) for one in _lists(text) for place in one
    )
    for places in _lists(answer.text):
        added = [place for place in places if place not in known]
        if added and own.intersection(places):
            yield Contradiction(Reason.ALTERNATIVES_GIVEN, "", ", ".join(places))
            return


def _lists(text: str) -> Iterator[list[str]]:
    """Yield the clauses of each list in a text, in full: the ``(f)`` of *7.01(a) or (f)* is *7.01(f)*."""
    for found in _LIST.finditer(text):
        places: list[str] = []
        for one in _EACH.findall(found[0]):
            stem = _BRACKET.sub("", places[-1]) if one.startswith("(") and places else ""
            places.append(f"{stem}{one}".lower())
        yield places
