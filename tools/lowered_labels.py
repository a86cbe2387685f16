"""Show what a suite makes of perfect and of spoilt outputs: ``python -m tools.lowered_labels SUITE… [--standard REF]``.

From the gold of every case a perfect output is made, with every corruption of it that :mod:`tools.corruptions` knows.
Printed are the items of perfect outputs that are not right, how many corruptions lower a label, and those that do not:
some only change the writing, and no label may fall for that.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import loanproof
from loanproof.standards import Label
from tools.compare_scoring import PERFECT, Key, make_outputs, score, with_standard

Labels = Mapping[tuple[str | None, str, int], Label]


def labels_of(case: Mapping[str, Any]) -> Labels:
    """Return the label of each item of a scored case; items of one name are told apart by their order."""
    return {(one["tranche"], one["item"], at): Label(one["label"]) for at, one in enumerate(case["items"])}


def lowers(perfect: Labels, spoilt: Labels) -> bool:
    """Return whether any label fell, or any wrong item was added."""
    return any(label.rank > perfect.get(item, Label.CORRECT).rank for item, label in spoilt.items())


def print_suite(suite: Path, ways: Mapping[Key, str], cases: Mapping[Key, Mapping[str, Any]]) -> None:
    """Print what perfect and spoilt outputs of one suite got."""
    perfect = {case: labels_of(cases[case, repeat]) for (case, repeat), way in ways.items() if way == PERFECT}
    wrong = [
        (case, item, label) for case, found in perfect.items() for item, label in found.items() if not label.is_right
    ]
    lowered: dict[str, list[bool]] = defaultdict(list)
    for (case, repeat), way in ways.items():
        if way != PERFECT:
            lowered[way].append(lowers(perfect[case], labels_of(cases[case, repeat])))
    some = [way for way, found in lowered.items() if any(found)]
    print(f"{suite.name}: {sum(map(len, perfect.values()))} items of perfect outputs, {len(wrong)} not right")
    print(f"  {len(some)} of {len(lowered)} corruptions lower a label, {sum(map(sum, lowered.values()))} outputs of "
          f"{sum(map(len, lowered.values()))}")  # fmt: skip
    print(f"  lower none: {', '.join(sorted(lowered.keys() - set(some))) or '-'}")
    for case, (tranche, item, _), label in wrong:
        print(f"  perfect {case} {tranche or ''} {item}: {label}")


def main() -> None:
    """Score perfect and spoilt outputs of suites."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("suites", type=Path, nargs="+")
    parser.add_argument("--standard", help="the standard to score by; by default that of the suite")
    given = parser.parse_args()
    source = Path(loanproof.__file__).parent.parent
    for suite in given.suites:
        with TemporaryDirectory() as scratch:
            folder = Path(scratch)
            outputs = folder / "outputs.jsonl"
            ways = make_outputs(suite, outputs)
            scored = suite if given.standard is None else with_standard(suite, given.standard, folder / "suite")
            print_suite(suite, ways, score(source, scored, outputs, folder))


if __name__ == "__main__":
    main()
