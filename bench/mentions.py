"""What finding every value in an agreement costs, beside raw text extraction: ``.venv/bin/python -m bench.mentions``.

One PDF in one run: PDFium gives the text of all pages; the text of the document is tokenized; every kind of value is
found by itself, each in tokens of which nothing is known yet; and one scan tokenizes the text, learns its notation and
finds all kinds in the same tokens, as scoring does. CPU seconds, the best of three rounds of each row; the sum adds the
best of each kind.

The PDF is the first argument; by default one of the real agreements of ``../shared`` (or ``$LOANPROOF_SHARED``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sized
from functools import partial
from pathlib import Path
from typing import Any

from bench.parse import SHARED, extract_raw, timed
from loanproof.documents import Document, load_document, scan
from loanproof.values import KINDS, Kind, Mentions, Tokens, tokenize

ROUNDS = 3
DEFAULT = SHARED / "real-agreements" / "jcrew-2014-ar-credit-agreement.pdf"
RAW = "raw extraction, pages"
TOKENS = "tokenize, tokens"
SCAN = "one scan, all kinds"


def actions_on(path: Path) -> dict[str, Callable[[], Sized]]:
    """Return what is timed, by the name of its row. The document is read before, and that is not timed."""
    document = load_document(path)
    mentions = scan(document)
    return {
        RAW: partial(extract_raw, path.read_bytes()),
        TOKENS: partial(tokenize, document.text),
        **{name: partial(find_afresh, kind, mentions) for name, kind in KINDS.items()},
        SCAN: partial(scan_all, document),
    }


def find_afresh(kind: Kind[Any], mentions: Mentions) -> Sized:
    """Return the values of one kind, found in tokens that keep nothing of an earlier search."""
    tokens = Tokens(folded=mentions.tokens.folded, items=mentions.tokens.items)
    return kind.find(tokens, mentions.context)


def scan_all(document: Document) -> Sized:
    """Return the values of all kinds, from one scan of a document."""
    mentions = scan(document)
    return [found for kind in KINDS.values() for found in mentions.of(kind)]


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
