"""Words around a field's value that change it: it is denied, waived, limited, or paid by somebody else (C-33)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.scoring.changing_words import ChangingWords, changing_words, checks_of, findings_of, passages_with
from loanproof.scoring.extraction.plain_values import leaves_of
from loanproof.standards import ValueKind

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.checks import Content
    from loanproof.scoring.extraction.context import AnswersContext, ExtractionContext
    from loanproof.scoring.extraction.expected_items import Item


def check_beside_words(item: Item, answer: FieldOutput, content: Content, context: ExtractionContext) -> Content:
    """Return a content with checks and findings for the words that change its value; a wrong value stays as it is."""
    if content.label.is_wrong or content.excuse is not None:
        return content
    known = (*leaves_of(context.forms(item).value.plain), *(one.quote for one in item.expected.citations))
    surfaces = tuple(text for form in context.forms(item).sources for text in leaves_of(form.plain))
    found = tuple(words_beside(answer, (*known, *surfaces), context))
    noticed = (*content.findings, *findings_of(found, item.name))
    return replace(content.with_checks(*checks_of(found)), findings=noticed)


def words_beside(answer: FieldOutput, known: tuple[str, ...], context: AnswersContext) -> Iterator[ChangingWords]:
    """Yield the words around a value that change it.

    Conditions are left out: such words are part of them and say what need not be met.
    """
    given = context.given(answer)
    if not context.parameters.clarifications.companions or given.kind is ValueKind.CONDITIONS:
        return
    for text in leaves_of(given.plain):
        if any(changing_words(text, known, context, kind=given.kind)):  # only then search the documents
            passages = (*known, *(one.quote or "" for one in answer.citations), *passages_with(given.claim, context))
            yield from changing_words(text, passages, context, kind=given.kind)
