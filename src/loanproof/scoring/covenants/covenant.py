"""One expected covenant: every dimension of the reported one, its flags and its citations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Reason, canonical_json
from loanproof.provenance import Claim, NothingToCite
from loanproof.scoring.covenants.carve_outs import judge_carve_outs
from loanproof.scoring.covenants.citing import (
    has_verbatim_support,
    judge_citations,
    judge_covenant_citations,
    passages_of,
    with_flags,
)
from loanproof.scoring.covenants.classes import judge_type
from loanproof.scoring.covenants.cross_defaults import judge_own_cross_default
from loanproof.scoring.covenants.effective_dates import judge_effective_date
from loanproof.scoring.covenants.frequency import judge_frequency
from loanproof.scoring.covenants.grace_periods import judge_own_grace_period
from loanproof.scoring.covenants.ground import text_of
from loanproof.scoring.covenants.items import expected_head, score_item
from loanproof.scoring.covenants.levels import read_text
from loanproof.scoring.covenants.thresholds import compare_threshold, judge_threshold
from loanproof.scoring.covenants.verdicts import Dimension, Verdict, place_of, verdict, worst
from loanproof.scoring.covenants.waivers import judge_waiver
from loanproof.scoring.results import Compared, ItemScore
from loanproof.standards import Label
from loanproof.values import THRESHOLD_KIND

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.covenants.ground import Ground
    from loanproof.scoring.covenants.names import Namer


@dataclass(frozen=True, slots=True, kw_only=True)
class CovenantResult:
    """The item of an expected covenant, and the verdicts behind it; ``is_found`` tells whether it was reported."""

    item: ItemScore
    verdicts: tuple[Verdict, ...]
    is_found: bool

    @classmethod
    def failed(cls, item: ItemScore) -> CovenantResult:
        """Return the result of a covenant that could not be scored."""
        return cls(item=item, verdicts=(), is_found=False)

    def label_of(self, dimension: Dimension) -> Label:
        """Return the label of one dimension; without a verdict it is correct."""
        return worst(one.label for one in self.verdicts if one.dimension is dimension)


def score_covenant(
    expected: ExpectedCovenant, given: CovenantOutput, namer: Namer, ground: Ground, *, says_null: bool
) -> CovenantResult:
    """Score a covenant that was reported; ``says_null`` tells that its cross default has an explicit null threshold."""
    compared = compare_threshold(expected, given, ground)
    own = judge_covenant_citations(expected, given.citations, compared.claim, ground)
    flags = (
        *judge_waiver(expected, given, namer, ground),
        *judge_carve_outs(expected, given, ground),
        *judge_own_grace_period(expected, given, ground),
        *judge_own_cross_default(expected, given, ground, says_null=says_null),
    )
    is_quoted = has_verbatim_support(own, compared.expected, ground)
    verdicts = (
        *namer.judge(expected, given),
        *judge_type(expected, given, ground),
        *judge_threshold(expected, compared, is_quoted=is_quoted, ground=ground),
        *judge_frequency(expected, given, passages_of(own, ground), ground),
        *judge_effective_date(expected, given, ground),
        *(flag.verdict for flag in flags),
    )
    provenance = with_flags(own, (cited for flag in flags for cited in flag.cited), ground)
    item = score_item(
        expected_head(expected.name),
        verdicts,
        provenance,
        ground,
        confidence=given.confidence,
        compared=_compared(expected, given, ground),
    )
    return CovenantResult(item=item, verdicts=verdicts, is_found=True)


def score_missed(expected: ExpectedCovenant, ground: Ground) -> CovenantResult:
    """Score a covenant that the output does not report at all."""
    message = f"{expected.name}{place_of(expected)} is not among the reported covenants."
    missed = (verdict(Dimension.NAME, Label.FAIL, Reason.COVENANT_MISSED, message),)
    provenance = judge_citations((), Claim(), ground, nothing=NothingToCite.NOT_EXTRACTED)
    compared = Compared(
        expected_raw=_written(expected), expected_canonical=_canonical(expected.threshold, expected.operator, ground)
    )
    item = score_item(expected_head(expected.name), missed, provenance, ground, compared=compared)
    return CovenantResult(item=item, verdicts=missed, is_found=False)


def _compared(expected: ExpectedCovenant, given: CovenantOutput, ground: Ground) -> Compared:
    said = text_of(given.threshold)
    return Compared(
        expected_raw=_written(expected),
        expected_canonical=_canonical(expected.threshold, expected.operator, ground),
        output_raw=canonical_json(
            {
                "name": given.name,
                "type": list(given.types),
                "threshold": said,
                "operator": given.operator,
                "testing_frequency": given.testing_frequency,
            }
        ),
        output_canonical=_canonical(said, given.operator, ground),
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


def _canonical(threshold: str | None, operator: str | None, ground: Ground) -> str | None:
    """Return a threshold with its comparison in canonical form, where it can be read."""
    if threshold is None:
        return None
    levels = read_text(threshold, ground.context)
    if operator is not None and levels and levels[0].value.operator is None:
        levels = read_text(f"{operator} {threshold}", ground.context) or levels
    return THRESHOLD_KIND.canonical(levels[0].value) if levels else None
