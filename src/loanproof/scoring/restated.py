"""Finds quotes that a later document has changed, or that are not in force yet (C-37), for the guard.

Documents are submitted in the order in which they take effect, the base agreement first. There is no gold here, so
every fault only asks a person to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.guarded import GuardFault
from loanproof.scoring.later_changes import changes_clause, day_of_effect, sets_anew
from loanproof.scoring.wording import quoted
from loanproof.statements import Polarity, polarity_at, stated_in
from loanproof.values import SECTION_KIND, Read, tokenize

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.provenance import CitationResult, Claim, Source
    from loanproof.scoring.context import ScoringContext

_TERM = r"(?!(?:The|Each|Any|Such)\b)[A-Z][\w/&-]{0,30}(?: [A-Z][\w/&-]{0,30}){0,6}"
# The verb behind a defined term: "means", or "is" before a figure, as in "the Margin is 2.75 per cent. per annum".
_MEANS = (
    r"[\"”]?\s{1,4}(?:means\b|(?:is|are|shall be)\s(?=(?:[A-Z]{1,3}\$?|[£$€¥₹])?\s?[0-9]))(?P<meaning>[^\n]{3,400})"
)
_DEFINED = re.compile(rf"(?<![\w-])[\"“]?(?P<term>{_TERM}){_MEANS}")
_MAX_TERMS = 20  # how many defined terms of one quote are looked up


def restated_faults(citations: Sequence[Citation], context: ScoringContext) -> Iterator[GuardFault]:
    """Yield a fault for each quote that a later document changes, or whose own document is not in force yet."""
    sources = list(context.documents)
    if len(sources) == 1:
        return
    names = [source.document.name for source in sources]
    places = context.places_of(citations)
    cited = {one.evidence.document for one in places if one.evidence is not None}
    for assessed in places:
        if assessed.evidence is None or not assessed.citation.quote or assessed.evidence.document not in names:
            continue
        at = names.index(assessed.evidence.document)
        # A later document that is cited as well is known to the answer, which gives both the old and the new value.
        later = [
            one
            for one in sources[at + 1 :]
            if one.document.name not in cited and not _is_not_yet_in_force(one, context)
        ]
        sentences = (
            [_not_yet_sentence(sources[at], context)] if at and _is_not_yet_in_force(sources[at], context) else []
        )
        sentences += [one for source in later if (one := _overtaken(assessed, source, context)) is not None][:1]
        yield from (GuardFault(code=Reason.STALE_VALUE, sentence=one) for one in sentences)


def replaced_fault(quotes: Sequence[str], claim: Claim, context: ScoringContext) -> GuardFault | None:
    """Return a fault if every quote that contains the value says that it was replaced."""
    source = next(iter(context.documents))
    said = [
        (polarity_at(stated, place), place.of(stated.text))
        for stated in (stated_in(quote, context.notation) for quote in quotes)
        for part in claim.parts
        for place in source.locate_in(stated.text, part)
    ]
    if not said or any(polarity is not Polarity.REPLACED for polarity, _ in said):
        return None
    return GuardFault(code=Reason.STALE_VALUE, sentence=f"By its own quote {quoted(said[0][1])} is what was replaced.")


def _is_not_yet_in_force(source: Source, context: ScoringContext) -> bool:
    """Return whether a document takes effect only after the day that was asked about."""
    day = None if context.as_of is None else day_of_effect(source.document.text, context.notation)
    return day is not None and context.as_of is not None and day > context.as_of


def _not_yet_sentence(source: Source, context: ScoringContext) -> str:
    day = day_of_effect(source.document.text, context.notation)
    return f"{source.document.name} takes effect on {day}, after {context.as_of}."


def _overtaken(assessed: CitationResult, source: Source, context: ScoringContext) -> str | None:
    """Return a sentence on how a later document changes what a quote says; ``None`` if it does not."""
    quote, name = assessed.citation.quote or "", source.document.name
    for match in list(_DEFINED.finditer(quote))[:_MAX_TERMS]:
        if _is_redefined(match, source):
            return f"{name} defines {quoted(match['term'])} anew; look which holds."
    place = None if assessed.evidence is None else assessed.evidence.section
    section = None if place is None else SECTION_KIND.read(place, context.notation)
    if isinstance(section, Read) and changes_clause(source.document.text, section.value, context.notation):
        return f"{name} changes the clause of the quote ({place}); look which holds."
    if sets_anew(source.document.text, quote, context.notation):
        return f"{name} changes the value that is quoted; look which holds."
    return None


def _is_redefined(match: re.Match[str], source: Source) -> bool:
    """Return whether a document defines a term differently from a quote."""
    written = re.compile(rf"(?<![\w-]){re.escape(match['term'])}{_MEANS}")
    meanings = [_words(one["meaning"]) for one in written.finditer(source.document.text)]
    own = _words(match["meaning"])  # a quote may be cut short, so a common beginning counts as the same meaning
    return bool(meanings) and not any(one[: len(own)] == own or own[: len(one)] == one for one in meanings)


def _words(text: str) -> list[str]:
    return [token.lower for token in tokenize(text).items if token.text.isalnum() or "." in token.text]
