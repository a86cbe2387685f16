"""Companions: a figure, date, period or name that an output adds to a value must appear in the documents (C-33)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loanproof.cases import FieldState
from loanproof.core import Reason, Span
from loanproof.scoring.checks import Check, Content
from loanproof.scoring.extraction.about_parties import check_about_parties
from loanproof.scoring.extraction.computed_companions import check_computed
from loanproof.scoring.extraction.named_rates import check_named_rates
from loanproof.scoring.extraction.plain_values import leaves_of, to_plain
from loanproof.scoring.extraction.presence import check_nowhere
from loanproof.scoring.extraction.strange_names import strange_names
from loanproof.scoring.wording import quoted
from loanproof.standards import Label, ValueKind
from loanproof.values import (
    CURRENCY_KIND,
    DATE_KIND,
    DURATION_KIND,
    FREQUENCY_KIND,
    MONEY_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    Relation,
    RelativeDate,
    match_parties,
    prose_parts,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import AnswersContext, ExtractionContext
    from loanproof.scoring.extraction.expected_items import Item
    from loanproof.scoring.extraction.stated import Stated
    from loanproof.values import Part

_RATES = frozenset({ValueKind.REFERENCE_RATE, ValueKind.MARGIN})
_COMPUTED = frozenset({Reason.DERIVED_DECLARED, Reason.DERIVED_UNDECLARED})


def check_companions(item: Item, answer: FieldOutput, content: Content, context: ExtractionContext) -> Content:
    """Return a content with the checks of its companions: an invented one makes even a right value a hallucination.

    A wrong value already has its label; only conditions are checked all the same. A guess at an illegible value is
    judged by the characters that can be read.
    """
    given = context.given(answer)
    is_judged = not content.label.is_wrong or given.kind is ValueKind.CONDITIONS
    if not context.parameters.clarifications.companions or not is_judged or item.expected.state is FieldState.ILLEGIBLE:
        return content
    own = context.expected.known.union(_own_keys(item, given, content, context))
    return content.with_checks(*companion_checks(answer, own, context.expected.party_names, context))


def companion_checks(
    answer: FieldOutput, own: frozenset[str], names: tuple[str, ...], context: AnswersContext
) -> Iterator[Check]:
    """Yield a check for each companion that the documents do not confirm, or that is only computed from the value.

    Args:
        answer: The answer whose value, original value and added words are checked.
        own: Canonical forms of values that need not be looked for.
        names: Names of parties that are known to be in the documents.
        context: The documents and the contract; gold is not needed.
    """
    given = context.given(answer)
    for part in _parts_around(given, answer, context):
        if own.isdisjoint(part_keys(part)) and not _is_known_party(part, names) and not _is_in_documents(part, context):
            yield check_computed(part, given, context) or check_nowhere(part.written, context)
    yield from _names_beside(given, context)


def _names_beside(given: Stated, context: AnswersContext) -> Iterator[Check]:
    """Yield what is wrong with the details next to names of parties and rates, or with the names in conditions."""
    for text in leaves_of(given.plain):
        if given.kind.is_party and (check := check_about_parties(text, context)) is not None:
            yield check
        if given.kind in _RATES:
            yield from check_named_rates(text, context)
        for name in strange_names(text, context) if given.kind is ValueKind.CONDITIONS else ():
            message = f"A condition names {quoted(name)}, which does not appear in the documents."
            label = context.parameters.presence.nowhere
            yield Check(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="C-33")


def _is_in_documents(part: Part[Any], context: AnswersContext) -> bool:
    """Return whether a part appears in the documents; for a relative date its period and its anchor are enough."""
    if context.appears(part):
        return True
    relative = part.kind is DATE_KIND and all(isinstance(one, RelativeDate) for one in part.candidates)
    periods = DURATION_KIND.find(tokenize(part.written), context.notation) if relative else ()
    if not periods:
        return False
    anchors = prose_parts(part.written[periods[0].span.end :], context.notation)  # "... after 15 March 2026"
    pieces = (*(DURATION_KIND.part(*one.candidates) for one in periods), *anchors)
    return context.all_appear(pieces)


def part_keys(part: Part[Any]) -> Iterator[str]:
    """Yield the canonical form of each value that a part may mean."""
    return (part.kind.canonical(one) for one in part.candidates)


def _parts_around(given: Stated, answer: FieldOutput, context: AnswersContext) -> Iterator[Part[Any]]:
    """Yield the parts that an answer's value and original value mention, except pieces of the value itself."""
    for plain in (given.plain, to_plain(answer.original_value)):
        for text in leaves_of(plain):
            beside = prose_parts(text, context.notation)
            yield from (part for part in beside if not _belongs_to(given, part, text))
            if given.kind is ValueKind.CURRENCY:  # prose parts do not include bare currencies
                found = CURRENCY_KIND.find(tokenize(text), context.notation)
                yield from (CURRENCY_KIND.part(*one.candidates) for one in found)


