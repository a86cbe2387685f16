"""Measure the baseline on suites: ``python -m tools.measure_baseline SUITE… [--capability C] [--ablate] [--misses]``.

Three figures always stand together: *recall* (of the fields that the document states, the share answered right),
*settled* (the share answered at HIGH) and *silent* (wrong at HIGH), each with its exact one-sided 95 % bound. Fields of
one document are not independent, so the bounds are those of a simple sample and say no more than that. ``--ablate``
leaves out one route at a time; ``--misses`` prints every answer that is not right, with the reason of the scorer.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from loanproof.capabilities.baseline import compare_terms, monitor
from loanproof.capabilities.baseline.confidence import Signal
from loanproof.capabilities.baseline.extraction import Extraction
from loanproof.capabilities.baseline.fields import RouteName
from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, load_suite
from loanproof.core import Capability, FieldId
from loanproof.documents import Cache, Document, load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import CaseScore, ItemScore, score_case
from loanproof.standards import ConfidenceLevel, EvalStandard, Label, load_contract
from loanproof.stats import share_bounds

RIGHT = (Label.CORRECT, Label.SEMANTIC_MATCH, Label.TRUE_NEGATIVE)
WRONG = (Label.FAIL, Label.HALLUCINATION)
STATED = ("present", "amended")
ANSWERS = {Capability.COVENANTS: monitor, Capability.BMT: compare_terms}
MeasuredCase = ExtractionCase | CovenantsCase | BmtCase
MEASURED = (Capability.EXTRACTION, *ANSWERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One item of one case, or one cell of a tranche, as the scorer sees the baseline's answer.

    ``group`` is the line of the table on which it counts: a field, a class of covenant or flag, a benchmark term.
    """

    suite: str
    document: str
    group: str
    item: ItemScore
    is_stated: bool
    signal: Signal | None = None

    @property
    def is_right(self) -> bool:
        """Whether the label is correct or a semantic match."""
        return self.item.label in RIGHT

    @property
    def is_high(self) -> bool:
        """Whether it was stated with high confidence."""
        return self.item.confidence.level is ConfidenceLevel.HIGH


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """All that was measured with one set of routes."""

    items: tuple[Measured, ...]
    scores: tuple[tuple[str, float], ...]


def measure(
    suites: Iterable[Path],
    *,
    routes: Sequence[RouteName],
    cache: Cache | None,
    capability: Capability = Capability.EXTRACTION,
) -> Measurement:
    """Run the baseline on every case of one capability of some suites, and score it."""
    items: list[Measured] = []
    scores: list[tuple[str, float]] = []
    for folder in suites:
        suite = load_suite(folder)
        for case in (one.case for one in suite.cases):
            if isinstance(case, MeasuredCase) and case.capability is capability:
                paths = [suite.document_path(name) for name in case.document_names]
                standard = load_contract(suite.settings.standard)
                output, answers = _answer(case, _read(paths[0], cache, with_truth=False), standard, routes)
                found = _score(case, output, [_read(path, cache) for path in paths], standard)
                items += _measured(case, found, folder.name, answers)
                scores.append((f"{folder.name}/{case.id}", float(found.score)))
    return Measurement(items=tuple(items), scores=tuple(scores))


@cache
def _read(path: Path, cache: Cache | None, *, with_truth: bool = True) -> Document:
    return load_document(path, cache=cache, with_truth=with_truth)


def _answer(
    case: MeasuredCase, document: Document, standard: EvalStandard, routes: Sequence[RouteName]
) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
    """Return the output for a case, and of an extraction also what spoke for each answer."""
    answer = ANSWERS.get(case.capability)
    if answer is not None:
        return answer(document, standard), None
    extraction = Extraction(document, standard, routes)
    return extraction.output(), extraction.answers()


def _score(
    case: MeasuredCase, output: Mapping[str, Any], documents: Sequence[Document], standard: EvalStandard
) -> CaseScore:
    parsed = parse_output(json.dumps(output), case.capability, standard=standard)
    return score_case(case, parsed, documents=DocumentSet(documents, standard), standard=standard)


def _measured(
    case: MeasuredCase, score: CaseScore, suite: str, answers: Mapping[str, Any] | None
) -> Iterator[Measured]:
    for item in score.items:
        if not item.head.is_extra:
            group, is_stated = _group(case, item)
            yield Measured(
                suite=suite,
                document=case.document_names[0],
                group=group,
                item=item,
                is_stated=is_stated,
                signal=None if answers is None else _signal(item, answers),
            )


