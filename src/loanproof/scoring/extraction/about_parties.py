"""What an answer says about a party beside its name: its number, its place, the trust that it holds for (C-33, C-36).

The reader of names passes over it. What the documents put beside the same name costs nothing; what they hold nowhere is
invented, and the number or place of somebody else is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.core import Reason, Span, SpanSet
from loanproof.scoring.checks import Check
from loanproof.scoring.extraction.strange_names import strange_words
from loanproof.scoring.wording import quoted
from loanproof.values import DATE_KIND, MONEY_KIND, PARTY_KIND, Mentions, names_place, places_in, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext

_NUMBER = re.compile(r"(?<!\w)[A-Z]{0,4}[0-9][0-9A-Z]{0,20}(?:[ ./-][0-9][0-9A-Z]{0,20}){0,6}(?!\w)")
_FEWEST_DIGITS = 5  # of a number by which a company is registered
_HOLDS_FOR = re.compile(
    r"\b(?:trustee|nominee|custodian|responsible entity)\s(?:of|for)\s(?:the\s)?"
    r"(?P<name>[A-Z][\w'’&.-]{0,40}(?:\s(?:(?:and|&|of)\s)?[A-Z0-9][\w'’&.-]{0,40}){1,8})"
)
_MOST_PLACES = 50  # of names in one document
_BEHIND = 400  # characters in which what belongs to a name is
_OWN_OTHER_NAME = 3  # characters
_PARAGRAPH = re.compile(r"\n\s{0,40}\n|\f")
_ORIGIN = re.compile(r"incorporat|organi[sz]|establish|formed|existing under|domicil|registered|laws of", re.IGNORECASE)


def check_about_parties(text: str, context: AnswersContext) -> Check | None:
    """Return what is wrong with what a text says about the parties it names; nothing where all is borne out."""
    found = PARTY_KIND.find(tokenize(text), context.notation)
    ends = (*(one.span.start for one in found[1:]), len(text))
    checks = (
        check
        for one, end in zip(found, ends, strict=False)  # no name, no end
        for value in one.candidates
        for check in _check_about(PARTY_KIND.canonical(value), text[one.span.end : end], context)
    )
    return max(checks, key=lambda check: check.at_best.rank, default=None)


def _check_about(key: str, about: str, context: AnswersContext) -> Iterator[Check]:
    beside = tuple(_beside(context, key))
    places = dict(places_in(about))
    told: list[tuple[str, re.Pattern[str], bool]] = [
        *((number, _writes(number), True) for number in _numbers_in(about, context)),
        *((place, names_place(code), _is_of_others(names_place(code), key, context)) for place, code in places.items()),
    ]
    for written, pattern, is_theirs in told:
        if any(pattern.search(text) for text in beside):
            continue
        if not context.has_match(pattern):
            yield _nowhere(written, context)
        elif is_theirs:
            message = f"The output also says {quoted(written)}, which the documents do not say of this party."
            label = context.parameters.presence.elsewhere
            yield Check(label, Reason.WRONG_VALUE_PRESENT, message, ruling="C-33")
    held_for = (match["name"].rstrip(".") for match in _HOLDS_FOR.finditer(about))
    yield from (_nowhere(name, context) for name in held_for if not context.has_wording(name))
    for place in places:
        about = about.replace(place, " ")
    yield from (_nowhere(word, context) for word in islice(strange_words(about, context), 1))


def _nowhere(written: str, context: AnswersContext) -> Check:
    message = f"The output also says {quoted(written)}, which does not appear in the documents."
    return Check(context.parameters.presence.nowhere, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="C-33")


def _numbers_in(about: str, context: AnswersContext) -> Iterator[str]:
    """Yield the numbers of a text that no day and no amount is."""
    tokens = tokenize(about)
    found = (one.span for kind in (DATE_KIND, MONEY_KIND) for one in kind.find(tokens, context.notation))
    taken = SpanSet(found)
    for match in _NUMBER.finditer(about):
        if sum(map(str.isdigit, match[0])) >= _FEWEST_DIGITS and not taken.overlaps(Span(*match.span())):
            yield match[0]


def _writes(number: str) -> re.Pattern[str]:
    """Return an expression for a number in any grouping, zeros before it left aside."""
    letters = re.sub(r"[\W_]", "", number).lstrip("0")
    return re.compile(r"(?<![0-9A-Za-z])0*" + r"[\s./-]{0,2}".join(letters) + r"(?![0-9A-Za-z])", re.IGNORECASE)


def _beside(context: AnswersContext, key: str) -> Iterator[str]:
    """Yield what the documents put beside a name: up to the next name or paragraph, and before it in its line."""
    for source in context.documents:
        mentions = source.mentions
        for span in mentions.places(PARTY_KIND, key)[:_MOST_PLACES]:
            line = mentions.text.rfind("\n", 0, span.start) + 1
            yield mentions.text[max(line, span.start - _BEHIND) : span.start] + " " + _behind(mentions, span)


def _behind(mentions: Mentions, span: Span) -> str:
    stretch = Span(span.end, min(len(mentions.text), span.end + _BEHIND))
    following = mentions.overlapping(PARTY_KIND, stretch) if len(stretch) else ()
    # Directly behind a name stands its own in another script: Fuhua Shipbuilding Co., Ltd. (富华造船有限公司).
    ends = (one.span.start for one in following if one.span.start > span.end + _OWN_OTHER_NAME)
    end = min(ends, default=stretch.end)
    return _PARAGRAPH.split(mentions.text[span.end : end], maxsplit=1)[0]


def _is_of_others(place: re.Pattern[str], key: str, context: AnswersContext) -> bool:
    """Whether the documents put a place beside other names only, and say nowhere that a role comes from there."""
    for source in context.documents:
        mentions = source.mentions
        spans = [span for span, _ in mentions.paragraphs if place.search(span.of(mentions.text))]
        if any(_ORIGIN.search(span.of(mentions.text)) and not _names(mentions, span) for span in spans):
            return False
    return any(
        place.search(_behind(source.mentions, one.span))
        for source in context.documents
        for one in source.mentions.of(PARTY_KIND)[:_MOST_PLACES]
        if key not in {PARTY_KIND.canonical(value) for value in one.candidates}
    )


def _names(mentions: Mentions, span: Span) -> bool:
    return bool(mentions.overlapping(PARTY_KIND, span))
