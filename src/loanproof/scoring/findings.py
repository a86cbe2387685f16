"""Collects findings, which change no label: what was odd when the output was read, and what its citations show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Reason, place_words
from loanproof.provenance import ClassName, unnamed_currencies, unsettled_amounts
from loanproof.scoring.results import CaseFinding
from loanproof.scoring.wording import quoted
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
    """Return a place of an output in words; a place with a quoted key stays as it is, as the key may be anything."""
    if '"' in place:
        return place
    return place_words(int(step) if step.isdecimal() else step for step in place.split(".")) or place


def item_findings(
    item: ItemScore, listed: Sequence[ExpectedCitation], context: ScoringContext
) -> Iterator[CaseFinding]:
    """Yield the findings about one item; the rule is the same for all capabilities.

    These are the findings of its provenance, a section that could not be verified, correct citations of places that
    the case does not list (C-01), and reasons for the author of the case to review its gold.
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


def unclear_amounts(item: str, text: str | None, context: ScoringContext) -> Iterator[CaseFinding]:
    """Yield a finding for each amount or currency in an item's text that the documents leave open (1.0.2, 1.0.3)."""
    for written in unsettled_amounts(text or "", context.notation, context.documents):
        message = f"{quoted(written)} may have thousands or decimals behind its separator; the documents do not tell."
        yield CaseFinding(code=Reason.AMBIGUOUS_SEPARATOR, message=message, item=item)
    for written in unnamed_currencies(text or "", context.documents):
        message = f"The documents do not name {quoted(written)}: they have only a sign or word of several currencies."
        yield CaseFinding(code=Reason.AMBIGUOUS_CURRENCY, message=message, item=item)


def _is_listed(provenance: ItemProvenance, listed: Sequence[ExpectedCitation], context: ScoringContext) -> bool:
    return any(_is_at(one, place, context) for one in provenance.citations for place in listed)


def _is_at(one: CitationResult, place: ExpectedCitation, context: ScoringContext) -> bool:
    """Return whether a citation is of a listed place: on its page, in a related section, or of the same words."""
    name, evidence = place.document or context.documents.names[0], one.evidence
    if evidence is None or evidence.document != name:
        return False
    if place.page is not None and place.page in (one.citation.page, *map(str, evidence.pages)):
        return True
    # A clause also counts if the listed one contains it, or the other way round.
    sections = [SECTION_KIND.read(text) for text in (place.section, evidence.section) if text is not None]
    read = [section.value for section in sections if isinstance(section, Read)]
    if len(read) == 2 and relate_sections(*read) is not SectionRelation.OTHER:
        return True
    spans = () if evidence.quote is None else evidence.quote.spans
    listed = context.documents[name].searcher.search(place.quote).spans
    return any(span.overlaps(other) for span in spans for other in listed)
