"""What finding every value in an agreement costs, beside raw text extraction: ``.venv/bin/python -m bench.mentions``.

One PDF in one run: PDFium gives the text of all pages, the text of the document is tokenized, and every kind of value
is found in the tokens, one kind after the other, in the notation of the document. CPU seconds, the best of three rounds
of each row; the sum adds the best of each kind.

The PDF is the first argument; by default one of the real agreements of ``../shared`` (or ``$LOANPROOF_SHARED``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sized
from functools import partial
from pathlib import Path

from bench.parse import SHARED, extract_raw, timed
from loanproof.documents import load_document, scan
from loanproof.values import KINDS, tokenize

ROUNDS = 3
DEFAULT = SHARED / "real-agreements" / "jcrew-2014-ar-credit-agreement.pdf"
RAW = "raw extraction, pages"
TOKENS = "tokenize, tokens"


def actions_on(path: Path) -> dict[str, Callable[[], Sized]]:
    """Return what is timed, by the name of its row. The document is read before, and that is not timed."""
    document = load_document(path)
    mentions = scan(document)
    return {
        RAW: partial(extract_raw, path.read_bytes()),
        TOKENS: partial(tokenize, document.text),
        **{name: partial(kind.find, mentions.tokens, mentions.context) for name, kind in KINDS.items()},
        # a scan that finds all kinds at once is one more line here
    }


def measure(actions: dict[str, Callable[[], Sized]]) -> dict[str, tuple[float, int]]:
    """Return the best time of each action, and how many things it gave; the actions take turns."""
    best: dict[str, tuple[float, int]] = {}
    for _ in range(ROUNDS):
        for name, action in actions.items():
            seconds, result = timed(action)
            best[name] = min(best.get(name, (seconds, len(result))), (seconds, len(result)))
    return best


def main() -> None:
    """Print one aligned table."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    if not path.exists():
        raise SystemExit(f"NOT RUN: {path} is not there. Name a PDF.")
    best = measure(actions_on(path))
    raw, _ = best[RAW]
    kinds = [best[name] for name in KINDS]
    best[f"sum of {len(kinds)} kinds"] = sum(seconds for seconds, _ in kinds), sum(count for _, count in kinds)
    print(f"{path.name}, CPU seconds, best of {ROUNDS}")
    print(f"{'row':<26}{'seconds':>10}{'found':>10}{'x raw':>10}")
    for name, (seconds, count) in best.items():
        print(f"{name:<26}{seconds:>10.3f}{count:>10,}{seconds / raw:>10.2f}")


if __name__ == "__main__":
    main()
