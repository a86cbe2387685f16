"""Names with what the documents put beside them: a place, a number, an address, another role (C-36, C-33)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.scoring.extraction.references import is_submitted, referred_parts
from loanproof.values import PARTY_KIND, Read, content_words, is_reference_only, prose_parts, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext

_IN_BRACKETS = re.compile(r"(?P<name>[^()\[\]]{2,160}?)\s{0,4}[(\[](?P<aside>[^()\[\]]{1,300})[)\]]")
_COMMA = re.compile(
    r"(?:,|\s[–—-])\s{1,4}|\s{1,4}(?:of|at)\s{1,4}"
)  # or the place of a company: Acme Limited of 1 High Street
_LONGEST = 500
_MOST_PLACES = 50  # of one name in one document
_BEHIND = 400  # characters in which what belongs to a name is
_NEXT = re.compile(r";|\n\s{0,40}\n|\f")  # the next party, or the next paragraph


def without_aside(text: str, context: AnswersContext) -> str:
    """Return a name without an aside that the documents bear out; any other text comes back as it is.

    In brackets stands what the documents put beside the name, or a remark whose own names and figures they hold;
    behind a comma only the first, for there another party may be named.
    """
    if len(text) > _LONGEST:
        return text
    bracketed = _IN_BRACKETS.match(text)
    if bracketed is not None:
        name, aside = bracketed["name"], bracketed["aside"]
        is_borne_out = _is_place(aside, context) or (
            _has_form(name) and (_is_held(aside, context) or _is_next_to_passage(name, aside, context))
        )
        return name + text[bracketed.end() :] if is_borne_out else text
    for comma in _COMMA.finditer(text):
        name, aside = text[: comma.start()], text[comma.end() :]
        names_others = PARTY_KIND.find(tokenize(aside), context.notation)
        if _has_form(name) and not names_others and _is_next_to_passage(name, aside, context):
            return name
    return text


def _is_held(aside: str, context: AnswersContext) -> bool:
    """Return whether a remark names something and the documents hold all of it."""
    parts = prose_parts(aside, context.notation)
    return bool(parts) and all(context.appears(part) for part in parts)


def _is_place(aside: str, context: AnswersContext) -> bool:
    """Return whether an aside only says where in the agreement the names are: ``(Schedule 1 Part II)``."""
    places = referred_parts([aside])
    return bool(places) and is_reference_only(aside) and all(is_submitted(one, context) for one in places)


def _has_form(name: str) -> bool:
    """Return whether a text is a whole name, with its legal form: what follows it is then no part of it."""
    reading = PARTY_KIND.read(name)
    return isinstance(reading, Read) and bool(reading.value.form)


def _is_next_to_passage(name: str, aside: str, context: AnswersContext) -> bool:
    """Return whether some place of a name in the documents has every word of an aside near it."""
    reading = PARTY_KIND.read(name)
    words = content_words(aside)
    if not isinstance(reading, Read) or not words:
        return False
    key = PARTY_KIND.canonical(reading.value)
    for source in context.documents:
        text = source.mentions.text
        for span in source.mentions.places(PARTY_KIND, key)[:_MOST_PLACES]:
            behind = _NEXT.split(text[span.end : span.end + _BEHIND], maxsplit=1)[0]
            if words <= content_words(behind):
                return True
    return False
