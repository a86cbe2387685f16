"""Image pages: what opening costs without a need for them, what recognition costs, and what is found on scans.

Run from the root of the checkout: ``python -m bench.scans [FOLDER]``. A folder keeps the scans and what was recognised,
so that a second run is fast; without one both are made anew and are gone afterwards. The second table needs the real
agreements. A quote is found as OK or PARA, the classes of a citation that the contract does not call wrong; a forged
quote is a true one with another digit, and none may be found.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.agreement import make_agreement
from tools.agreement_pdf import write_pdf
from tools.scan_pdf import join_pdf, make_noisy, photograph, write_scan

from loanproof.documents import Cache, Document, Legibility, QuoteSearcher, load_document
from loanproof.documents.reading.scans import count_cores
from loanproof.provenance import ClassName, quote_rules_of
from loanproof.provenance.quote_classes import quote_fault
from loanproof.standards import load_contract

SHARED = Path(os.environ.get("LOANPROOF_SHARED", Path(__file__).parent.parent.parent / "shared")) / "real-agreements"
TEXT_PAGES, IMAGE_PAGES, RUNS = 200, 40, 5
SCANNED_PAGES, QUOTES_A_PAGE = 20, 3
STANDARD = load_contract("eval-standards@1.0+r2")
FOUND = (ClassName.OK, ClassName.PARA)
COLUMNS = (
    *(("scan", 16), ("OK", 5), ("PARA", 6), ("found", 7), ("FAKE", 6), ("forged found", 14)),
    *(("clean", 7), ("degraded", 10), ("illegible", 11), ("s/page", 8)),
)


@dataclass(frozen=True, slots=True)
class Planted:
    """A quote and the page of the scan that it is on."""

    page: int
    text: str


def main() -> None:
    if len(sys.argv) > 1:
        folder = Path(sys.argv[1])
        folder.mkdir(parents=True, exist_ok=True)
        measure_all(folder)
    else:
        with tempfile.TemporaryDirectory() as name:
            measure_all(Path(name))


def measure_all(folder: Path) -> None:
    measure_opening(folder)
    real = sorted(SHARED.glob("*.pdf"))
    if real:
        measure_quotes(folder, real)
    else:
        print("real-agreements are not there: no quotes are searched on scans")


def measure_opening(folder: Path) -> None:
    """Print how long a PDF opens with and without image pages in it, and how long their recognition takes."""
    text, mixed = folder / "text.pdf", folder / "mixed.pdf"
    text.write_bytes(write_pdf(make_agreement(seed=5, pages=TEXT_PAGES, ocr_pages=0).document))
    images = photograph(text, range(1, IMAGE_PAGES + 1), dpi=200)
    mixed.write_bytes(join_pdf(text.read_bytes(), write_scan(images, dpi=200)))
    load_document(text)  # so that the worker runs
    taken_in_turn = [[timed(partial(load_document, path)) for path in (text, mixed)] for _ in range(RUNS)]
    plain, both = map(min, zip(*taken_in_turn, strict=True))
    taken = timed(load_document(mixed).recognised)
    print(
        f"{TEXT_PAGES} pages of text open in {plain:.2f} s, with {IMAGE_PAGES} image pages after them in {both:.2f} s"
    )
    print(f"  {both / plain:.2f} times as long (aim 1.5)")
    print(f"{IMAGE_PAGES} image pages are recognised on {count_cores()} cores in {taken:.1f} s")
    print(f"  {taken / IMAGE_PAGES:.2f} s a page")


def measure_quotes(folder: Path, paths: Sequence[Path]) -> None:
    """Print what is found on scans of pages of real agreements, clean and noisy."""
    cache = Cache(folder / "cache")
    chosen = [page for path in paths for page in choose_pages(path, SCANNED_PAGES // len(paths))]
    planted = [quote for at, (_, _, text) in enumerate(chosen, 1) for quote in choose_quotes(at, text)]
    print(f"\n{len(planted)} true quotes on {len(chosen)} pages, with {sum(len(forge(one)) for one in planted)} digits")
    print("".join(f"{name:>{width}}" if name != "scan" else f"{name:<{width}}" for name, width in COLUMNS))
    for dpi in (150, 200):
        for is_noisy in (False, True):
            path = folder / f"scan-{dpi}-{'noisy' if is_noisy else 'clean'}.pdf"
            images = [photograph(source, [number], dpi=dpi)[0] for source, number, _ in chosen]
            if is_noisy:
                images = [make_noisy(image, dpi=dpi, seed=seed) for seed, image in enumerate(images)]
            path.write_bytes(write_scan(images, dpi=dpi))
            print_row(path, planted, cache)


def print_row(path: Path, planted: Sequence[Planted], cache: Cache) -> None:
    start = time.perf_counter()
    document = load_document(path, cache=cache).recognised()
    taken = time.perf_counter() - start
    searcher = QuoteSearcher(document, quote_rules_of(STANDARD))
    classes = Counter(class_of(searcher, one) for one in planted)
    forged = [wrong for one in planted for wrong in forge(one)]
    accepted = [one for one in forged if class_of(searcher, one) in FOUND]
    pages = Counter(page.legibility for page in document.pages)
    counts = [classes[ClassName.OK], classes[ClassName.PARA], sum(classes[name] for name in FOUND)]
    told = (
        f"{len(accepted)} of {len(forged)}",
        *(pages[one] for one in Legibility),
        f"{taken / len(document.pages):.2f}",
    )
    cells = (*counts, classes[ClassName.FAKE], *told)
    row = "".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS[1:], strict=True))
    print(f"{path.stem:<{COLUMNS[0][1]}}{row}")
    for one in accepted:
        print(f"  found on page {one.page} though forged: {one.text}")


def class_of(searcher: QuoteSearcher, planted: Planted) -> ClassName:
    result = searcher.search(planted.text, page=planted.page)
    fault = quote_fault(planted.text, result, (planted.page,), STANDARD)
    return ClassName.OK if fault is None else fault.class_name


def choose_pages(path: Path, count: int) -> list[tuple[Path, int, str]]:
    """Return full pages of a PDF, by chance but always the same."""
    document: Document = load_document(path)
    texts = [(path, page.number, page.span.of(document.text)) for page in document.pages]
    return sorted(random.Random(7).sample([one for one in texts if len(one[2]) > 2500], count))


def choose_quotes(page: int, text: str) -> list[Planted]:
    """Return stretches of 12 to 45 words of a page, away from its header and footer, by chance but always the same."""
    chance = random.Random(page)
    words = list(re.finditer(r"\S+", text))[25:-25]
    quotes = []
    for _ in range(QUOTES_A_PAGE):
        length = chance.randint(12, 45)
        first = chance.randrange(len(words) - length)
        stretch = text[words[first].start() : words[first + length - 1].end()]
        quotes.append(Planted(page, " ".join(stretch.split())))
    return quotes


def forge(planted: Planted) -> list[Planted]:
    """Return the forgeries of a quote: for each of its digits, the same quote with another one there."""
    chance = random.Random(planted.text)
    forged = []
    for at, character in enumerate(planted.text):
        if character.isdigit():
            digit = chance.choice([digit for digit in "123456789" if digit != character])
            forged.append(Planted(planted.page, planted.text[:at] + digit + planted.text[at + 1 :]))
    return forged


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
