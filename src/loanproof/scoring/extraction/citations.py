"""The provenance of an answer: the citations for its value, and those for the rest of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.outputs import ConditionalDate
from loanproof.provenance import ClassName, NothingToCite
from loanproof.scoring.extraction.derived import inputs_of

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.outputs import FieldOutput
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.checks import Content
    from loanproof.scoring.extraction.context import ExtractionContext


def provenance_of_answer(content: Content, answer: FieldOutput | None, context: ExtractionContext) -> ItemProvenance:
    """Return the provenance of an answer's value; an invented citation elsewhere in the answer counts as well."""
    if answer is None:
        return context.provenance_of((), nothing_to_cite=NothingToCite.NOT_EXTRACTED)
    own = (*answer.citations, *inputs_of(answer, context))
    provenance = context.provenance_of(own, content.claim, content.excuse)
    beside = tuple(cited_beside(answer))
    if beside and provenance.class_name is not ClassName.FAKE:
        # These citations cannot support the value, but an invented one makes the whole answer FAKE.
        other = context.provenance_of(beside, nothing_to_cite=NothingToCite.NOT_EXTRACTED)
        return other if other.class_name is ClassName.FAKE else provenance
    return provenance


def cited_beside(answer: FieldOutput) -> Iterator[Citation]:
    """Yield the citations for an answer's conflicts and effective date, which need not support its value."""
    for conflict in answer.conflicts:
        yield from conflict.citations
    if isinstance(answer.effective_date, ConditionalDate):
        yield from answer.effective_date.citations
