"""Parsing is linear in the length of the text: ``.venv/bin/python bench/values.py``.

Each hostile text is read at 25, 50 and 100 kB, in CPU seconds; the last column is the worst growth when the length
doubles. Linear work doubles (2.0); the machine's noise is what lies above.
"""

from __future__ import annotations

import itertools
import time

from loanproof.values import KINDS, Context, tokenize

SIZES = (25_000, 50_000, 100_000)  # characters
PATTERNS = ("1", "1,", "1.", "1'", "1 ", "1/", "1:1 ", "(1", "(", "[]", "five (", "USD 1 ", "15 March ", "(a)", "½")


def seconds(text: str) -> float:
    """Return the CPU time of parsing a text as, and finding in it, every kind of value."""
    start = time.process_time()
    tokens = tokenize(text)
    context = Context()
    for kind in KINDS.values():
        kind.find(tokens, context)
        kind.parse(text, context)
    return time.process_time() - start


def main() -> None:
    print(f"every kind of value ({len(KINDS)}), parse and find, CPU seconds")
    print(f"{'repeated text':<18}" + "".join(f"{size // 1000:>8} kB s" for size in SIZES) + f"{'worst growth':>15}")
    worst = 0.0
    for pattern in PATTERNS:
        texts = [(pattern * (size // len(pattern) + 1))[:size] for size in SIZES]
        times = [seconds(text) for text in texts]
        growth = max(later / sooner for sooner, later in itertools.pairwise(times))
        worst = max(worst, growth)
        print(f"{pattern!r:<18}" + "".join(f"{taken:>13.3f}" for taken in times) + f"{growth:>15.2f}")
    print(f"worst growth when the length doubles: {worst:.2f}")


if __name__ == "__main__":
    main()
