"""Print every amount, date, percentage, ratio and period found in text files, one a line, with what is around it.

``.venv/bin/python tools/list_values.py ../shared/real-agreements/*.txt`` prints all; ``--sample 200`` prints a seeded
sample over all files and kinds, for a person to read and count what is right.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from loanproof.values import KINDS, Context, NumberLocale, currency_definitions, tokenize

LISTED = tuple(KINDS[name] for name in ("money", "date", "percentage", "ratio", "duration"))
AROUND = 45


def found_in(path: Path) -> list[tuple[str, str]]:
    """Return (kind, printed line) for everything found in one file."""
    text = path.read_text(encoding="utf-8", errors="replace")
    tokens = tokenize(text)
    context = Context(number_locale=NumberLocale.EN, currencies=currency_definitions(tokens))
    rows = []
    for kind in LISTED:
        for found in kind.find(tokens, context):
            first, *others = found.candidates
            meaning = kind.canonical(first) + (f" or {len(others)} others" if others else "")
            before = text[max(found.span.start - AROUND, 0) : found.span.start]
            after = text[found.span.end : found.span.end + AROUND]
            around = " ".join(f"{before}⟦{found.span.of(text)}⟧{after}".split())
            rows.append((kind.name, f"{kind.name:<11} {meaning:<34} {path.name[:28]:<28} {around}"))
    return rows


def main() -> None:
    """Print all rows, or a sample, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="print this many, evenly over the kinds")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rows = [row for path in arguments.files for row in found_in(path)]
    counts = Counter(kind for kind, _ in rows)
    if arguments.sample:
        generator = random.Random(arguments.seed)
        share = -(-arguments.sample // len(LISTED))
        rows = [
            row
            for kind in LISTED
            for row in generator.sample([row for row in rows if row[0] == kind.name], min(share, counts[kind.name]))
        ]
    for _, line in rows:
        sys.stdout.write(line + "\n")
    sys.stdout.write("found: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())) + "\n")


if __name__ == "__main__":
    main()
