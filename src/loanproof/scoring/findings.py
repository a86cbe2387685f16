"""What is noticed beside the items of a case and changes no label: by reading the output, and of the citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Reason, place_words
from loanproof.provenance import ClassName
from loanproof.scoring.results import CaseFinding
from loanproof.values import SECTION_KIND, Read, SectionRelation, relate_sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.cases import ExpectedCitation
    from loanproof.outputs import Output
    from loanproof.provenance import CitationResult, ItemProvenance
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.results import ItemScore


def reading_findings(output: Output) -> Iterator[CaseFinding]:
    """Yield what was odd in the output when it was read."""
    for one in output.findings:
        yield CaseFinding(code=one.code, message=f"{_named(one.place)}: {one.message}" if one.place else one.message)


def _named(place: str) -> str:
    """Return a place of an output in words; one with a quoted key, which may hold anything, stays as it is."""
    if '"' in place:
        return place
    return place_words(int(step) if step.isdecimal() else step for step in place.split(".")) or place


def item_findings(
    item: ItemScore, listed: Sequence[ExpectedCitation], context: ScoringContext
) -> Iterator[CaseFinding]:
    """Yield what is worth knowing of an item and changes no label: one rule for all capabilities.

    That is what its provenance noticed; a section that could not be verified; citations in order of which the case
    lists no place (C-01); and an item that the author of the case should look at.
    """
    name, provenance = item.head.item, item.provenance
    for remark in provenance.findings:
        yield CaseFinding(code=remark.reason, message=remark.sentence, item=name)
    if provenance.is_unverified:
        yield CaseFinding(code=provenance.reason, message=provenance.sentence, item=name)
    if listed and provenance.class_name is ClassName.OK and not _is_listed(provenance, listed, context):
        message = f"The case does not list this place. {provenance.sentence}"
        yield CaseFinding(code=Reason.UNLISTED_PLACE, message=message, item=name)
    for reason in item.reasons:
        if reason.code is Reason.GOLD_REVIEW:
            yield CaseFinding(code=reason.code, message=reason.message, item=name)


def _is_listed(provenance: ItemProvenance, listed: Sequence[ExpectedCitation], context: ScoringContext) -> bool:
    return any(_is_at(one, place, context) for one in provenance.citations for place in listed)


def _is_at(one: CitationResult, place: ExpectedCitation, context: ScoringContext) -> bool:
    """Whether a citation is of a listed place: its page, its section or one around or inside it, or its words."""
    name, evidence = place.document or context.documents.names[0], one.evidence
    if evidence is None or evidence.document != name:
        return False
    if place.page is not None and place.page in (one.citation.page, *map(str, evidence.pages)):
        return True
    sections = [SECTION_KIND.read(text) for text in (place.section, evidence.section) if text is not None]
    read = [section.value for section in sections if isinstance(section, Read)]
    if len(read) == 2 and relate_sections(*read) is not SectionRelation.OTHER:
        return True
    spans = () if evidence.quote is None else evidence.quote.spans
    listed = context.documents[name].searcher.search(place.quote).spans
    return any(span.overlaps(other) for span in spans for other in listed)
