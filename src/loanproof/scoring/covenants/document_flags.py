"""The flags of the document: grace periods and the cross default, each an item of its own.

What the case leaves out is not scored. Where it says that there is none, the output must say so. Flags are never
extras; only an invented citation of a flag that is not scored shows, as an item without weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from loanproof.core import Reason, canonical_json
from loanproof.provenance import Claim, ClassName, NothingToCite
from loanproof.scoring.covenants.citing import judge_citations
from loanproof.scoring.covenants.components import judge_components, silent, wrong
from loanproof.scoring.covenants.cross_defaults import FLAG as CROSS_DEFAULT
from loanproof.scoring.covenants.cross_defaults import claim_of_cross_default, judge_cross_default, says_nothing
from loanproof.scoring.covenants.grace_periods import FLAG as GRACE_PERIOD
from loanproof.scoring.covenants.grace_periods import (
    answers_triggers,
    claim_of_grace_period,
    judge_grace_period,
    read_unit,
)
from loanproof.scoring.covenants.items import expected_head, score_item
from loanproof.scoring.covenants.verdicts import Dimension, Verdict, place_of, verdict
from loanproof.scoring.failures import guard_item
from loanproof.scoring.results import Compared, ItemHead, ItemScore
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCrossDefault, ExpectedFlags, ExpectedGracePeriod
    from loanproof.core import Citation
    from loanproof.outputs import CrossDefaultOutput, FlagsOutput, GracePeriodOutput
    from loanproof.scoring.covenants.ground import Ground

CROSS_DEFAULT_ITEM = "flag:cross_default"
_GRACE_PERIOD_ITEM = "flag:grace_period"


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagItem:
    """The item of a flag, and whether the output speaks of the flag."""

    item: ItemScore
    is_stated: bool

    @classmethod
    def failed(cls, item: ItemScore) -> FlagItem:
        """Return the item of a flag that could not be scored."""
        return cls(item=item, is_stated=False)


def flag_names(expected: ExpectedFlags | None) -> tuple[str, ...]:
    """Return the items of the expected flags; no grace period at all is one item too, for it must be stated."""
    if expected is None:
        return ()
    periods = () if expected.grace_periods is None else range(1, max(1, len(expected.grace_periods)) + 1)
    names = tuple(f"{_GRACE_PERIOD_ITEM}:{number}" for number in periods)
    return names if expected.cross_default is None else (*names, CROSS_DEFAULT_ITEM)


def score_flags(
    expected: ExpectedFlags | None, given: FlagsOutput | None, ground: Ground, *, says_null: bool
) -> tuple[FlagItem, ...]:
    """Score the expected flags of the document, in the order of the case."""
    if expected is None:
        return ()
    items: list[FlagItem] = []
    said = None if given is None else given.grace_periods
    if expected.grace_periods == ():
        items.append(_guarded(f"{_GRACE_PERIOD_ITEM}:1", partial(_no_grace_period, said, ground), ground))
    elif expected.grace_periods is not None:
        items += _grace_periods(expected.grace_periods, said or (), ground)
    if expected.cross_default is not None:
        flag = None if given is None else given.cross_default
        score = partial(_cross_default, expected.cross_default, flag, ground, says_null=says_null)
        items.append(_guarded(CROSS_DEFAULT_ITEM, score, ground))
    return tuple(items)


def score_invented_flags(
    expected: ExpectedFlags | None, given: FlagsOutput | None, ground: Ground
) -> tuple[ItemScore, ...]:
    """Return an item without weight for each flag that is not scored and whose citation is invented."""
    return tuple(_invented(name, citations, ground) for name, citations in _unscored(expected, given, ground))


def match_grace_periods(expected: Sequence[ExpectedGracePeriod], given: Sequence[GracePeriodOutput]) -> dict[int, int]:
    """Return which given period answers which expected one: by its days, its triggers and its unit."""
    ranked: list[tuple[int, int, int, int, str, int]] = []
    for one, wanted in enumerate(expected):
        for other, period in enumerate(given):
            days, named = period.days == wanted.days, answers_triggers(wanted, period)
            if days or named or (len(expected) == len(given) == 1 and period.days is not None):
                unit = read_unit(period.unit) is wanted.unit
                ranked.append((-int(days), -named, -int(unit), one, repr(period), other))
    pairs: dict[int, int] = {}
    for _, _, _, one, _, other in sorted(ranked):
        if one not in pairs and other not in pairs.values():
            pairs[one] = other
    return pairs


def _grace_periods(
    expected: Sequence[ExpectedGracePeriod], given: Sequence[GracePeriodOutput], ground: Ground
) -> Iterator[FlagItem]:
    pairs = match_grace_periods(expected, given)
    for position, wanted in enumerate(expected):
        name = f"{_GRACE_PERIOD_ITEM}:{position + 1}"
        answer = given[pairs[position]] if position in pairs else None
        yield _guarded(name, partial(_grace_period, name, wanted, answer, ground), ground)


def _grace_period(name: str, wanted: ExpectedGracePeriod, answer: GracePeriodOutput | None, ground: Ground) -> FlagItem:
    head = expected_head(name)
    raw = canonical_json({"days": wanted.days, "unit": wanted.unit.value, "triggers": list(wanted.triggers)})
    if answer is None:
        look = silent(GRACE_PERIOD, place_of(wanted), ground)
        return _silent_item(head, look, ground, Compared(expected_raw=raw))
    look = judge_grace_period(wanted, answer, ground)
    provenance = judge_citations(answer.citations, claim_of_grace_period(wanted, answer), ground)
    said = canonical_json({"days": answer.days, "unit": answer.unit, "triggers": list(answer.triggers)})
    compared = Compared(expected_raw=raw, output_raw=said)
    item = score_item(head, (look,), provenance, ground, confidence=answer.confidence, compared=compared)
    return FlagItem(item=item, is_stated=True)


def _guarded(name: str, score: Callable[[], FlagItem], ground: Ground) -> FlagItem:
    return guard_item(expected_head(name), score, FlagItem.failed, ground.standard)


def _no_grace_period(given: tuple[GracePeriodOutput, ...] | None, ground: Ground) -> FlagItem:
    head = expected_head(f"{_GRACE_PERIOD_ITEM}:1")
    if given is None:
        message = "The document states no grace period; the output does not say so."
        return _silent_item(head, _unsaid(message, ground), ground, Compared(expected_raw="none"))
    components = [wrong("the document states no grace period")] if given else []
    citations = [citation for period in given for citation in period.citations]
    provenance = judge_citations(citations, Claim(), ground, nothing=NothingToCite.ABSENT)
    look = judge_components(GRACE_PERIOD, components, ground)
    compared = Compared(expected_raw="none", output_raw="none" if not given else f"{len(given)} given")
    return FlagItem(item=score_item(head, (look,), provenance, ground, compared=compared), is_stated=True)


def _cross_default(
    expected: ExpectedCrossDefault, given: CrossDefaultOutput | None, ground: Ground, *, says_null: bool
) -> FlagItem:
    head = expected_head(CROSS_DEFAULT_ITEM)
    raw = canonical_json(expected.model_dump(exclude={"citations"}, exclude_none=True))
    if given is None or says_nothing(given):
        if expected.present:
            look = silent(CROSS_DEFAULT, place_of(expected), ground)
        else:
            look = _unsaid("The document has no cross default; the output does not say so.", ground)
        return _silent_item(head, look, ground, Compared(expected_raw=raw))
    look = judge_cross_default(expected, given, ground, says_null=says_null)
    nothing = None if expected.present and given.is_present is not False else NothingToCite.ABSENT
    provenance = judge_citations(
        given.citations, claim_of_cross_default(expected, given, ground), ground, nothing=nothing
    )
    said = canonical_json(
        {"present": given.is_present, "kind": given.kind, "threshold": given.threshold, "thresholds": given.thresholds}
    )
    compared = Compared(expected_raw=raw, output_raw=said)
    item = score_item(head, (look,), provenance, ground, confidence=given.confidence, compared=compared)
    return FlagItem(item=item, is_stated=True)


def _unsaid(message: str, ground: Ground) -> Verdict:
    label = ground.standard.contract.covenants.silent_flag
    return verdict(Dimension.EDGE_CASES, label, Reason.FLAG_SILENT, message, ruling="A-38")


def _silent_item(head: ItemHead, look: Verdict, ground: Ground, compared: Compared) -> FlagItem:
    provenance = judge_citations((), Claim(), ground, nothing=NothingToCite.NOT_EXTRACTED)
    return FlagItem(item=score_item(head, (look,), provenance, ground, compared=compared), is_stated=False)


def _unscored(
    expected: ExpectedFlags | None, given: FlagsOutput | None, ground: Ground
) -> Iterator[tuple[str, tuple[Citation, ...]]]:
    """Yield the flags that no item answers for, each with its citations where one of them is invented."""
    if given is None:
        return
    scored = () if expected is None else expected.grace_periods
    if scored != ():
        used = set(match_grace_periods(scored or (), given.grace_periods or ()).values())
        for position, period in enumerate(given.grace_periods or ()):
            if position not in used and _is_invented(period.citations, ground):
                yield _GRACE_PERIOD_ITEM, period.citations
    flag = given.cross_default
    is_scored = expected is not None and expected.cross_default is not None and not (flag and says_nothing(flag))
    if flag is not None and not is_scored and _is_invented(flag.citations, ground):
        yield CROSS_DEFAULT_ITEM, flag.citations


def _is_invented(citations: Sequence[Citation], ground: Ground) -> bool:
    return judge_citations(citations, Claim(), ground).class_name is ClassName.FAKE


def _invented(name: str, citations: Sequence[Citation], ground: Ground) -> ItemScore:
    head = ItemHead(item=name, weight=Fraction(0), is_extra=True)
    message = "The case does not score this flag, but its citation is invented."
    look = verdict(Dimension.EDGE_CASES, Label.CORRECT, Reason.NOT_APPLICABLE, message)
    return score_item(head, (look,), judge_citations(citations, Claim(), ground), ground)
