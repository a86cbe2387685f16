"""Checks the references of an answer to clauses, schedules and pages: whether the documents have such a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.provenance import PageMatch, SectionMatch
from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.values import PAGE_KIND, SECTION_KIND

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.scoring.context import ScoringContext
    from loanproof.statements import StatedText
    from loanproof.values import SectionId

# After a reference: "section 2 of the Companies Act".
_OF_INSTRUMENT = re.compile(
    r"\s{0,2}(?:\([^()]{1,80}\)\s)?(?:of|to|in|under)\s(?P<name>(?:[\w'&()-]{1,30}\s){0,7}?)"
    r"(?P<noun>" + "|".join(map(re.escape, WORDS.instruments)) + r")\b",
    re.IGNORECASE,
)
_ACRONYM_BEHIND = re.compile(r"\s(?:of\s)?(?:the\s)?[A-Z]{3,8}\b")
# Before a reference: "Companies Act 2006, section 2".
_NAMED_BEFORE = re.compile(
    r"(?:\b(?P<noun>"
    + "|".join(word.capitalize() for word in WORDS.instruments)
    + r")(?:\s[0-9]{4})?|\b[A-Z]{3,8})[,:]?\s$"
)
# Before a year: "Companies Act 2006".
_LAW_BEFORE = re.compile(
    r"\b(?:" + "|".join(word.capitalize() for word in WORDS.instruments) + r")\s(?:\([^()]{1,40}\)\s)?(?:of\s)?$"
)
_LOOK_BACK, _LOOK_AHEAD = 60, 160
_OWN_WORDS = frozenset(WORDS.own_instrument)


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference that no document resolves.

    Attributes:
        span: Where the answer makes it.
        written: The reference as it is written.
        is_page: Whether it refers to a page.
        is_invented: Whether there is certainly no such place; otherwise nobody can say.
    """

    span: Span
    written: str
    is_page: bool
    is_invented: bool


def unresolved_in(text: StatedText, context: ScoringContext) -> Iterator[Reference]:
    """Yield the references that no document resolves, except those to places in another instrument or law."""
    for page in PAGE_KIND.find(text.tokens, text.notation):
        if not _is_elsewhere(text.text, page.span) and _has_no_page(page.span.of(text.text), context):
            yield Reference(page.span, page.span.of(text.text), True, True)
    for found in SECTION_KIND.find(text.tokens, text.notation):
        if _is_elsewhere(text.text, found.span):
            continue
        matches = {_match(section, context) for section in found.candidates}
        if SectionMatch.OTHER not in matches and SectionMatch.UNVERIFIED not in matches:
            written = found.span.of(text.text)
            if not context.has_wording(written) or not any(map(str.isalpha, written)):
                yield Reference(found.span, written, False, matches == {SectionMatch.NOT_THERE})


def _match(section: SectionId, context: ScoringContext) -> SectionMatch:
    """Return whether the documents have a section.

    ``NOT_THERE`` means that no document has it, ``UNRESOLVED`` or ``UNVERIFIED`` that nobody can say, ``OTHER`` that
    it may exist.
    """
    found = {source.match_of(section) for source in context.documents}
    for sure in (SectionMatch.UNRESOLVED, SectionMatch.UNVERIFIED):
        if found <= {sure, SectionMatch.NOT_THERE} and sure in found:
            return sure
    return SectionMatch.NOT_THERE if found == {SectionMatch.NOT_THERE} else SectionMatch.OTHER


def _has_no_page(written: str, context: ScoringContext) -> bool:
    return all(source.pages_of(written).fixed is PageMatch.NOT_THERE for source in context.documents)


def names_a_law(text: str, year: Span) -> bool:
    """Return whether a year is part of the name of a law or standard form: *Companies Act 2006*, *2002 ISDA*."""
    before = text[max(0, year.start - _LOOK_BACK) : year.start]
    return _LAW_BEFORE.search(before) is not None or _ACRONYM_BEHIND.match(text, year.end) is not None


def _is_elsewhere(text: str, span: Span) -> bool:
    """Return whether a reference is to a place in another instrument or law: *section 2 of the Companies Act*."""
    behind = _OF_INSTRUMENT.match(text, span.end, span.end + _LOOK_AHEAD)
    if behind is not None:
        words = {*behind["name"].lower().split(), behind["noun"].lower()}
        return bool(words - _OWN_WORDS - {"agreement", ""})
    before = text[max(0, span.start - _LOOK_BACK) : span.start]
    return _ACRONYM_BEHIND.match(text, span.end) is not None or _NAMED_BEFORE.search(before) is not None
