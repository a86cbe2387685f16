"""Decides a written result again: its figures from its cases, its gates from the standards, its verdict from both.

Nothing in a result is trusted. What cannot be recomputed (whether cases were left out, whether a model floats, how many
documents there are) is taken as written, because only its seal can show a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import isclose
from typing import TYPE_CHECKING

from loanproof.cases import GateSet
from loanproof.core import Capability, FormatError
from loanproof.gates import GateReason, ReleaseReason
from loanproof.runs.deciding import VARIANCE_WAIVED, Claims, RunTally
from loanproof.runs.recalled import recall_case, recall_sample

if TYPE_CHECKING:
    from loanproof.runs.result import ResultContract, ResultGate, ResultHead, ResultMachineVerdict, ResultRubric
    from loanproof.runs.result_case import ResultCase
    from loanproof.standards import EvalStandard, Limit, RubricStandard

_CLOSE = 1e-9
_HALLUCINATION = "hallucination_rate"
_OF_FIGURES = (None, GateReason.THRESHOLD_MISSED)


def refuse_contradiction(
    head: ResultHead, cases: Iterable[ResultCase], standard: EvalStandard, rubric: RubricStandard
) -> None:
    """Raise :class:`FormatError` if a result does not follow from its own cases and standards."""
    found = next(_contradictions(head, cases, standard, rubric), None)
    if found is not None:
        hint = "It was changed after it was written, or put together from several: score again."
        raise FormatError(f"the result {head.run.run_id[:60]!r} contradicts itself: {found}.", hint=hint)


def _contradictions(
    head: ResultHead, cases: Iterable[ResultCase], standard: EvalStandard, rubric: RubricStandard
) -> Iterator[str]:
    claims = _claims(head)
    is_told = head.verdict.without_overrides is not None
    tally = RunTally(claims, standard, rubric, tells_machine=is_told)
    seen, tested = set[tuple[str, int]](), set[Capability]()
    for case in cases:
        name = f"{case.case_id[:60]} repeat {case.repeat}"
        if (case.case_id, case.repeat) in seen:
            yield f"{name} appears twice"
        seen.add((case.case_id, case.repeat))
        tested.add(case.capability)
        try:
            score = recall_case(case, standard)
            sample = recall_sample(case.sample, score, rubric)
            machine = None if case.machine is None else recall_sample(case.machine.sample, score, rubric)
        except ValueError as error:
            yield f"{name}: {error}"
            return
        if score.is_overridden != (case.machine is not None) or (score.is_overridden and not is_told):
            yield f"{name} is overridden, and the verdict without that is not told"
        alone = score.by_machine
        if case.machine is not None and case.machine.hallucination != alone.has_hallucination:
            yield f"{name} is said to have {'a' if case.machine.hallucination else 'no'} hallucination without people"
        tally.add(score, sample, case.repeat, by_machine=machine)
        if case.hallucination != score.has_hallucination:
            yield f"{name} is said to have {'a' if case.hallucination else 'no'} hallucination"
        if case.score is not None and not _same(case.score, float(score.score)):
            yield f"the score of {name} is written as {case.score:g} and is {float(score.score):g}"
    outside = sorted(tested - {Capability.TASK, *claims.capabilities})
    if outside:
        yield f"it has cases of {outside[0]}, which no gate counts"
    repeats = len({repeat for _, repeat in seen})
    if seen and repeats != head.run.repeats:
        yield f"it has {repeats} repeats and says {head.run.repeats}"
    yield from _against(head, _decided_again(head, tally), standard, rubric)


def _claims(head: ResultHead) -> Claims:
    """Return what a result says its suite claims; a result without a seal does not say all of it."""
    is_told = head.run.seal is not None
    waived = any(finding.code == VARIANCE_WAIVED for finding in head.run.findings)
    needs_repeats = not waived if is_told else ReleaseReason.TOO_FEW_REPEATS in head.verdict.reasons
    return Claims(
        capabilities=() if head.contract is None else tuple(head.contract.capabilities),
        gates=tuple(GateSet(name) for name in head.verdict.scope if name in tuple(GateSet)),
        variance_sensitive=needs_repeats,
        undecided=head.verdict.undecided,
    )


def _decided_again(head: ResultHead, tally: RunTally) -> ResultHead:
    reasons = head.verdict.reasons
    return tally.decide(
        head.run,
        is_filtered=ReleaseReason.FILTERED in reasons,
        is_floating=ReleaseReason.FLOATING in reasons,
        has_root_cause=ReleaseReason.ROOT_CAUSE_MISSING not in reasons,
    )


def _against(head: ResultHead, again: ResultHead, standard: EvalStandard, rubric: RubricStandard) -> Iterator[str]:
    """Yield where a result differs from what its cases give, in anything that a verdict rests on."""
    if head.contract is not None and GateSet.CONTRACT not in head.verdict.scope:
        yield "its verdict leaves the contract out"
    parts = ((head.contract, again.contract, standard.threshold), (head.rubric, again.rubric, rubric.gate))
    for written, counted, limit_of in parts:
        if written is None or counted is None:
            if written is not counted and GateSet.RUBRIC in head.verdict.scope:
                yield "the figures of the run rubric are missing"
            continue
        yield from _figures(written, counted)
        limits = {gate.gate: limit_of(gate.gate) for gate in counted.gates}
        yield from _gates(written.gates, {gate.gate: gate for gate in counted.gates}, limits)
    told, found = head.verdict, again.verdict
    for name in ("samples", "unanswered", "failed"):
        if getattr(told, name) != getattr(found, name) and (name != "failed" or head.format > 1):
            yield f"it says {getattr(told, name)} {name}, and there are {getattr(found, name)}"
    # a figure exactly on its threshold was decided by its exact value; gates are compared one by one above
    taken = (*told.reasons, ReleaseReason.GATE_FAILED, ReleaseReason.TOO_FEW_CASES)
    missing = [reason for reason in found.reasons if reason not in taken]
    if missing:
        yield f"its verdict leaves {missing[0]} out"
    yield from _without_overrides(told.without_overrides, found.without_overrides)
    if told.rca_required != found.rca_required:
        yield "its verdict is wrong about a root-cause analysis"


def _without_overrides(told: ResultMachineVerdict | None, found: ResultMachineVerdict | None) -> Iterator[str]:
    if told is None or found is None:
        return
    # other gates may be exactly on their threshold, where the exact figures decided
    is_other = (_HALLUCINATION in found.failed_gates) != (_HALLUCINATION in told.failed_gates)
    if is_other or told.release_ready == bool(told.reasons):
        yield "its verdict without what people overrode is another one"


def _figures(written: ResultContract | ResultRubric, counted: ResultContract | ResultRubric) -> Iterator[str]:
    """Yield every figure that does not follow from the cases; diagnostic figures are not checked."""
    again = counted.model_dump(mode="json", exclude={"gates", "diagnostics", "passed"})
    for name, value in written.model_dump(mode="json", include=set(again)).items():
        for key, one, other in _pairs(name, value, again[name]):
            if not _same(one, other):
                yield f"{key} is written as {one} and is {other}"


def _pairs(name: str, one: object, other: object) -> Iterator[tuple[str, object, object]]:
    """Yield figures with their names, those of a table one by one."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}):
            yield from _pairs(f"{name}.{key}", one.get(key), other.get(key))
    else:
        yield name, one, other


