"""Formats review items for a terminal, showing only what the reviewer may know at this point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import one_line
from loanproof.reports import plain_words, why_asked
from loanproof.reviews import is_hidden, shown_trigger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.core import Citation
    from loanproof.reviews import Change, Decision, Plain, ReviewItem


def ways_to_decide(item: ReviewItem) -> str:
    """List the options of ``review decide`` that apply to an item."""
    shown = "--absent, or --value TEXT with --quote WORDS"
    if is_hidden(item):
        return f"--reject if it cannot be read, {shown}"
    if item.scored is None:
        return f"--accept, --reject, {shown}"
    if item.trigger.value == "gold":
        return "--accept if the expected answer is right, --reject, or --value TEXT with --quote WORDS"
    other = "--reject" if not item.scored.label else "--reject, or the right one with --label LABEL"
    return f"--accept if the label stands, {other}"


def item_lines(item: ReviewItem) -> Iterator[str]:
    """Yield the lines that describe an item."""
    trigger = shown_trigger(item).value
    yield f"{item.item_id}  {item.name}  in {item.document}"
    yield f"state: {item.state.value}; {trigger.replace('_', ' ')}; {item.mode.value}"
    if is_hidden(item):
        yield "Say what the document gives, or that it gives none; the system's value is shown after that."
        return
    scored = item.scored
    if scored is None:
        yield why_asked(item)
        yield f"system: {value_words(item.output)} ({item.confidence})"
    else:
        yield why_asked(item)
        yield f"label: {scored.label or 'several labels'} (run {scored.run_id})"
        yield f"expected: {value_words(scored.expected)}"
        yield f"given: {value_words(item.output)}"
    yield from (f"  cites {citation_words(one)}" for one in item.citations)
    if trigger != "spot_check":
        yield from (f"  broken rule {one.rule}: {one_line(one.sentence)}" for one in item.rules_broken)
    for pick in item.picks:
        yield f"picked blind by {decision_words(pick)}"
    if item.decision is not None:
        yield f"decided by {decision_words(item.decision)}"
        if item.approved_by is not None:
            yield f"approved by {item.approved_by}"
        elif not item.is_settled:
            yield "It counts when another person has approved it."


def change_lines(change: Change) -> Iterator[str]:
    """Yield the lines that show a person's decision and what replaced it."""
    item, became = change.item, change.became
    yield f"{item.item_id}  {item.name}  in {item.document}"
    yield f"  yours: {decision_words(change.theirs)}"
    if became is None:
        yield f"  opened again by {change.by}: {one_line(change.reason)}"
    else:
        value = f" {value_words(item.output)}" if became.kind.value == "accept" else ""
        yield f"  now: {decision_words(became)}{value}"


def decision_words(decision: Decision) -> str:
    """Format a decision as one line."""
    value = "" if decision.value is None else f" {value_words(decision.value)}"
    cited = "" if decision.citation is None else f", citing {citation_words(decision.citation)}"
    return f"{decision.by}: {decision.kind.value}{value}{cited} ({one_line(decision.reason)}; {decision.seconds} s)"


def value_words(value: Plain) -> str:
    """Format a value, simple or structured, as one line."""
    return one_line(plain_words(value), 200)


def citation_words(citation: Citation) -> str:
    """Format a citation as one line."""
    page = "" if citation.page is None else f"page {citation.page}, "
    section = "" if citation.section is None else f"{citation.section}, "
    return f"{page}{section}“{one_line(citation.quote or '', 200)}”"
