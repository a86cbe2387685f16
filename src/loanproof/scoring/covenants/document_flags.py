"""The flags of the document: grace periods and the cross default, each an item of its own.

A flag that the case omits is not scored. If the case says that there is none, the output must say so. Flags never
count as extras; only an invented citation of a flag that is not scored appears, as an item without weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from loanproof.core import Reason, canonical_json
from loanproof.provenance import ClassName, NothingToCite
from loanproof.scoring.changing_words import ChangingWords, changing_words, checks_of, findings_of
from loanproof.scoring.checks import Check, unread_checks
from loanproof.scoring.covenants.components import check_components, silent, wrong
from loanproof.scoring.covenants.cross_defaults import FLAG as CROSS_DEFAULT
from loanproof.scoring.covenants.cross_defaults import check_cross_default, claim_of_cross_default, is_silent
from loanproof.scoring.covenants.grace_periods import FLAG as GRACE_PERIOD
from loanproof.scoring.covenants.grace_periods import (
    answers_triggers,
    check_grace_period,
    claim_of_grace_period,
    read_unit,
)
from loanproof.scoring.covenants.pairing import pair_off
from loanproof.scoring.covenants.words import text_of
from loanproof.scoring.failures import guard_item
from loanproof.scoring.items import ScoredItem, score_item
from loanproof.scoring.results import Compared, ItemHead
from loanproof.scoring.wording import place_of
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCrossDefault, ExpectedFlags, ExpectedGracePeriod
    from loanproof.core import Citation
    from loanproof.outputs import CrossDefaultOutput, FlagsOutput, GracePeriodOutput
    from loanproof.scoring.context import ScoringContext

CROSS_DEFAULT_ITEM = "flag:cross_default"
_GRACE_PERIOD_ITEM = "flag:grace_period"


def flag_names(expected: ExpectedFlags | None) -> tuple[str, ...]:
    """Return the item names of the expected flags; "no grace period" is also an item, because it must be stated."""
    if expected is None:
        return ()
    periods = () if expected.grace_periods is None else range(1, max(1, len(expected.grace_periods)) + 1)
    names = tuple(f"{_GRACE_PERIOD_ITEM}:{number}" for number in periods)
    return names if expected.cross_default is None else (*names, CROSS_DEFAULT_ITEM)


def score_flags(
    expected: ExpectedFlags | None, given: FlagsOutput | None, context: ScoringContext, *, says_null: bool
) -> tuple[ScoredItem, ...]:
    """Score the expected flags of the document, in the order of the case."""
    if expected is None:
        return ()
    said = None if given is None else given.grace_periods
    scorers: list[Callable[[], ScoredItem]] = []
    if expected.grace_periods == ():
        scorers.append(partial(_no_grace_period, said, context))
    elif expected.grace_periods is not None:
        scorers += _grace_periods(expected.grace_periods, said or (), context)
    if expected.cross_default is not None:
        flag = None if given is None else given.cross_default
        scorers.append(partial(_cross_default, expected.cross_default, flag, context, says_null=says_null))
    named = zip(flag_names(expected), scorers, strict=True)
    return tuple(guard_item(ItemHead(item=name), score, context.standard) for name, score in named)


def score_invented_flags(
    expected: ExpectedFlags | None, given: FlagsOutput | None, context: ScoringContext
) -> tuple[ScoredItem, ...]:
    """Return an item without weight for each flag that is not scored and has an invented citation."""
    unscored = [
        (ItemHead(item=name, weight=Fraction(0), is_extra=True), citations)
        for name, citations in _unscored(expected, given, context)
    ]
    items = (
        guard_item(head, partial(_unscored_flag, head, citations, context), context.standard)
        for head, citations in unscored
    )
    return tuple(one for one in items if one.item.failure or one.item.provenance.class_name is ClassName.FAKE)


def match_grace_periods(expected: Sequence[ExpectedGracePeriod], given: Sequence[GracePeriodOutput]) -> dict[int, int]:
    """Return which given grace period answers which expected one: by its days, its triggers and its unit."""
    ranked: list[tuple[tuple[int, int, int, int, str], int, int]] = []
    for one, wanted in enumerate(expected):
        for other, period in enumerate(given):
            days, named = period.days == wanted.days, answers_triggers(wanted, period)
            # A single period on each side is the same one, even if the days differ.
            if days or named or (len(expected) == len(given) == 1 and period.days is not None):
                unit = read_unit(period.unit) is wanted.unit
                ranked.append(((-int(days), -named, -int(unit), one, repr(period)), one, other))
    return pair_off(ranked)


def _grace_periods(
    expected: Sequence[ExpectedGracePeriod], given: Sequence[GracePeriodOutput], context: ScoringContext
) -> Iterator[Callable[[], ScoredItem]]:
    pairs = match_grace_periods(expected, given)
    for position, wanted in enumerate(expected):
        answer = given[pairs[position]] if position in pairs else None
        yield partial(_grace_period, f"{_GRACE_PERIOD_ITEM}:{position + 1}", wanted, answer, context)


def _grace_period(
    name: str, wanted: ExpectedGracePeriod, answer: GracePeriodOutput | None, context: ScoringContext
) -> ScoredItem:
    head = ItemHead(item=name)
    raw = canonical_json({"days": wanted.days, "unit": wanted.unit.value, "triggers": list(wanted.triggers)})
    if answer is None:
        look = silent(GRACE_PERIOD, place_of(wanted), context)
        return _silent_item(head, look, context, Compared(expected_raw=raw))
    look = check_grace_period(wanted, answer, context)
    provenance = context.provenance_of(answer.citations, claim_of_grace_period(wanted, answer))
    said = canonical_json({"days": answer.days, "unit": answer.unit, "triggers": list(answer.triggers)})
    compared = Compared(expected_raw=raw, output_raw=said)
    return score_item(
        head,
        (look, *unread_checks(answer)),
        provenance,
        context,
        confidence=answer.confidence,
        compared=compared,
        listed=wanted.citations,
    )


def _no_grace_period(given: tuple[GracePeriodOutput, ...] | None, context: ScoringContext) -> ScoredItem:
    """Score the flag of a document without a grace period: an empty list is right, a missing key is silent."""
    head = ItemHead(item=f"{_GRACE_PERIOD_ITEM}:1")
    if given is None:
        message = "The document states no grace period; the output does not say so."
        return _silent_item(head, _unsaid(message, context), context, Compared(expected_raw="none"))
    components = [wrong("the document states no grace period")] if given else []
    citations = [citation for period in given for citation in period.citations]
    provenance = context.provenance_of(citations, nothing_to_cite=NothingToCite.ABSENT)
    look = check_components(GRACE_PERIOD, components, context)
    compared = Compared(expected_raw="none", output_raw="none" if not given else f"{len(given)} given")
    return score_item(head, (look,), provenance, context, compared=compared)


def _cross_default(
    expected: ExpectedCrossDefault, given: CrossDefaultOutput | None, context: ScoringContext, *, says_null: bool
) -> ScoredItem:
    head = ItemHead(item=CROSS_DEFAULT_ITEM)
    raw = canonical_json(expected.model_dump(exclude={"citations"}, exclude_none=True))
    if given is None or is_silent(given, context.absence):
        if expected.present:
            look = silent(CROSS_DEFAULT, place_of(expected), context)
        else:
            look = _unsaid("The document has no cross default; the output does not say so.", context)
        return _silent_item(head, look, context, Compared(expected_raw=raw))
    look = check_cross_default(expected, given, context, says_null=says_null)
    beside = tuple(_words_beside(expected, given, context))
    # A cross default that is absent, or said to be, needs no citation.
    nothing = None if expected.present and given.is_present is not False else NothingToCite.ABSENT
    provenance = context.provenance_of(
        given.citations, claim_of_cross_default(expected, given, context), nothing_to_cite=nothing
    )
    said = canonical_json(
        {"present": given.is_present, "kind": given.kind, "threshold": given.threshold, "thresholds": given.thresholds}
    )
    compared = Compared(expected_raw=raw, output_raw=said)
    return score_item(
        head,
        (look, *unread_checks(given), *checks_of(beside)),
        provenance,
        context,
        confidence=given.confidence,
        compared=compared,
        listed=expected.citations,
        findings=findings_of(beside, head.item),
    )


def _words_beside(
    expected: ExpectedCrossDefault, given: CrossDefaultOutput, context: ScoringContext
) -> Iterator[ChangingWords]:
    """Yield the words that change a threshold of a cross default and that no quote has."""
    if context.parameters.clarifications.companions:
        known = [*(one.quote for one in expected.citations), *(one.quote or "" for one in given.citations)]
        for text in filter(None, map(text_of, (given.threshold, *given.thresholds))):
            yield from changing_words(text, known, context)


def _unsaid(message: str, context: ScoringContext) -> Check:
    label = context.standard.contract.covenants.silent_flag
    return Check(label, Reason.FLAG_SILENT, message, ruling="A-38")


def _silent_item(head: ItemHead, look: Check, context: ScoringContext, compared: Compared) -> ScoredItem:
    provenance = context.provenance_of((), nothing_to_cite=NothingToCite.NOT_EXTRACTED)
    return score_item(head, (look,), provenance, context, compared=compared, is_stated=False)


def _unscored(
    expected: ExpectedFlags | None, given: FlagsOutput | None, context: ScoringContext
) -> Iterator[tuple[str, tuple[Citation, ...]]]:
    """Yield the name and citations of each given flag that no item scores."""
    if given is None:
        return
    scored = None if expected is None else expected.grace_periods
    if scored != ():  # a case without grace periods scores all that are given as one item
        used = set(match_grace_periods(scored or (), given.grace_periods or ()).values())
        for position, period in enumerate(given.grace_periods or ()):
            if position not in used:
                yield _GRACE_PERIOD_ITEM, period.citations
    flag = given.cross_default
    is_said = flag is None or not is_silent(flag, context.absence)
    is_scored = expected is not None and expected.cross_default is not None and is_said
    if flag is not None and not is_scored:
        yield CROSS_DEFAULT_ITEM, flag.citations


def _unscored_flag(head: ItemHead, citations: Sequence[Citation], context: ScoringContext) -> ScoredItem:
    message = "The case does not score this flag, but its citation is invented."
    look = Check(Label.CORRECT, Reason.NOT_APPLICABLE, message)
    return score_item(head, (look,), context.provenance_of(citations), context)
