"""The score of one expected covenant: every dimension of its report, its flags and its citations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason, canonical_json
from loanproof.provenance import NothingToCite
from loanproof.scoring.changing_words import ChangingWords, changing_words, checks_of, findings_of
from loanproof.scoring.checks import Check, unread_checks
from loanproof.scoring.covenants.carve_outs import check_carve_outs
from loanproof.scoring.covenants.citing import (
    covenant_provenance,
    has_verbatim_support,
    passages_of,
    with_flags,
)
from loanproof.scoring.covenants.classes import check_type
from loanproof.scoring.covenants.cross_defaults import check_own_cross_default
from loanproof.scoring.covenants.effective_dates import check_effective_date
from loanproof.scoring.covenants.frequency import check_frequency
from loanproof.scoring.covenants.grace_periods import check_own_grace_period
from loanproof.scoring.covenants.levels import read_text
from loanproof.scoring.covenants.repeats import check_repeats
from loanproof.scoring.covenants.start_days import check_start
from loanproof.scoring.covenants.thresholds import check_threshold, compare_threshold
from loanproof.scoring.covenants.waivers import check_waiver
from loanproof.scoring.covenants.words import text_of
from loanproof.scoring.items import ScoredItem, score_item
from loanproof.scoring.results import Compared, ItemHead
from loanproof.scoring.wording import place_of
from loanproof.standards import Label
from loanproof.values import THRESHOLD_KIND

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.names import Namer


def score_covenant(
    expected: ExpectedCovenant,
    given: CovenantOutput,
    namer: Namer,
    context: ScoringContext,
    *,
    others: Sequence[CovenantOutput],
    says_null: bool,
) -> ScoredItem:
    """Score an expected covenant that the output reports.

    Args:
        expected: The expected covenant.
        given: The report that answers it.
        namer: Compares names.
        context: Documents, contract and notation.
        others: Further reports under its name.
        says_null: Whether the report's cross default has an explicit null as threshold.
    """
    compared = compare_threshold(expected, given, context)
    own = covenant_provenance(expected, given.citations, compared.claim, context)
    flags = (
        *check_waiver(expected, given, namer, context),
        *check_carve_outs(expected, given, context),
        *check_own_grace_period(expected, given, context),
        *check_own_cross_default(expected, given, context, says_null=says_null),
    )
    is_quoted = has_verbatim_support(own, compared.expected, context)  # decides on a threshold in another form
    checks = (
        *namer.check(expected, given),
        *check_type(expected, given, context),
        *check_threshold(expected, compared, is_quoted=is_quoted, context=context),
        *check_frequency(expected, given, passages_of(own, context), context),
        *check_start(expected, given, passages_of(own, context), context),
        *check_effective_date(expected, given, context),
        *check_repeats(expected, given, others, context),
        *(flag.check for flag in flags),
        *unread_checks(given),
    )
    beside = tuple(_words_beside(expected, given, own, context))
    checks = (*checks, *checks_of(beside))
    if not checks:
        message = f"{expected.name} is reported as the document has it."
        checks = (Check(Label.CORRECT, Reason.COVENANT_MATCHED, message),)
    provenance = with_flags(own, (cited for flag in flags for cited in flag.cited), context)
    return score_item(
        ItemHead(item=expected.name),
        checks,
        provenance,
        context,
        confidence=given.confidence,
        compared=_compared(expected, given, context),
        listed=expected.citations,
        findings=findings_of(beside, expected.name),
    )


def _words_beside(
    expected: ExpectedCovenant, given: CovenantOutput, own: ItemProvenance, context: ScoringContext
) -> Iterator[ChangingWords]:
    """Yield the words that change a level, a frequency or an effective date, unless a waiver is expected anyway."""
    if not context.parameters.clarifications.companions or expected.waiver is not None:
        return
    quotes = [*(one.quote for one in expected.citations), *(one.quote or "" for one in given.citations)]
    known = (expected.threshold or "", expected.condition or "", *quotes, *passages_of(own, context))
    said = (given.threshold, given.testing_frequency, given.effective_date, *(step.threshold for step in given.steps))
    for text in filter(None, map(text_of, said)):
        yield from changing_words(text, known, context)


def score_missed(expected: ExpectedCovenant, context: ScoringContext) -> ScoredItem:
    """Score a covenant that the output does not report at all."""
    message = f"{expected.name}{place_of(expected)} is not among the reported covenants."
    missed = (Check(Label.FAIL, Reason.COVENANT_MISSED, message),)
    provenance = context.provenance_of((), nothing_to_cite=NothingToCite.NOT_EXTRACTED)
    compared = Compared(
        expected_raw=_written(expected), expected_canonical=_canonical(expected.threshold, expected.operator, context)
    )
    return score_item(ItemHead(item=expected.name), missed, provenance, context, compared=compared, is_stated=False)


def _compared(expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext) -> Compared:
    said = text_of(given.threshold)
    return Compared(
        expected_raw=_written(expected),
        expected_canonical=_canonical(expected.threshold, expected.operator, context),
        output_raw=canonical_json(
            {
                "name": given.name,
                "type": list(given.types),
                "threshold": said,
                "operator": given.operator,
                "testing_frequency": given.testing_frequency,
            }
        ),
        output_canonical=_canonical(said, given.operator, context),
    )


def _written(expected: ExpectedCovenant) -> str:
    return canonical_json(
        {
            "name": expected.name,
            "type": [expected.type.value],
            "threshold": expected.threshold,
            "operator": None if expected.operator is None else expected.operator.value,
            "testing_frequency": expected.testing_frequency.value,
        }
    )


def _canonical(threshold: str | None, operator: str | None, context: ScoringContext) -> str | None:
    """Return a threshold with its comparison in canonical form, or None if it cannot be read."""
    if threshold is None:
        return None
    levels = read_text(threshold, context.notation)
    # The operator may be under its own key instead of in the text.
    if operator is not None and levels and levels[0].value.operator is None:
        levels = read_text(f"{operator} {threshold}", context.notation) or levels
    return THRESHOLD_KIND.canonical(levels[0].value) if levels else None
