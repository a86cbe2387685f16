"""How long reading takes, side by side with raw text extraction by PDFium, and how much memory.

Run from the top of the checkout: ``.venv/bin/python -m bench.parse``. The two real agreements are measured when
``../shared/real-agreements`` (or ``$LOANPROOF_SHARED/real-agreements``) is there; the third is generated.
Times are the best of several runs, taken in turn, of this process's CPU; the load row is wall-clock time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pypdfium2
from tools.agreement import make_agreement
from tools.agreement_pdf import write_pdf
from tools.quote_rules import RULES

from loanproof.documents import Document, QuoteSearcher, scan
from loanproof.documents.quotes.folding import fold_text
from loanproof.documents.reading.cache import Cache
from loanproof.documents.reading.limits import DEFAULT_LIMITS
from loanproof.documents.reading.loading import load_document
from loanproof.documents.reading.pdf import open_pdf, read_pages
from loanproof.documents.reading.running_matter import find_running_matter
from loanproof.documents.sections.building import build_sections
from loanproof.values import KINDS

RUNS = 5
SHARED = Path(os.environ.get("LOANPROOF_SHARED", Path(__file__).parent.parent.parent / "shared"))


def extract_raw(content: bytes) -> list[str]:
    """Return the text of each page as PDFium gives it."""
    texts = []
    with pypdfium2.PdfDocument(content) as document:
        for index in range(len(document)):
            page = document[index]
            textpage = page.get_textpage()
            texts.append(textpage.get_text_range())
            textpage.close()
            page.close()
    return texts


def read_text(content: bytes) -> list[str]:
    """Return the text of each page in reading order."""
    document = open_pdf(content)
    texts = [page.text for page in read_pages(document, max_pages=DEFAULT_LIMITS.pages)]
    document.close()
    return texts


def timed(action: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> tuple[float, Any]:
    start = clock()
    result = action()
    return clock() - start, result


def peak_memory(path: Path) -> tuple[int, int]:
    """Return the peak resident memory in MB of a fresh process that loads a document, and of its worker."""
    code = (
        "import sys, resource; from pathlib import Path\n"
        "from loanproof.documents.reading.loading import load_document\n"
        "from loanproof.documents.reading.worker import close_workers\n"
        "load_document(Path(sys.argv[1])); close_workers()\n"
        "for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):\n"
        "    print(resource.getrusage(who).ru_maxrss // 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    parent, worker = done.stdout.split()
    return int(parent), int(worker)


def measure(path: Path, folder: Path) -> list[str]:
    content = path.read_bytes()
    best = dict.fromkeys(("raw", "text", "headers", "folding", "sections", "cold", "cached"), 1e9)
    pages = 0
    for run in range(RUNS):
        taken: dict[str, float] = {}
        taken["raw"], _ = timed(partial(extract_raw, content))
        taken["text"], texts = timed(partial(read_text, content))
        taken["headers"], _ = timed(partial(find_running_matter, texts))
        taken["folding"], _ = timed(partial(fold_text, "\f".join(texts)))
        load = partial(load_document, path, cache=Cache(folder / f"{path.stem}-{run}"))
        taken["cold"], document = timed(load, time.perf_counter)
        taken["cached"], _ = timed(load, time.perf_counter)
        taken["sections"], _ = timed(partial(build_sections, document.text, document.pages))
        pages = len(document.pages)
        best = {name: min(best[name], taken[name]) for name in best}
    parent, worker = peak_memory(path)
    whole = best["text"] + best["headers"] + best["folding"] + best["sections"]
    return [
        path.stem[:28],
        str(pages),
        *(f"{1000 * best[name]:.0f}" for name in ("raw", "text", "headers", "folding", "sections")),
        f"{whole / best['raw']:.2f}",
        f"{1000 * best['cold']:.0f}",
        f"{1000 * best['cached']:.1f}",
        f"{best['cold'] / best['cached']:.0f}",
        str(parent),
        str(worker),
        *(f"{1000 * seconds:.0f}" for seconds in apart(document)),
    ]


def apart(document: Document) -> tuple[float, float]:
    """Return how long all mentions and the index of the quote search take, which are built only when asked for."""
    mentions, _ = timed(lambda: [mentions.of(kind) for mentions in [scan(document)] for kind in KINDS.values()])
    index, _ = timed(lambda: QuoteSearcher(document, RULES).haystack.grams)
    return mentions, index


def main() -> None:
    """Print one aligned table."""
    head = (
        "document|pages|raw ms|text ms|headers ms|folding ms|sections ms|x raw|cold ms|cached ms|x faster|"
        "parent MB|worker MB|mentions ms|index ms"
    )
    rows = [head.split("|")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generated = folder / "generated-400-pages.pdf"
        generated.write_bytes(write_pdf(make_agreement(seed=1, pages=400, ocr_pages=0).document))
        real = sorted((SHARED / "real-agreements").glob("*.pdf"))
        if not real:
            print("real-agreements are not there: only the generated agreement is measured")
        rows += [measure(path, folder) for path in [*real, generated]]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print("  ".join(cells))


if __name__ == "__main__":
    main()
