"""What an answer says about a party besides its name: its number, its place, the trust it acts for (C-33, C-36).

The reader of party names skips these details. A detail that the documents give next to the same name costs nothing.
One that appears nowhere in the documents is invented, and the number or place of another party is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.core import Reason, Span, SpanSet
from loanproof.scoring.checks import Check
from loanproof.scoring.extraction.presence import check_nowhere
from loanproof.scoring.extraction.strange_names import strange_words
from loanproof.scoring.wording import quoted
from loanproof.values import DATE_KIND, MONEY_KIND, PARTY_KIND, Mentions, names_place, places_in, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext

_NUMBER = re.compile(r"(?<!\w)[A-Z]{0,4}[0-9][0-9A-Z]{0,20}(?:[ ./-][0-9][0-9A-Z]{0,20}){0,6}(?!\w)")
_MIN_DIGITS = 5  # of a company's registration number
_ACTS_FOR = re.compile(
    r"\b(?:trustee|nominee|custodian|responsible entity)\s(?:of|for)\s(?:the\s)?"
    r"(?P<name>[A-Z][\w'’&.-]{0,40}(?:\s(?:(?:and|&|of)\s)?[A-Z0-9][\w'’&.-]{0,40}){1,8})"
)
_MAX_NAMES = 50  # mentions of one name looked at in one document
_REACH = 400  # characters before or after a name that may describe the party
_SCRIPT_GAP = 3  # characters between a name and the same name in another script
_PARAGRAPH = re.compile(r"\n\s{0,40}\n|\f")
_SAYS_ORIGIN = re.compile(
    r"incorporat|organi[sz]|establish|formed|existing under|domicil|registered|laws of", re.IGNORECASE
)


def check_about_parties(text: str, context: AnswersContext) -> Check | None:
    """Return the worst fault in what a text says about the parties it names, or None if the documents confirm it."""
    found = PARTY_KIND.find(tokenize(text), context.notation)
    ends = (*(one.span.start for one in found[1:]), len(text))
    checks = (
        check
        for one, end in zip(found, ends, strict=False)  # a text without names still has one end
        for value in one.candidates
        for check in _check_about(PARTY_KIND.canonical(value), text[one.span.end : end], context)
    )
    return max(checks, key=lambda check: check.at_best.rank, default=None)


def _check_about(key: str, about: str, context: AnswersContext) -> Iterator[Check]:
    """Yield the faults in the text that follows a party's name; ``key`` is the canonical name."""
    beside = tuple(_texts_around(context, key))
    places = dict(places_in(about))
    told: list[tuple[str, re.Pattern[str], bool]] = [
        *((number, _number_pattern(number), True) for number in _numbers_in(about, context)),
        *((place, names_place(code), _is_of_others(names_place(code), key, context)) for place, code in places.items()),
    ]
    for written, pattern, is_theirs in told:
        if any(pattern.search(text) for text in beside):
            continue
        if not context.has_match(pattern):
            yield check_nowhere(written, context)
        elif is_theirs:
            message = f"The output also says {quoted(written)}, which the documents do not say of this party."
            label = context.parameters.presence.elsewhere
            yield Check(label, Reason.WRONG_VALUE_PRESENT, message, ruling="C-33")
    held_for = (match["name"].rstrip(".") for match in _ACTS_FOR.finditer(about))
    yield from (check_nowhere(name, context) for name in held_for if not context.has_wording(name))
    for place in places:
        about = about.replace(place, " ")
    yield from (check_nowhere(word, context) for word in islice(strange_words(about, context), 1))


def _numbers_in(about: str, context: AnswersContext) -> Iterator[str]:
    """Yield the numbers of a text that may be registration numbers: long enough, and neither a date nor an amount."""
    tokens = tokenize(about)
    found = (one.span for kind in (DATE_KIND, MONEY_KIND) for one in kind.find(tokens, context.notation))
    taken = SpanSet(found)
    for match in _NUMBER.finditer(about):
        if sum(map(str.isdigit, match[0])) >= _MIN_DIGITS and not taken.overlaps(Span(*match.span())):
            yield match[0]


def _number_pattern(number: str) -> re.Pattern[str]:
    """Return an expression that matches a number in any grouping, with or without leading zeros."""
    letters = re.sub(r"[\W_]", "", number).lstrip("0")
    return re.compile(r"(?<![0-9A-Za-z])0*" + r"[\s./-]{0,2}".join(letters) + r"(?![0-9A-Za-z])", re.IGNORECASE)


def _texts_around(context: AnswersContext, key: str) -> Iterator[str]:
    """Yield the text around each mention of a name: before it on its line, and after it to the next name or paragraph.

    Both sides are limited to ``_REACH`` characters.
    """
    for source in context.documents:
        mentions = source.mentions
        for span in mentions.places(PARTY_KIND, key)[:_MAX_NAMES]:
            line = mentions.text.rfind("\n", 0, span.start) + 1
            yield mentions.text[max(line, span.start - _REACH) : span.start] + " " + _text_after(mentions, span)


def _text_after(mentions: Mentions, span: Span) -> str:
    stretch = Span(span.end, min(len(mentions.text), span.end + _REACH))
    following = mentions.overlapping(PARTY_KIND, stretch) if len(stretch) else ()
    # A name that follows at once is the same party in another script: Fuhua Shipbuilding Co., Ltd. (富华造船有限公司).
    ends = (one.span.start for one in following if one.span.start > span.end + _SCRIPT_GAP)
    end = min(ends, default=stretch.end)
    return _PARAGRAPH.split(mentions.text[span.end : end], maxsplit=1)[0]


def _is_of_others(place: re.Pattern[str], key: str, context: AnswersContext) -> bool:
    """Return whether the documents give a place for another party, and in no passage that could mean this one.

    A passage about origin that names nobody may mean any party: ``each Guarantor is incorporated in Jersey``.
    """
    for source in context.documents:
        mentions = source.mentions
        spans = [span for span, _ in mentions.paragraphs if place.search(span.of(mentions.text))]
        if any(_SAYS_ORIGIN.search(span.of(mentions.text)) and not _names_a_party(mentions, span) for span in spans):
            return False
    return any(_describes_another(source.mentions, place, key) for source in context.documents)


def _describes_another(mentions: Mentions, place: re.Pattern[str], key: str) -> bool:
    """Return whether a document gives a place in the text after the name of another party."""
    return any(
        place.search(_text_after(mentions, one.span))
        for found in place.finditer(mentions.text)
        for one in mentions.overlapping(PARTY_KIND, Span(max(0, found.start() - _REACH), found.end()))
        if key not in {PARTY_KIND.canonical(value) for value in one.candidates}
    )


def _names_a_party(mentions: Mentions, span: Span) -> bool:
    return bool(mentions.overlapping(PARTY_KIND, span))