def _gates(
    written: Iterable[ResultGate], counted: Mapping[str, ResultGate], limits: Mapping[str, Limit]
) -> Iterator[str]:
    named = {gate.gate: gate for gate in written}
    for name in sorted({*named} ^ {*counted}):
        yield f"the gate {name} {'is missing' if name in counted else 'does not exist'}"
        return
    for name, gate in named.items():
        again, limit = counted[name], limits[name]
        if (gate.comparison, gate.threshold) != (again.comparison, again.threshold):
            yield f"{name} needs {again.comparison} {again.threshold:g}, not {gate.comparison} {gate.threshold:g}"
        if not _same(gate.value, again.value):
            yield f"{name} is written as {gate.value} and is {again.value}"
        if gate.count != again.count:
            yield f"{name} is said to be of {gate.count} and is of {again.count}"
        if gate.passed and (again.reason not in _OF_FIGURES or not _meets(gate.value, limit)):
            yield f"{name} is said to be passed with {gate.value} against {limit.comparison.value} {limit.value}"


def _meets(value: float | None, limit: Limit) -> bool:
    """Return whether a written figure meets a limit; a figure written like the limit equals it."""
    if value is None:
        return False
    return value == float(limit.value) or limit.is_met_by(Fraction(value))


def _same(one: object, other: object) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return one == other