def _group(case: MeasuredCase, item: ItemScore) -> tuple[str, bool]:
    """Return on which line of the table an item counts, and whether the document states it."""
    name = item.head.item
    match case:
        case ExtractionCase():
            tranches = {one.label: one.fields for one in case.expected.tranches}
            gold = tranches[item.head.tranche] if item.head.tranche is not None else case.expected.fields
            expected = gold.get(FieldId(name))
            return name, expected is not None and str(expected.state) in STATED
        case CovenantsCase():
            kinds = {one.name: str(one.type) for one in case.expected.covenants}
            return kinds.get(name, ":".join(name.split(":")[:2])), True
        case BmtCase():
            return name, True


def _signal(item: ItemScore, answers: Mapping[str, Any]) -> Signal | None:
    """Return what spoke for an answer; of a tranche's cell that of the tranche whose value was scored."""
    parts = [answers["fields"], *(one["fields"] for one in answers.get("tranches", ()))]
    found = [one[item.head.item] for one in parts if item.head.item in one]
    given = [one for one in found if _written(one.get("value")) == _written(item.compared.output_raw)]
    chosen = given or found
    return Signal(chosen[0]["signal"]) if chosen else None


def _written(value: object) -> str:
    """Return a value in one writing, whoever wrote it."""
    try:
        plain = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        plain = value
    return re.sub(r"[^a-z0-9.]", "", json.dumps(plain, sort_keys=True).lower())


def render(measurement: Measurement) -> Iterator[str]:
    """Yield the table of the three figures, a line for each field, and the scores of the cases."""
    by_field: dict[str, list[Measured]] = defaultdict(list)
    for one in measurement.items:
        by_field[one.group].append(one)
    yield f"{'field':22}{'items':>6}{'stated':>7}  {'recall':22}{'settled':>9}  {'silent':22}{'partial at HIGH':>16}"
    for field, items in by_field.items():
        yield _line(field, items)
    yield _line("all", measurement.items)
    mean = sum(score for _, score in measurement.scores) / max(len(measurement.scores), 1)
    halluc = sum(one.item.label is Label.HALLUCINATION for one in measurement.items)
    cited = [one.item.provenance.score for one in measurement.items if one.item.provenance.score is not None]
    complete = sum(one == 1 for one in cited)
    yield f"hallucinations {halluc}; citations in order {_share(complete, len(cited), upper=False)}"
    yield f"score, mean of {len(measurement.scores)} cases: {mean:.3f}"
    yield from (f"  {name:50}{score:.3f}" for name, score in measurement.scores)


def _line(name: str, items: Sequence[Measured]) -> str:
    stated = [one for one in items if one.is_stated]
    high = [one for one in items if one.is_high]
    recall = _share(sum(one.is_right for one in stated), len(stated), upper=False)
    silent = _share(sum(one.item.label in WRONG for one in high), len(items), upper=True)
    partial = sum(one.item.label is Label.PARTIAL for one in high)
    settled = f"{len(high) / len(items):.2f}" if items else "–"
    return f"{name:22}{len(items):6}{len(stated):7}  {recall:22}{settled:>9}  {silent:22}{partial:16}"


def _share(hits: int, trials: int, *, upper: bool) -> str:
    if not trials:
        return "–"
    low, high = share_bounds(hits, trials)
    return f"{hits}/{trials} {hits / trials:.2f} ({'≤' if upper else '≥'} {high if upper else low:.3f})"


def misses(measurement: Measurement) -> Iterator[str]:
    """Yield every answer that is not right, with both sides and the reason."""
    for one in measurement.items:
        if not one.is_right:
            head, compared = one.item.head, one.item.compared
            tranche = f"[{head.tranche}] " if head.tranche else ""
            yield (
                f"{one.suite} {one.document[:28]} {tranche}{head.item} {one.item.label} "
                f"{one.item.confidence.level}: expected {str(compared.expected_raw)[:160]!r}, "
                f"given {str(compared.output_raw)[:160]!r} | "
                f"{one.item.reasons[0].code}: {one.item.reasons[0].message[:200]}"
            )


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--capability", choices=[one.value for one in MEASURED], default=Capability.EXTRACTION.value)
    parser.add_argument("--ablate", action="store_true", help="leave out one route at a time")
    parser.add_argument("--misses", action="store_true", help="print every answer that is not right")
    parser.add_argument("--cache", type=Path, help="a folder for documents that were read")
    asked = parser.parse_args()
    cache = None if asked.cache is None else Cache(asked.cache)
    everything = tuple(RouteName)
    found = measure(asked.suites, routes=everything, cache=cache, capability=Capability(asked.capability))
    print("\n".join(render(found)))
    if asked.misses:
        print("\n".join(misses(found)))
    for left_out in everything if asked.ablate else ():
        rest = tuple(one for one in everything if one is not left_out)
        less = measure(asked.suites, routes=rest, cache=cache)
        print(f"\nwithout {left_out}:")
        print("\n".join(render(less)))


if __name__ == "__main__":
    main()
