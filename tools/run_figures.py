"""The figures of a run, and nothing of its documents: ``python -m tools.run_figures RESULT.json SUITE [--reasons]``.

For each capability it prints the mean score of the cases, hallucinations and citations in order; for extraction the
three figures of each field (recall, settled, silent); a line for each archetype and question type; refusals with their
bound; and whether twins follow and hold. ``--reasons`` counts the codes by which items are not right. No value, quote
or name of a document is printed, so that a split may be measured without being seen.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from loanproof.cases import Case, ExtractionCase, load_suite
from loanproof.core import Capability, FieldId
from loanproof.runs import Result, ResultCase, ResultItem
from loanproof.stats import share_bounds

RIGHT = frozenset({"correct", "semantic_match", "true_negative", "grounded_refusal"})
WRONG = frozenset({"fail", "hallucination"})
STATED = ("present", "amended")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One item of one case, with what its case says of itself."""

    case: Case
    score: ResultCase
    item: ResultItem

    @property
    def is_right(self) -> bool:
        """Whether its label is a right one."""
        return self.item.label in RIGHT

    @property
    def is_high(self) -> bool:
        """Whether it was stated at HIGH."""
        return self.item.confidence_level == "HIGH"

    @property
    def is_stated(self) -> bool:
        """Whether the document states what is asked for; only of a field may it be silent."""
        if not isinstance(self.case, ExtractionCase):
            return True
        tranches = {one.label: one.fields for one in self.case.expected.tranches}
        tranche = self.item.tranche
        fields = self.case.expected.fields if tranche is None else tranches.get(tranche)
        gold = None if fields is None else fields.get(FieldId(self.item.item))
        return gold is not None and str(gold.state) in STATED


def rows_of(result: Result, cases: dict[str, Case]) -> Iterator[Row]:
    """Yield the items of a run that its cases ask for."""
    for score in result.cases:
        yield from (Row(case=cases[score.case_id], score=score, item=one) for one in score.items if not one.extra)


def share(hits: int, trials: int, *, upper: bool = False) -> str:
    """Return a share with its exact one-sided bound."""
    if not trials:
        return "–"
    low, high = share_bounds(hits, trials)
    return f"{hits}/{trials} {hits / trials:.3f} ({'≤' if upper else '≥'} {high if upper else low:.3f})"


def three_figures(name: str, rows: Sequence[Row]) -> str:
    """Return recall, settled and silent of some items on one line."""
    stated = [one for one in rows if one.is_stated]
    high = [one for one in rows if one.is_high]
    silent = sum(one.item.label in WRONG for one in high)
    recall = share(sum(one.is_right for one in stated), len(stated))
    settled = f"{len(high) / len(rows):.2f}" if rows else "–"
    return f"{name:24}{len(rows):6}  {recall:27}{settled:>8}  {share(silent, len(rows), upper=True)}"


def by_capability(result: Result, rows: Sequence[Row]) -> Iterator[str]:
    """Yield a line for each capability: cases, mean score, hallucinations, citations in order, right at HIGH."""
    yield f"{'capability':12}{'cases':>6}{'score':>8}{'halluc.':>9}  {'citations in order':28}{'right at HIGH'}"
    for capability in Capability:
        cases = [one for one in result.cases if one.capability is capability and one.score is not None]
        if not cases:
            continue
        own = [one for one in rows if one.score.capability is capability]
        cited = [one.item.provenance_score for one in own if one.item.provenance_score is not None]
        high = [one for one in own if one.is_high]
        mean = sum(one.score or 0 for one in cases) / len(cases)
        yield (
            f"{capability:12}{len(cases):6}{mean:8.3f}{sum(one.hallucination for one in cases):9}  "
            f"{share(sum(one == 1 for one in cited), len(cited)):28}{share(sum(map(_right, high)), len(high))}"
        )


def _right(row: Row) -> bool:
    return row.is_right


def by_tag(result: Result, cases: dict[str, Case]) -> Iterator[str]:
    """Yield the mean score of each archetype in each capability, and of each type of question."""
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in result.cases:
        for tag in cases[one.case_id].tags:
            if tag.startswith("archetype-") or (tag[:1] == "T" and tag[1:].isdigit()):
                scores[tag][one.capability].append(one.score or 0)
    columns = [one for one in Capability if any(one in found for found in scores.values())]
    yield f"{'tag':40}" + "".join(f"{one:>18}" for one in columns)
    for tag, found in sorted(scores.items(), key=lambda pair: (pair[0][0] != "a", len(pair[0]), pair[0])):
        yield f"{tag:40}" + "".join(f"{_mean(found[one]):>18}" for one in columns)


def _mean(scores: Sequence[float]) -> str:
    return f"{sum(scores) / len(scores):.3f} of {len(scores)}" if scores else "–"


def refusals(rows: Iterable[Row]) -> str:
    """Return the share of questions without an answer that were refused as the contract asks."""
    asked = [one for one in rows if one.score.expects_refusal]
    return f"refusals {share(sum(one.is_right for one in asked), len(asked))}"


def twins(result: Result) -> str:
    """Return the shares of twins that follow their fact and hold all else, over all facts."""
    found = result.twins
    pairs = sum(one.n for one in found.values())
    follows = sum(one.n * (one.follows or 0) for one in found.values())
    held = [one for one in found.values() if one.holds is not None]
    holds = sum(one.n * (one.holds or 0) for one in held)
    return f"twins: follows {follows:.0f} of {pairs}; holds {holds:.0f} of {sum(one.n for one in held)}"


def reasons(rows: Iterable[Row]) -> Iterator[str]:
    """Yield how often each code is the first reason of an item that is not right, by capability and item."""
    counted: Counter[tuple[str, str, str, str]] = Counter()
    for one in rows:
        if not one.is_right:
            group = one.item.item if isinstance(one.case, ExtractionCase) else ""
            code = one.item.reasons[0].code if one.item.reasons else "–"
            counted[one.score.capability, group, one.item.label, code] += 1
    for (capability, group, label, code), count in sorted(counted.items(), key=lambda pair: (pair[0][0], -pair[1])):
        yield f"{count:5}  {capability:12}{group:24}{label:16}{code}"


def main() -> None:
    """Read a result and its suite, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("result", type=Path)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--reasons", action="store_true", help="count the codes by which items are not right")
    asked = parser.parse_args()
    result = Result.model_validate_json(asked.result.read_bytes())
    cases = {one.case.id: one.case for one in load_suite(asked.suite).cases}
    rows = list(rows_of(result, cases))
    print("\n".join(by_capability(result, rows)))
    print(refusals(rows))
    print(twins(result))
    extraction = [one for one in rows if isinstance(one.case, ExtractionCase)]
    print(f"\n{'field':24}{'items':>6}  {'recall':27}{'settled':>8}  silent")
    for name in dict.fromkeys(one.item.item for one in extraction):
        print(three_figures(name, [one for one in extraction if one.item.item == name]))
    print(three_figures("all fields", extraction))
    for capability in (Capability.COVENANTS, Capability.BMT, Capability.QA):
        print(three_figures(capability, [one for one in rows if one.score.capability is capability]))
    print("\n" + "\n".join(by_tag(result, cases)))
    if asked.reasons:
        print("\n" + "\n".join(reasons(rows)))


if __name__ == "__main__":
    main()
