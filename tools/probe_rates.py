"""Print what the probes in ``tests/probes`` say of the scorer: ``python -m tools.probe_rates [--rows] [FOLDER…]``.

For each probe: how many labels agree, fabrications that count as right (and those of them that no person is asked to
look at), and faithful answers that are called a hallucination or a fail, or are sent to a person. With ``--rows``
every row that disagrees, with the reason that the scorer gave.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.probes.probes import FABRICATION, FAITHFUL, FOLDER, Outcome, load_rows, outcomes_of

from loanproof.standards import Label


def rates_of(outcomes: list[Outcome]) -> dict[str, tuple[int, int]]:
    """Return each count of a probe, with the number of items that it is out of."""
    wrong = [one for one in outcomes if one.row.kind == FABRICATION]
    right = [one for one in outcomes if one.row.kind == FAITHFUL]
    missed = [one for one in right if not one.agrees]
    return {
        "agree": (sum(one.agrees for one in outcomes), len(outcomes)),
        "fabrications accepted": (sum(one.label.is_right for one in wrong), len(wrong)),
        "accepted and not flagged": (sum(one.label.is_right and not one.is_flagged for one in wrong), len(wrong)),
        "faithful called hallucination": (sum(one.label is Label.HALLUCINATION for one in missed), len(right)),
        "faithful called fail": (sum(one.label is Label.FAIL for one in missed), len(right)),
        "faithful flagged": (sum(one.is_flagged for one in right), len(right)),
    }


def main() -> None:
    """Score every probe and print its rates."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument(
        "folders", type=Path, nargs="*", default=sorted({path.parent for path in FOLDER.glob("*/*.yaml")})
    )
    parser.add_argument("--rows", action="store_true", help="print every row that disagrees")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        outcomes: list[Outcome] = []
        for row in load_rows(folder.resolve()):
            with TemporaryDirectory() as empty:
                outcomes += outcomes_of(row, Path(empty))
        print(folder.name)
        for name, (count, total) in rates_of(outcomes).items():
            print(f"  {name:30}{count:5} of {total}")
        for one in outcomes if arguments.rows else ():
            if not one.agrees:
                allowed = " or ".join(sorted(one.row.labels[one.item]))
                print(f"  {one.row.vector.id} ({one.row.kind}) {one.item}: {one.label}, due {allowed}. {one.reason}")


if __name__ == "__main__":
    main()
