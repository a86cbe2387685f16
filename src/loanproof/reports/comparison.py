"""What changed between two runs: regressions first, each with the probability that it is chance.

Labels are compared sample by sample. Significance is decided over cases, because the repeats of one case are not
independent: the bootstrap draws cases with all their repeats, and McNemar's test counts a field as right in a case only
if it is right in every repeat. P-values are adjusted by Holm, capabilities and fields each as one family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from loanproof.core import OUR_FAULT, counted
from loanproof.reports.label_changes import LabelChange, change_of, with_values_before
from loanproof.reports.labels import label_of
from loanproof.reports.pairing import Pairing, SamplePair, step_between
from loanproof.reports.verdict_words import bound_sentence, bound_words
from loanproof.runs import NOT_AUTHENTICATED
from loanproof.standards import Label
from loanproof.stats import holm, mcnemar, paired_bootstrap

if TYPE_CHECKING:
    from loanproof.core import Capability
    from loanproof.reports.pairing import SampleKey
    from loanproof.runs import ResultHead, ResultRun, RunReader

SIGNIFICANT = 0.05
FEWEST_CASES = 6
"""With fewer even a change of all of them is what coins could show: two of 32 combinations are more than 5 %."""
_SEED = 42
_OTHER_WORDS = "The two runs were scored with different word tables, so labels may have moved for that reason."


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilityChange:
    """The score of a capability before and after, over the paired cases, with equal weights."""

    capability: Capability
    cases: int
    before: float
    after: float
    low: float
    high: float
    p_value: float

    @property
    def bounds(self) -> tuple[str, str]:
        """The bounds of a score of 0 or 1 over this many cases, before and after; empty for any other (C-30)."""
        return bound_words(self.before, self.cases), bound_words(self.after, self.cases)

    @property
    def is_regression(self) -> bool:
        """Whether the score fell by more than chance explains."""
        return self.after < self.before and self.p_value < SIGNIFICANT

    @property
    def words(self) -> str:
        """The change in words."""
        return _told(self.cases, is_regression=self.is_regression)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """In how many cases an item was right before and after; ``lost`` and ``won`` are the changes."""

    capability: Capability
    item: str
    cases: int
    lost: int
    won: int
    p_value: float

    @property
    def is_regression(self) -> bool:
        """Whether more was lost than won, by more than chance explains."""
        return self.lost > self.won and self.p_value < SIGNIFICANT

    @property
    def words(self) -> str:
        """The change in words."""
        return _told(self.cases, is_regression=self.is_regression)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunComparison:
    """Everything that changed from one run to another.

    Attributes:
        notes: What makes the two runs less comparable than they look, as sentences.
        worse: Labels that got worse, the worst first.
        better: How many labels got better.
        same: How many labels stayed the same.
        moves: How often a label became another.
        only_before: Samples that the later run lacks.
        only_after: Samples that the earlier run lacks.
    """

    before: ResultRun
    after: ResultRun
    notes: tuple[str, ...]
    pairs: int
    capabilities: tuple[CapabilityChange, ...]
    fields: tuple[FieldChange, ...]
    worse: tuple[LabelChange, ...]
    better: int
    same: int
    moves: dict[tuple[str, str], int]
    only_before: tuple[SampleKey, ...]
    only_after: tuple[SampleKey, ...]

    @property
    def new_hallucinations(self) -> int:
        """How many labels became a hallucination."""
        return sum(label_of(change.after) is Label.HALLUCINATION for change in self.worse)

    @property
    def has_regression(self) -> bool:
        """Whether anything got worse: a significant loss, any label, or a missing or unpaired sample.

        One label is enough, because the contract forgives none. A missing sample counts too; otherwise leaving out a
        hard case would be a way to pass.
        """
        significant = any(one.is_regression for one in self.capabilities) or any(
            one.is_regression for one in self.fields
        )
        return bool(significant or self.worse or self.only_before or not self.pairs)


def compare_runs(before: RunReader, after: RunReader) -> RunComparison:
    """Compare two runs, paired by case and repeat."""
    pairing, tally = Pairing(before, after), _Tally()
    for pair in pairing.pairs():
        tally.add(pair)
    first, second = before.head.run, after.head.run
    worse = with_values_before(tally.worse, before)
    return RunComparison(
        before=first,
        after=second,
        notes=(
            *_notes(first, second),
            *_failures(before.head, after.head),
            *bound_sentence(after.head),
            *_doubts(before.head, after.head),
        ),
        pairs=tally.pairs,
        capabilities=tally.capabilities(),
        fields=tally.fields(),
        worse=tuple(sorted(worse, key=lambda one: (-label_of(one.after).rank, -one.step))),
        better=tally.better,
        same=tally.same,
        moves=dict(tally.moves),
        only_before=tuple(pairing.only_before),
        only_after=tuple(pairing.only_after),
    )


def _notes(before: ResultRun, after: ResultRun) -> list[str]:
    """Return what differs between the runs besides the system under test."""
    compared = {
        "quality contract": (before.standard_hash, after.standard_hash),
        "run rubric": (before.rubric_hash, after.rubric_hash),
        "dataset": (before.dataset_hash, after.dataset_hash),
    }
    notes = [
        f"The {name} of the two runs differs, so labels may have moved for that reason."
        for name, (left, right) in compared.items()
        if left != right
    ]
    return [*notes, _OTHER_WORDS] if _scored_with_other_words(before, after) else notes


def _failures(before: ResultHead, after: ResultHead) -> Iterator[str]:
    """Yield a note on samples that Loanproof failed on: their labels say nothing about the system under test."""
    for name, head in (("earlier", before), ("later", after)):
        if head.verdict.failed:
            yield f"{counted(head.verdict.failed, 'answer')} of the {name} run could not be scored; {OUR_FAULT}."


def _doubts(before: ResultHead, after: ResultHead) -> Iterator[str]:
    """Yield a note on each run that is not authenticated."""
    for name, head in (("earlier", before), ("later", after)):
        doubts = (one.message for one in head.run.findings if one.code == NOT_AUTHENTICATED)
        yield from (f"The {name} run: {doubt}" for doubt in doubts)


def _scored_with_other_words(before: ResultRun, after: ResultRun) -> bool:
    """Return whether the word tables differ; false if a result does not record them."""
    if before.loanproof is None or after.loanproof is None:
        return False
    return before.loanproof.lexicon_hash != after.loanproof.lexicon_hash


def _told(cases: int, *, is_regression: bool) -> str:
    if is_regression:
        return "significantly worse"
    return "too few cases to tell" if cases < FEWEST_CASES else ""


class _Tally:
    """Counts pairs one by one. Memory grows only with the cases and with the labels that got worse."""

    def __init__(self) -> None:
        self.pairs = self.better = self.same = 0
        self.worse: list[LabelChange] = []
        self.moves: Counter[tuple[str, str]] = Counter()
        self._scores: dict[tuple[Capability, str], list[tuple[float, float]]] = {}
        self._right: dict[tuple[Capability, str], dict[str, tuple[bool, bool]]] = {}

    def add(self, pair: SamplePair) -> None:
        """Count one pair."""
        self.pairs += 1
        capability = pair.after.capability
        if pair.before.score is not None and pair.after.score is not None:
            self._scores.setdefault((capability, pair.case_id), []).append((pair.before.score, pair.after.score))
        for (item, tranche), before, after in pair.items():
            self._count_move(pair, item, tranche, before, after)
            cases = self._right.setdefault((capability, item), {})
            was, is_now = cases.get(pair.case_id, (True, True))
            cases[pair.case_id] = (was and label_of(before).is_right, is_now and label_of(after).is_right)

    def _count_move(self, pair: SamplePair, item: str, tranche: str | None, before: str, after: str) -> None:
        if before != after:
            self.moves[before, after] += 1
        step = step_between(before, after)
        self.better += step < 0
        self.same += step == 0
        if step > 0:
            self.worse.append(change_of(pair.later, item, tranche, before, after))

    def capabilities(self) -> tuple[CapabilityChange, ...]:
        """Return the capabilities in order, with p-values adjusted together."""
        by_capability: dict[Capability, list[tuple[float, float]]] = {}
        for (capability, _), scores in self._scores.items():
            means = (sum(one for one, _ in scores) / len(scores), sum(two for _, two in scores) / len(scores))
            by_capability.setdefault(capability, []).append(means)
        # The draws for a capability must not depend on the other ones: each starts with the same seed.
        found = {
            capability: paired_bootstrap([after - before for before, after in cases], Random(_SEED))  # noqa: S311
            for capability, cases in by_capability.items()
        }
        adjusted = holm([one.p_value for one in found.values() if one is not None])
        return tuple(
            CapabilityChange(
                capability=capability,
                cases=len(cases),
                before=sum(before for before, _ in cases) / len(cases),
                after=sum(after for _, after in cases) / len(cases),
                low=spread.low,
                high=spread.high,
                p_value=p_value,
            )
            for (capability, cases), spread, p_value in zip(
                by_capability.items(), found.values(), adjusted, strict=True
            )
            if spread is not None
        )

    def fields(self) -> tuple[FieldChange, ...]:
        """Return the items that changed anywhere, the greatest loss first.

        The p-values are adjusted over all items, including unchanged ones, because those were tested as well.
        """
        counted = [
            (capability, item, len(cases), *_discordant(cases)) for (capability, item), cases in self._right.items()
        ]
        adjusted = holm([float(mcnemar(lost, won)) for *_, lost, won in counted])
        changes = [
            FieldChange(capability=capability, item=item, cases=cases, lost=lost, won=won, p_value=p_value)
            for (capability, item, cases, lost, won), p_value in zip(counted, adjusted, strict=True)
            if lost or won
        ]
        return tuple(sorted(changes, key=lambda one: (one.won - one.lost, one.p_value, one.item)))


def _discordant(cases: dict[str, tuple[bool, bool]]) -> tuple[int, int]:
    lost = sum(was and not is_now for was, is_now in cases.values())
    won = sum(is_now and not was for was, is_now in cases.values())
    return lost, won