def _belongs_to(given: Stated, part: Part[Any], text: str) -> bool:
    """Return whether a part is a piece of the value itself: ``6M`` of a reference rate, ``three months`` of a rhythm.

    A rate of zero, such as a zero floor, always counts as one: a document need not state it in figures.
    """
    if part.kind is PERCENTAGE_KIND and all(not one.bps for one in part.candidates):
        return True
    if given.kind is ValueKind.REFERENCE_RATE:
        return part.kind is MONEY_KIND and _is_tenor(part.written, text, given)
    if given.kind is not ValueKind.REPAYMENT or part.kind is not DURATION_KIND:
        return False
    rhythms = (one.span.of(text) for one in FREQUENCY_KIND.find(tokenize(text), given.context))
    return any(part.written in rhythm for rhythm in rhythms)


def _is_tenor(written: str, text: str, given: Stated) -> bool:
    """Return whether what reads as an amount is the tenor next to a rate's name: ``6M Euro interbank rate``."""
    start = text.find(written)
    if start < 0:
        return False
    touching = Span(max(0, start - 1), start + len(written) + 1)
    return any(one.span.overlaps(touching) for one in REFERENCE_RATE_KIND.find(tokenize(text), given.context))


def _own_keys(item: Item, given: Stated, content: Content, context: ExtractionContext) -> Iterator[str]:
    """Yield the canonical forms of what an answer gives instead of the expected value, which its label covers already.

    Such a value is a partial match (rounded, incomplete, one wrong row: MAR-7, REP-7) or computed. If a detail of a
    schedule differs, only details close to an expected one count, such as a rounded amount; others are companions.
    """
    is_other = content.label is Label.PARTIAL or content.decisive.code in _COMPUTED
    kind = given.of_kind
    if kind is None or not is_other or content.decisive.code is Reason.LIST_EXTRA:
        return
    is_detail = content.decisive.code is Reason.DETAIL_DIFFERS
    expected = context.forms(item).value.claim.parts if is_detail else ()
    text = given.text or ""
    first = () if given.candidates else kind.find(tokenize(text), given.context)[:1]
    for value in (*given.candidates, *(one for found in first for one in found.candidates)):
        yield kind.canonical(value)
        for part in kind.parts(value):
            if not is_detail or any(_is_near(one, part) for one in expected):
                yield from part_keys(part)


def _is_near(expected: Part[Any], given: Part[Any]) -> bool:
    """Return whether two parts of one kind are equal or agree in part."""
    return expected.kind is given.kind and any(
        given.kind.compare(one, other).relation is not Relation.DIFFERENT
        for one in expected.candidates
        for other in given.candidates
    )


def _is_known_party(part: Part[Any], names: tuple[str, ...]) -> bool:
    if part.kind is not PARTY_KIND:
        return False
    match = match_parties(names, (part.written,))
    return bool(match.pairs or match.near)
