"""Time of the baseline on one long document, beside raw text extraction.

Run from the top of the checkout: ``python -m bench.baseline DOCUMENT.pdf``. Printed are, in milliseconds: raw text with
PDFium alone; opening without and with a cache, by the clock, for the reader is a process of its own; one scan of typed
mentions and the extraction, which makes its own scan and looks up every quote, in CPU, for the machine may be busy.
*Cold* opens without a cache, *warm* from it; the aims are 8,000 and 3,000 ms for opening and extraction together.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pypdfium2

from loanproof.capabilities import extract
from loanproof.documents import Cache, load_document, scan
from loanproof.standards import load_contract
from loanproof.values import DATE_KIND, MONEY_KIND, PARTY_KIND, PERCENTAGE_KIND, REFERENCE_RATE_KIND, Kind

ROUNDS = 3


def raw_text_ms(path: Path) -> float:
    """Return the time to take the text of every page with PDFium and nothing else."""
    began = process_time()
    document = pypdfium2.PdfDocument(path)
    for page in document:
        page.get_textpage().get_text_range()
    document.close()
    return (process_time() - began) * 1000


def measure(path: Path, cache: Cache | None) -> tuple[float, float, float]:
    """Return the times of opening (by the clock), of the mentions and of the extraction (CPU)."""
    standard = load_contract("eval-standards@1.0+r2")
    began = perf_counter()
    document = load_document(path, cache=cache)
    opening = perf_counter() - began  # the reader is a process of its own, so that only the clock sees it
    opened = process_time()
    mentions = scan(document)
    kinds: tuple[Kind[Any], ...] = (DATE_KIND, MONEY_KIND, PARTY_KIND, PERCENTAGE_KIND, REFERENCE_RATE_KIND)
    for kind in kinds:
        mentions.of(kind)
    scanned = process_time()
    extract(document, standard)
    ended = process_time()
    return opening * 1000, (scanned - opened) * 1000, (ended - scanned) * 1000


def main() -> None:
    """Measure and print; the best of a few rounds, for the machine may be busy."""
    path = Path(sys.argv[1])
    print(f"raw text by PDFium           {min(raw_text_ms(path) for _ in range(ROUNDS)):8.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        cold = min((measure(path, None) for _ in range(ROUNDS)), key=lambda times: times[0] + times[2])
        cache = Cache(Path(folder))
        load_document(path, cache=cache)
        warm = min((measure(path, cache) for _ in range(ROUNDS)), key=lambda times: times[0] + times[2])
    for name, times in (("cold", cold), ("warm", warm)):
        opening, mentions, extraction = times
        parts = f"opening {opening:6.0f}  mentions {mentions:6.0f}  extraction {extraction:6.0f}"
        print(f"{name}: {parts}  together {opening + extraction:6.0f} ms")


if __name__ == "__main__":
    main()
