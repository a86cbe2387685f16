"""Conditions precedent: a summary list, labelled by the share of the expected conditions that it names (A-31)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.provenance import Claim
from loanproof.scoring.checks import Content, content_of
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.plain_values import Plain, claim_texts, to_plain
from loanproof.scoring.extraction.presence import has_counterpart
from loanproof.scoring.extraction.references import is_submitted, referred_parts
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.values import (
    CONDITION_KIND,
    ConditionMatch,
    ExpectedCondition,
    Part,
    answers_condition,
    content_words,
    holds_half,
    is_reference_only,
    match_conditions,
    parts_of,
    split_conditions,
)

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.stated import Stated


def check_conditions(item: Item, given: Stated, citations: tuple[Citation, ...], context: ExtractionContext) -> Content:
    """Label a list of conditions: an invented one makes it a hallucination, otherwise the recall decides."""
    expected = expected_conditions(item)
    texts = _items_of(given)
    if texts and all(is_reference_only(text) for text in texts):
        return _reference(texts, context)
    match, answers = _matched(expected, texts)
    recall, rule = match.recall, context.parameters.cp
    named = f"The output names {len(match.answered)} of {len(expected)} expected conditions"
    invented = [texts[at] for at in match.unmatched if not has_counterpart(texts[at], context)]
    claim = Claim(parts=_parts(texts, answers, citations))
    if invented:
        message = f"{named}; {quoted(invented[0])} has no counterpart in the documents."
        return content_of(
            context.parameters.presence.nowhere,
            Reason.VALUE_NOT_IN_DOCUMENT,
            message,
            ruling="A-31",
            claim=claim,
        )
    if recall is not None and recall >= rule.recall_correct and match.unmatched:
        message = f"{named}, and {quoted(texts[match.unmatched[0]])}, which is none of them."
        return content_of(Label.PARTIAL, Reason.LIST_EXTRA, message, ruling="A-31", claim=claim)
    missing = [expected[at].name for at in match.missing]
    message = f"{named}." if not missing else f"{named}; missing: {quoted('; '.join(missing))}."
    if recall is not None and recall >= rule.recall_correct:
        return content_of(Label.CORRECT, Reason.CANONICAL_EQUAL, message, ruling="A-31", claim=claim)
    partial = recall is not None and recall >= rule.recall_partial
    label = Label.PARTIAL if partial else Label.FAIL
    return content_of(label, Reason.LIST_INCOMPLETE, message, ruling="A-31", claim=claim)


def expected_conditions(item: Item) -> tuple[ExpectedCondition, ...]:
    """Return the expected conditions, each with its keywords, its own quote, or all quotes of the item."""
    value = to_plain(item.expected.value)
    entries = value if isinstance(value, tuple) else split_conditions(value) if isinstance(value, str) else ()
    quotes = tuple(one.quote for one in item.expected.citations)
    own = len(quotes) == len(entries)  # as many quotes as conditions: each has its own
    return tuple(_condition(entry, (quotes[at],) if own else quotes) for at, entry in enumerate(entries))


def _condition(entry: Plain, quotes: tuple[str, ...]) -> ExpectedCondition:
    if isinstance(entry, Mapping):
        return ExpectedCondition(name=str(entry["name"]), any_of=tuple(map(str, entry["any"])))
    return ExpectedCondition(name=str(entry), quotes=quotes)


def _items_of(given: Stated) -> tuple[str, ...]:
    if isinstance(given.plain, str):
        return split_conditions(given.plain)
    return tuple(text for text in claim_texts(given.plain) if content_words(text))


def _matched(
    expected: tuple[ExpectedCondition, ...], texts: tuple[str, ...]
) -> tuple[ConditionMatch, tuple[str | None, ...]]:
    """Return how given and expected conditions match, and for each given one the name of the condition it answers."""
    answers = (next((one.name for one in expected if answers_condition(one, text)), None) for text in texts)
    return match_conditions(expected, texts), tuple(answers)


def _parts(
    texts: tuple[str, ...], answers: tuple[str | None, ...], citations: tuple[Citation, ...]
) -> tuple[Part[Any], ...]:
    """Return what citations must support for each given item that answers an expected condition.

    An item is looked for in its own words if some quote has half of them, otherwise in the words of the case.
    """
    quoted = [content_words(one.quote) for one in citations if one.quote]
    said = (
        text if any(holds_half(text, words) for words in quoted) else answer
        for text, answer in zip(texts, answers, strict=True)
        if answer is not None
    )
    return tuple(dict.fromkeys(part for text in said for part in parts_of(CONDITION_KIND, text)))


def _reference(texts: tuple[str, ...], context: ExtractionContext) -> Content:
    """Check an answer that only refers to a schedule: partial if the schedule was not submitted, otherwise a fail."""
    is_in_file = any(is_submitted(part, context) for part in referred_parts(texts))
    message = f"The output only refers to {quoted('; '.join(texts))} and names no condition."
    claim = Claim(parts=tuple(part for text in texts for part in parts_of(CONDITION_KIND, text)))
    if is_in_file:
        return content_of(Label.FAIL, Reason.LIST_INCOMPLETE, message, ruling="A-31", claim=claim)
    return content_of(Label.PARTIAL, Reason.LIST_INCOMPLETE, message, ruling="A-31")
