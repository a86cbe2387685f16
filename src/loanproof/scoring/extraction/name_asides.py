"""Names of parties with an aside: a place, a number, an address or a role, as the documents give it (C-36, C-33)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.scoring.extraction.references import is_submitted, referred_parts
from loanproof.values import PARTY_KIND, Read, content_words, is_reference_only, prose_parts, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext

_IN_BRACKETS = re.compile(r"(?P<name>[^()\[\]]{2,160}?)\s{0,4}[(\[](?P<aside>[^()\[\]]{1,300})[)\]]")
_BEFORE_ASIDE = re.compile(
    r"(?:,|\s[–—-])\s{1,4}|\s{1,4}(?:of|at)\s{1,4}"
)  # "of" and "at" introduce an address: Acme Limited of 1 High Street
_MAX_LENGTH = 500
_MAX_PLACES = 50  # mentions of one name looked at in one document
_REACH = 400  # characters after a name that may describe the party
_END_OF_DESCRIPTION = re.compile(r";|\n\s{0,40}\n|\f")  # the next party, or the next paragraph


def without_aside(text: str, context: AnswersContext) -> str:
    """Return a name without an aside that the documents confirm; any other text is returned as it is.

    An aside in brackets may repeat what the documents say after the name, refer to a part of the agreement, or be a
    remark whose names and figures the documents contain. After a comma only the first is accepted, because another
    party may be named there.
    """
    if len(text) > _MAX_LENGTH:
        return text
    bracketed = _IN_BRACKETS.match(text)
    if bracketed is not None:
        name, aside = bracketed["name"], bracketed["aside"]
        is_borne_out = _is_reference(aside, context) or (
            _has_form(name) and (_names_are_known(aside, context) or _is_next_to_passage(name, aside, context))
        )
        return name + text[bracketed.end() :] if is_borne_out else text
    for comma in _BEFORE_ASIDE.finditer(text):
        name, aside = text[: comma.start()], text[comma.end() :]
        names_others = PARTY_KIND.find(tokenize(aside), context.notation)
        if _has_form(name) and not names_others and _is_next_to_passage(name, aside, context):
            return name
    return text


def _names_are_known(aside: str, context: AnswersContext) -> bool:
    """Return whether a remark contains names or figures and all of them appear in the documents."""
    parts = prose_parts(aside, context.notation)
    return bool(parts) and context.all_appear(parts)


def _is_reference(aside: str, context: AnswersContext) -> bool:
    """Return whether an aside only says where the submitted agreement has the names: ``(Schedule 1 Part II)``."""
    places = referred_parts([aside])
    return bool(places) and is_reference_only(aside) and all(is_submitted(one, context) for one in places)


def _has_form(name: str) -> bool:
    """Return whether a text is a complete name with its legal form, so that what follows is not a part of it."""
    reading = PARTY_KIND.read(name)
    return isinstance(reading, Read) and bool(reading.value.form)


def _is_next_to_passage(name: str, aside: str, context: AnswersContext) -> bool:
    """Return whether the documents, after some mention of a name, have every content word of an aside."""
    reading = PARTY_KIND.read(name)
    words = content_words(aside)
    if not isinstance(reading, Read) or not words:
        return False
    key = PARTY_KIND.canonical(reading.value)
    for source in context.documents:
        text = source.mentions.text
        for span in source.mentions.places(PARTY_KIND, key)[:_MAX_PLACES]:
            behind = _END_OF_DESCRIPTION.split(text[span.end : span.end + _REACH], maxsplit=1)[0]
            if words <= content_words(behind):
                return True
    return False
