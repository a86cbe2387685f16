"""Right covenants and flags, each with one part changed that must then fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from loanproof.cases import CovenantsCase
from loanproof.core import Capability, Reason
from loanproof.values import COVENANT_NAME_KIND, MONEY_KIND, Operator, Read, prose_parts
from tools.mutants import Mutant
from tools.right_outputs import RightOutput, right_outputs

Json = dict[str, Any]
_FLAG = frozenset({Reason.FLAG_WRONG})
_LEVEL = frozenset({Reason.THRESHOLD_WRONG, Reason.STEP_WRONG})
_TURNED = frozenset({Reason.OPERATOR_DIRECTION, Reason.DIRECTION_TURNED})
_CONDITION = frozenset({Reason.DETAIL_DIFFERS})
_OPPOSITE = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
_FREQUENCY = {"monthly": "annual", "quarterly": "annual", "annual": "quarterly", "semi_annual": "weekly"}
_TESTED = frozenset({*_FREQUENCY, "at_all_times", "on_incurrence", "on_utilisation", "on_payment_date", "weekly"})


class Change(NamedTuple):
    """What is changed below an item, and the reasons that are right for it."""

    part: str
    changes: Json
    reasons: frozenset[Reason]


def covenant_mutants(source: Callable[[Capability], Iterator[RightOutput]] = right_outputs) -> Iterator[Mutant]:
    """Yield every mutant of every right covenant and flag at hand."""
    for right in source(Capability.COVENANTS):
        for covenant in right.output["covenants"]:
            alone = _alone(right, covenant)
            yield from _mutants(alone, covenant["name"], "covenants.0", covenant, of_covenant(covenant))
        flags = right.output.get("flags") or {}
        for number, period in enumerate(flags.get("grace_periods") or ()):
            item, path = f"flag:grace_period:{number + 1}", f"flags.grace_periods.{number}"
            yield from _mutants(right, item, path, period, of_grace_period(period))
        if (flags.get("cross_default") or {}).get("present"):
            flag = flags["cross_default"]
            yield from _mutants(right, "flag:cross_default", "flags.cross_default", flag, of_cross_default(flag))


def _mutants(right: RightOutput, item: str, path: str, given: Json, changes: Iterator[Change]) -> Iterator[Mutant]:
    """Yield the mutants of an item that is right by itself."""
    if right.score({}, item).label.is_wrong:
        return
    for part, changed, reasons in changes:
        if all(value == _at(given, key) for key, value in changed.items()):
            continue  # it has no figure that could be another
        below = {f"{path}.{key}": value for key, value in changed.items()}
        yield Mutant(
            id=f"{right.id} {item} [{part}]",
            capability=Capability.COVENANTS,
            part=part,
            text=", ".join(f"{key}: {value}" for key, value in changed.items()),
            reasons=reasons,
            score=partial(right.score, below, item),
        )


def _alone(right: RightOutput, covenant: Json) -> RightOutput:
    """Return an output and a case with one covenant and no flags, which are scored in a tenth of the time."""
    assert isinstance(right.case, CovenantsCase)
    own = tuple(one for one in right.case.expected.covenants if one.name == covenant["name"])
    expected = right.case.expected.model_copy(update={"covenants": own, "flags": None})
    case = right.case.model_copy(update={"expected": expected})
    return replace(right, case=case, output={**right.output, "covenants": [covenant], "flags": {}})


def _at(given: Any, path: str) -> object:
    for step in path.split("."):
        given = given[int(step)] if isinstance(given, list) else given.get(step)
        if given is None:
            return None
    return given


def of_covenant(covenant: Json) -> Iterator[Change]:
    """Yield the changes of a covenant that must make it fail."""
    level, operator = covenant.get("threshold"), covenant.get("operator")
    if level is not None:
        other = another_figure(level)
        yield Change("threshold", {"threshold": other}, _LEVEL)
        yield Change("denied", {"threshold": f"not {level}"}, frozenset({Reason.FACT_DENIED}))
        if other != level:
            yield Change("alternative", {"threshold": f"{level} or {other}"}, frozenset({Reason.ALTERNATIVES_GIVEN}))
        if [part.kind for part in prose_parts(level)] == [MONEY_KIND]:
            yield Change("period", {"threshold": f"{level} per day"}, frozenset({Reason.PERIOD_DIFFERS}))
    if level is not None and operator in _OPPOSITE:
        turned = _OPPOSITE[operator]
        words = Operator(turned).words
        yield Change("operator", {"operator": turned}, _TURNED)
        yield Change("operator in words", {"operator": None, "threshold": f"{words} {level}"}, _TURNED)
        if isinstance(COVENANT_NAME_KIND.read(covenant["name"]), Read):
            yield from _of_other_ratio(covenant, level)
    elif level is not None and covenant.get("type") == "information":
        yield Change("operator in words", {"threshold": f"no earlier than {level}"}, _TURNED)
    yield from _of_test(covenant)
    for number, carve_out in enumerate(covenant.get("carve_outs") or ()):
        yield from _of_carve_out(f"carve_outs.{number}", carve_out)
    if covenant.get("waiver"):
        yield from _of_waiver(covenant["waiver"])


def _of_other_ratio(covenant: Json, level: str) -> Iterator[Change]:
    known = COVENANT_NAME_KIND.read(covenant["name"])
    if isinstance(known, Read) and known.value.known:
        other = "Loan to Value" if known.value.canonical != "loan_to_value" else "Interest Cover"
        yield Change("subject", {"threshold": f"{other} of {level}"}, frozenset({Reason.SUBJECT_EXCHANGED}))


def _of_test(covenant: Json) -> Iterator[Change]:
    frequency, condition = covenant.get("testing_frequency"), covenant.get("condition")
    if frequency in _TESTED:
        other = _FREQUENCY.get(frequency, "annual")
        yield Change("frequency", {"testing_frequency": other}, frozenset({Reason.FREQ_WRONG}))
    if condition:
        yield Change("condition", {"condition": another_figure(condition)}, _CONDITION)
        yield Change("condition turned", {"condition": f"unless {condition}"}, _CONDITION)


def _of_carve_out(path: str, carve_out: Json) -> Iterator[Change]:
    scope, cap = carve_out.get("scope"), carve_out.get("cap")
    if scope:
        yield Change("scope denied", {f"{path}.scope": f"anything other than {scope}"}, _FLAG)
    if cap:
        yield Change("cap", {f"{path}.cap": another_figure(cap)}, _FLAG)
        yield Change("cap turned", {f"{path}.cap": f"at least {cap}"}, _FLAG)
    if cap and [part.kind for part in prose_parts(cap)] == [MONEY_KIND]:
        yield Change("cap a year", {f"{path}.cap": f"{cap} per annum"}, _FLAG)
    if cap and "greater of" in cap:
        yield Change("cap chosen", {f"{path}.cap": cap.replace("greater of", "lesser of")}, _FLAG)
    if carve_out.get("shared_cap"):
        yield Change("cap shared", {f"{path}.shared_cap": False}, _FLAG)


def _of_waiver(waiver: Json) -> Iterator[Change]:
    original, waived = waiver.get("original_threshold"), waiver["waived_threshold"]
    yield Change("waiver: covenant", {"waiver.covenant": "Loan to Value"}, _FLAG)
    if original:
        yield Change("waiver: original", {"waiver.original_threshold": another_figure(original)}, _FLAG)
    if original and waived != "suspended":
        reversed_levels = {"waiver.original_threshold": waived, "waiver.waived_threshold": original}
        yield Change("waiver: reversed", reversed_levels, _FLAG)
    if waived != "suspended":
        yield Change("waiver: level", {"waiver.waived_threshold": another_figure(waived)}, _FLAG)
        yield Change("waiver: denied", {"waiver.waived_threshold": f"not {waived}"}, _FLAG)
    period = waiver.get("period") or {}
    tests = [*waiver.get("test_dates", ()), *period.get("test_dates", ())]
    others = {"test_dates": [f"2099{day[4:]}" for day in tests]} if tests else {"to": "2099-12-31"}
    yield Change("waiver: period", {"waiver.test_dates": None, "waiver.period": {**period, **others}}, _FLAG)
    yield Change("waiver: temporary", {"waiver.temporary": False}, _FLAG)
    yield Change("waiver: survives", {"waiver.covenant_survives": False}, _FLAG)


def of_grace_period(period: Json) -> Iterator[Change]:
    """Yield the changes of a grace period that must make it fail."""
    triggers = [str(one) for one in period.get("triggers") or ()]
    yield Change("days", {"days": period["days"] + 1}, _FLAG)
    turned = [one.replace("earlier", "later") for one in triggers]
    if turned != triggers:
        yield Change("trigger turned", {"triggers": turned}, _FLAG)
    exchanged = [_exchanged(one) for one in triggers]
    if exchanged != triggers:
        yield Change("trigger: who tells", {"triggers": exchanged}, _FLAG)
    if triggers:
        yield Change("trigger", {"triggers": ["the insolvency of a Material Subsidiary"]}, _FLAG)


def _exchanged(trigger: str) -> str:
    """Return a trigger in which the one who is told tells: the Agent for the Borrower."""
    words = trigger.split()
    named = {"Agent", "Agent,"} & set(words)
    return trigger.replace("Agent", "Borrower") if named and "notice" in trigger.lower() else trigger


def of_cross_default(flag: Json) -> Iterator[Change]:
    """Yield the changes of a cross default that must make it fail."""
    yield Change("present", {"present": False}, _FLAG)
    if flag.get("threshold"):
        yield Change("threshold", {"threshold": another_figure(flag["threshold"])}, _FLAG)
        yield Change("threshold turned", {"threshold": f"up to {flag['threshold']}"}, _FLAG)


def another_figure(text: str) -> str:
    """Return a text with another first digit; one without any as it is."""
    at = next((at for at, letter in enumerate(text) if letter in "123456789"), None)
    return text if at is None else f"{text[:at]}{int(text[at]) % 9 + 1}{text[at + 1 :]}"
