"""Right benchmark terms, each with one part changed that must then fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from loanproof.benchmarks import Unit, only_quantity
from loanproof.core import Capability, Reason
from loanproof.values import NO_CONTEXT
from tools.covenant_mutants import Change
from tools.mutants import Mutant
from tools.right_outputs import RightOutput, right_outputs

Json = dict[str, Any]
_SIGN = frozenset({Reason.GAP_SIGN})
_DEAL, _BENCHMARK = frozenset({Reason.DEAL_VALUE_WRONG}), frozenset({Reason.BENCHMARK_VALUE_WRONG})
_PERIOD, _ASSOCIATION = frozenset({Reason.PERIOD_DIFFERS}), frozenset({Reason.WRONG_ASSOCIATION})
_FAR = 21  # basis points beyond the tolerance


def bmt_mutants(source: Callable[[Capability], Iterator[RightOutput]] = right_outputs) -> Iterator[Mutant]:
    """Yield every mutant of every right term at hand."""
    for right in source(Capability.BMT):
        for number, term in enumerate(right.output["comparisons"]):
            if right.score({}, term["term"]).label.is_wrong:
                continue
            for part, changed, reasons in of_term(f"comparisons.{number}", term, right):
                yield Mutant(
                    id=f"{right.id} {term['term']} [{part}]",
                    capability=Capability.BMT,
                    part=part,
                    text=", ".join(f"{key}: {value}" for key, value in changed.items()),
                    reasons=reasons,
                    score=partial(right.score, changed, term["term"]),
                )


def of_term(path: str, term: Json, right: RightOutput) -> Iterator[Change]:
    """Yield the changes of a term that must make it fail."""
    deal, benchmark = term.get("deal_value"), term.get("benchmark") or {}
    for quantity in only_quantity(deal, NO_CONTEXT)[:1]:
        if far_off(str(deal)) != deal and "(" not in str(deal):  # words beside figures would contradict them
            yield Change("deal value", {f"{path}.deal_value": far_off(str(deal))}, _DEAL)
        yield Change("deal denied", {f"{path}.deal_value": f"not {deal}"}, _DEAL | {Reason.DIRECTION_TURNED})
        if quantity.unit is Unit.BPS and not quantity.is_share and "annum" in str(deal):
            monthly = str(deal).replace("per annum", "per month")
            yield Change("deal period", {f"{path}.deal_value": monthly}, _PERIOD)
    if term["finding"] == "not_comparable":
        wrong = frozenset({Reason.FALSE_POSITIVE_NO_COMPARATOR})
        yield Change("finding", {f"{path}.finding": "deviation"}, wrong)
        return
    is_deviation = term["finding"] == "deviation"
    yield Change(
        "finding",
        {f"{path}.finding": "conforms" if is_deviation else "deviation", f"{path}.gap": None},
        frozenset({Reason.DEVIATION_MISSED, Reason.FALSE_POSITIVE}),
    )
    if only_quantity(benchmark.get("value"), NO_CONTEXT):
        value = str(benchmark["value"])
        codes = _BENCHMARK | {Reason.BENCHMARK_DISAGREES}
        yield Change("benchmark value", {f"{path}.benchmark.value": far_off(value)}, codes)
        yield Change("benchmark denied", {f"{path}.benchmark.value": f"not {value}"}, codes | {Reason.DIRECTION_TURNED})
    own = str(right.output["jurisdiction"].get("benchmark"))
    other = "LSTA" if own != "LSTA" else "LMA"
    yield Change("publication", {f"{path}.benchmark.publication": other}, _ASSOCIATION)
    yield Change("reference", {f"{path}.benchmark.reference": f"{other}, model provisions"}, _ASSOCIATION)
    if not right.output["jurisdiction"].get("ambiguous"):
        yield Change("law", {"jurisdiction.governing_law": "Brazilian law"}, frozenset({Reason.LAW_DIFFERS}))
    if is_deviation and term.get("gap"):
        yield from _of_gap(f"{path}.gap", term["gap"])


def _of_gap(path: str, gap: Json) -> Iterator[Change]:
    for unit in ("bps", "percentage_points", "days"):
        if gap.get(unit):
            off = (_FAR if unit == "bps" else 1) * (1 if gap[unit] > 0 else -1)
            larger = frozenset({Reason.GAP_OUT_OF_TOLERANCE})
            yield Change("gap side", {path: {unit: -gap[unit]}}, _SIGN)
            yield Change("gap figure", {path: {unit: gap[unit] + off}}, larger)
            words = f"{abs(gap[unit])} {unit.replace('_', ' ')} {'below' if gap[unit] > 0 else 'above'} the benchmark"
            yield Change("gap side in words", {path: {"text": words}}, _SIGN)
            yield Change("gap denied", {path: {"text": "no difference"}}, frozenset({Reason.GAP_DENIED}))
    if gap.get("text"):
        exchanged = _exchanged(str(gap["text"]))
        if exchanged != gap["text"]:
            yield Change("gap side in words", {path: {"text": exchanged}}, _SIGN)
        yield Change("gap denied", {path: {"text": "no difference"}}, frozenset({Reason.GAP_DENIED}))


def _exchanged(text: str) -> str:
    """Return a gap in words with its two sides exchanged."""
    held = text.replace("the deal", "\0").replace("the benchmark", "the deal")
    return held.replace("\0", "the benchmark") if "the benchmark" in text else text


def far_off(text: str) -> str:
    """Return a value with one digit more, far beyond any tolerance; one without figures as it is."""
    figures = list(re.finditer(r"[0-9][0-9.,]{0,20}", text))
    return text if not figures else f"{text[: figures[-1].start()]}7{text[figures[-1].start() :]}"
