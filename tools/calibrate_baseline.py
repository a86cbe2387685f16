"""Measure what each signal of the baseline is worth: ``python -m tools.calibrate_baseline SUITE… [--write]``.

For every field and signal the right and all answers are counted, with the documents that they come from; twins count
as one document with the one that they are twins of. A signal is HIGH where two voices agree and it was never wrong, at
least twelve times and on at least six documents. Leaving one document out, the table is made from all others and asked
about the one: the precision at HIGH that this gives, with its exact lower bound, is printed. ``--write`` keeps the
table beside the code.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from loanproof.capabilities.baseline import confidence
from loanproof.capabilities.baseline.confidence import Signal
from loanproof.capabilities.baseline.fields import RouteName
from loanproof.documents import Cache
from loanproof.standards import Label
from loanproof.stats import share_bounds
from tools.measure_baseline import Measured, measure

FILE = Path(confidence.__file__).with_name("calibration.yaml")
FEWEST, FEWEST_DOCUMENTS = 12, 6
HIGH, MEDIUM, LOW = 0.95, 0.89, 0.69
_TWIN = re.compile(r"-[b-h](?=\.[a-z]+$)")

MAY_BE_HIGH = frozenset({Signal.AGREED, Signal.AMENDED, Signal.UNCHANGED})
"""One voice alone is never sure, nor one that another speaks against, nor silence, nor what is worked out."""

Key = tuple[str, str]


class Counted(NamedTuple):
    """The answers of one signal of one field."""

    signal: Signal
    right: int
    total: int
    documents: frozenset[str]

    @property
    def confidence(self) -> float:
        """What an answer of this kind is worth: never HIGH unless two voices agree and it was never wrong."""
        often = self.right == self.total >= FEWEST and len(self.documents) >= FEWEST_DOCUMENTS
        if often and self.signal in MAY_BE_HIGH:
            return HIGH
        share = (self.right + 1) / (self.total + 2)
        return round(min(share, MEDIUM) if share >= 0.75 and len(self.documents) >= 2 else min(share, LOW), 2)


def document_of(item: Measured) -> str:
    """Return the document of an answer; a twin is the document that it is a twin of."""
    return f"{item.suite}/{_TWIN.sub('', item.document)}"


def count(items: Iterable[Measured]) -> dict[Key, Counted]:
    """Count the answers by field and signal."""
    seen: dict[Key, list[Measured]] = defaultdict(list)
    for one in items:
        if one.signal is not None:
            seen[one.item.head.item, one.signal].append(one)
    return {
        key: Counted(
            signal=Signal(key[1]),
            right=sum(one.is_right for one in found),
            total=len(found),
            documents=frozenset(map(document_of, found)),
        )
        for key, found in seen.items()
    }


def leave_one_out(items: Sequence[Measured]) -> tuple[int, int, int]:
    """Return right, wrong or partial, and silent answers at HIGH, each document judged by a table without it."""
    right = other = silent = 0
    for document in sorted({document_of(one) for one in items}):
        table = count(one for one in items if document_of(one) != document)
        for one in items:
            if document_of(one) != document or one.signal is None:
                continue
            worth = table.get((one.item.head.item, one.signal))
            if worth is not None and worth.confidence >= 0.9:
                right += one.is_right
                other += not one.is_right
                silent += one.item.label in (Label.FAIL, Label.HALLUCINATION)
    return right, other, silent


def render(table: Mapping[Key, Counted], items: Sequence[Measured]) -> Iterator[str]:
    """Yield the lines of the table as it is kept."""
    yield "# What each signal of each field was worth when it was measured; written by tools/calibrate_baseline.py."
    suites, documents = {one.suite for one in items}, {document_of(one) for one in items}
    yield f"measured_on: {len(suites)} suites, {len(documents)} documents, {len(items)} answers"
    yield f"words: {confidence.words_in_use()}"
    yield "signals:"
    for field in sorted({field for field, _ in table}):
        yield f"  {field}:"
        for (name, signal), one in sorted(table.items()):
            if name == field:
                yield (
                    f"    {signal}: {{right: {one.right}, total: {one.total}, documents: {len(one.documents)}, "
                    f"confidence: {one.confidence}}}"
                )


def main() -> None:
    """Measure, print, and keep the table where told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the table beside the code")
    parser.add_argument("--cache", type=Path, help="a folder for documents that were read")
    asked = parser.parse_args()
    cache = None if asked.cache is None else Cache(asked.cache)
    items = measure(asked.suites, routes=tuple(RouteName), cache=cache).items
    table = count(items)
    lines = list(render(table, items))
    print("\n".join(lines))
    right, other, silent = leave_one_out(items)
    if right + other:
        low, _ = share_bounds(right, right + other)
        print(
            f"at HIGH, leaving one document out: {right} right of {right + other}, "
            f"lower bound {low:.4f}; silent {silent}"
        )
    if asked.write:
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
