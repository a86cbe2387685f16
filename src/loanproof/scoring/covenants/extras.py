"""Reported covenants that the case does not expect: invented, real but unlisted, or not a covenant at all (A-39)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.documents import SectionKind
from loanproof.provenance import ClassName
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.citing import passages_of
from loanproof.scoring.covenants.words import text_of
from loanproof.scoring.items import ScoredItem, score_item
from loanproof.scoring.results import UNNAMED, Compared, ItemHead
from loanproof.scoring.wording import quoted
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.outputs import CovenantOutput
    from loanproof.provenance import CitationResult, ItemProvenance
    from loanproof.scoring.context import ScoringContext

_TITLES_OF_OTHERS = re.compile(  # sections that contain no covenants
    r"\brepresentations?\b|\bwarrant(?:y|ies)\b|\bevents?\sof\sdefault\b|\bdefinitions?\b|\binterpretation\b",
    re.IGNORECASE,
)
_WORDING_OF_OTHERS = re.compile(r"\brepresents?\b[^.;]{0,60}\bwarrants?\b|[\"”]\s{1,3}means\b", re.IGNORECASE)
_OBLIGATION = re.compile(
    r"\b(?:shall|must|will|undertakes?|agrees?|covenants?|ensures?|procures?)\b|\bmay\snot\b", re.IGNORECASE
)
_QUOTE_FOUND = frozenset(
    {ClassName.OK, ClassName.PAGE, ClassName.SECT, ClassName.PARA, ClassName.PARA_PAGE, ClassName.NAME}
)


def head_of_extra(given: CovenantOutput, context: ScoringContext, *, exhaustive: bool) -> ItemHead:
    """Return the item of a reported covenant that answers no expected one; it weighs only in an exhaustive case."""
    rule = context.parameters.covenants
    weight = rule.extra_weight_exhaustive if exhaustive else rule.extra_weight
    return ItemHead(item=given.name or UNNAMED, weight=Fraction(weight), is_extra=True)


def score_extra(given: CovenantOutput, context: ScoringContext, *, exhaustive: bool, is_second: bool) -> ScoredItem:
    """Score a reported covenant that answers no expected one, by the documents alone.

    Args:
        given: The reported covenant.
        context: Documents, contract and notation.
        exhaustive: Whether the case lists all covenants of the document.
        is_second: Whether it is a second report of a covenant that another report already answers.
    """
    said = text_of(given.threshold)
    provenance = context.provenance_of(given.citations, context.claim_of(said))
    nested = context.provenance_of(_nested(given))  # an invented citation of a flag counts against the covenant
    if nested.class_name is ClassName.FAKE and provenance.class_name is not ClassName.FAKE:
        provenance = nested
    head = head_of_extra(given, context, exhaustive=exhaustive)
    look = _look(given, provenance, context, exhaustive=exhaustive, is_second=is_second)
    compared = Compared(output_raw=said)
    return score_item(head, (look,), provenance, context, confidence=given.confidence, compared=compared, cited=())


def _look(
    given: CovenantOutput, provenance: ItemProvenance, context: ScoringContext, *, exhaustive: bool, is_second: bool
) -> Check:
    """Return the check of an extra: the first fault that applies, otherwise a note that gold should be reviewed."""
    name, rule = quoted(given.name), context.parameters.covenants
    if provenance.class_name is ClassName.FAKE:
        message = f"{name} is not expected, and its citation is invented. {provenance.sentence}"
        return Check(rule.extra_fabricated, provenance.reason, message, ruling="A-39")
    if is_second:
        message = f"{name} is reported more than once."
        return Check(Label.FAIL, Reason.EXTRA_COVENANT, message, ruling="A-39")
    if exhaustive:
        message = f"The case lists all covenants of the document, and {name} is none of them."
        return Check(Label.FAIL, Reason.EXTRA_COVENANT, message, ruling="A-39")
    if provenance.class_name not in _QUOTE_FOUND:
        message = f"{name} is not expected, and no quote shows that it is a covenant. {provenance.sentence}"
        return Check(Label.FAIL, Reason.EXTRA_COVENANT, message, ruling="A-39")
    if not _is_covenant(provenance, context):
        message = f"{name} is not expected, and the quoted passage is not a covenant. {provenance.sentence}"
        return Check(Label.FAIL, Reason.NOT_A_COVENANT, message, ruling="A-39")
    message = f"{name} is a covenant of the document that the case does not list. {provenance.sentence}"
    return Check(Label.CORRECT, Reason.GOLD_REVIEW, message, ruling="A-39")


def _is_covenant(provenance: ItemProvenance, context: ScoringContext) -> bool:
    """Return whether a quoted passage obliges somebody and is not a representation, a default or a definition."""
    if any(_WORDING_OF_OTHERS.search(passage) for passage in passages_of(provenance, context)):
        return False
    return any(
        _OBLIGATION.search(around) and not any(_TITLES_OF_OTHERS.search(title) for title in titles)
        for assessed in provenance.citations
        for around, titles in surroundings_of(assessed, context)
    )


def surroundings_of(assessed: CitationResult, context: ScoringContext) -> Iterator[tuple[str, list[str]]]:
    """Yield, for each piece of a quote, the text of its section and the titles of all sections that enclose it."""
    if assessed.evidence is None or assessed.evidence.quote is None:
        return
    document = context.documents[assessed.evidence.document].document
    for span in assessed.evidence.quote.spans:
        section = document.section_at(span.start)
        around = span.of(document.text) if section is None else section.span.of(document.text)
        titles = []
        while section is not None:
            titles += ["definition"] if section.kind is SectionKind.DEFINITION else [section.title or ""]
            section = None if section.parent is None else document.sections[section.parent]
        yield around, titles


def _nested(given: CovenantOutput) -> tuple[Citation, ...]:
    flags = (given.waiver, given.grace_period, given.cross_default, *given.carve_outs)
    return tuple(citation for flag in flags if flag is not None for citation in flag.citations)
