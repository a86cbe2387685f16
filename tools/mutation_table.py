"""Change each part of a right statement alone, and print what becomes of it: ``python -m tools.mutation_table``.

Every right answer at hand (the starter suite, the vectors, and real suites where there are any) is changed in one part:
its comparison turned, its value denied, for another period, of another term or party, with another value beside it, or
with another figure. Each such mutant must fall, for the reason of that part. What neither the source nor the question
says is not changed, for nothing can contradict it (C-21). A row for each capability and part: tried, fell, with the
right reason. With ``--survivors`` every mutant that did not fall, or fell for another reason, follows.

A capability has a module of its own that yields its mutants; :data:`MUTANTS` names them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Capability, Reason
from tools.bmt_mutants import bmt_mutants
from tools.covenant_mutants import covenant_mutants
from tools.mutants import Mutant
from tools.qa_mutants import qa_mutants

if TYPE_CHECKING:
    from loanproof.scoring import ItemScore

MUTANTS: Mapping[Capability, Callable[[], Iterator[Mutant]]] = {
    Capability.COVENANTS: covenant_mutants,
    Capability.BMT: bmt_mutants,
    Capability.QA: qa_mutants,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """What became of a mutant."""

    mutant: Mutant
    fell: bool
    has_reason: bool
    codes: tuple[Reason, ...]


def falls_of(mutants: Iterable[Mutant]) -> Iterator[Fall]:
    """Score mutants; yield what became of each."""
    for mutant in mutants:
        item: ItemScore = mutant.score()
        codes = tuple(reason.code for reason in item.reasons)
        fell = item.label.is_wrong
        yield Fall(mutant=mutant, fell=fell, has_reason=fell and not mutant.reasons.isdisjoint(codes), codes=codes)


def table_of(falls: Iterable[Fall]) -> dict[tuple[Capability, str], tuple[int, int, int]]:
    """Return for each capability and part how many mutants were tried, fell, and fell for the reason of the part."""
    rows: dict[tuple[Capability, str], tuple[int, int, int]] = {}
    for fall in falls:
        key = (fall.mutant.capability, fall.mutant.part)
        tried, fell, right = rows.get(key, (0, 0, 0))
        rows[key] = (tried + 1, fell + fall.fell, right + fall.has_reason)
    return rows


def main() -> None:
    """Score all mutants and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--survivors", action="store_true", help="print every mutant without the reason of its part")
    arguments = parser.parse_args()
    falls = [fall for mutants in MUTANTS.values() for fall in falls_of(mutants())]
    print(f"{'capability':<12}{'part':<20}{'tried':>7}{'fell':>7}{'reason':>8}")
    for (capability, part), counts in table_of(falls).items():
        print(f"{capability:<12}{part:<20}{counts[0]:>7}{counts[1]:>7}{counts[2]:>8}")
    for fall in falls if arguments.survivors else ():
        if not fall.has_reason:
            print(f"  {fall.mutant.id}: {', '.join(fall.codes)}. {fall.mutant.text}")


if __name__ == "__main__":
    main()
