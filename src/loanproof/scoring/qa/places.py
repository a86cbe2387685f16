"""Finds the listed places that an answer does not cite, for questions whose answer needs several clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import ClassName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.cases import ExpectedCitation, QaCase
    from loanproof.core import Span
    from loanproof.provenance import CitationResult
    from loanproof.scoring.context import ScoringContext

_UNUSABLE_CLASSES = frozenset({ClassName.FAKE, ClassName.WRONGLOC, ClassName.ABSENT})
_UNUSABLE_REASONS = frozenset(
    {Reason.QUOTE_ALTERED, Reason.QUOTE_TOO_SHORT, Reason.QUOTE_NOT_FOUND, Reason.VALUE_NOT_THERE}
)


def missing_places(
    case: QaCase, assessed: Sequence[CitationResult], context: ScoringContext
) -> tuple[ExpectedCitation, ...]:
    """Return the listed places that no citation covers.

    A citation covers a place if its quote overlaps that of the place, or is in the same clause; but in a list of
    definitions only the same entry counts. A citation that is invented, altered or wrongly placed covers nothing.
    """
    usable = [one for one in assessed if _is_usable(one)]
    return tuple(
        place for place in case.expected.citations if not any(_cites(one, place, case, context) for one in usable)
    )


def _is_usable(one: CitationResult) -> bool:
    return one.class_name not in _UNUSABLE_CLASSES and one.reason not in _UNUSABLE_REASONS and one.evidence is not None


def _cites(one: CitationResult, place: ExpectedCitation, case: QaCase, context: ScoringContext) -> bool:
    """Return whether a citation covers a listed place."""
    name = place.document or case.document_names[0]
    if one.evidence is None or one.evidence.document != name or name not in context.documents.names:
        return False
    found = context.documents[name].searcher.search(place.quote)
    spans = () if one.evidence.quote is None else one.evidence.quote.spans
    if _overlap(spans, found.spans):
        return True
    if spans and _is_definition(place.quote):
        return False
    return found.section is not None and one.evidence.section == found.section


def _is_definition(quote: str) -> bool:
    """Return whether a quote is an entry in a list of definitions, where each entry is a place of its own."""
    return quote.lstrip()[:1] in ('"', "“")


def _overlap(one: Sequence[Span], other: Sequence[Span]) -> bool:
    return any(first.overlaps(second) for first in one for second in other)
