"""Feed mutated PDFs to the reader and count how each ends: read, refused (with which sentence) or stopped.

Run from the top of the checkout: ``.venv/bin/python tools/fuzz_pdf.py --count 2000 --seed 1``. Every file goes
through :func:`load_document`, as a user's would. Anything but a document or a :class:`FileError` ends the run
with a traceback and the mutated file is kept; that is a defect.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from loanproof.core import FileError
from loanproof.documents.reading.limits import Limits
from loanproof.documents.reading.loading import load_document

LIMITS = Limits(read_s=10.0, page_s=5.0, ocr_pages=2, memory_bytes=1_000_000_000)
TOKENS = [
    b"/Count",
    b"/Kids",
    b"/Length",
    b"/MediaBox",
    b"/Font",
    b"/Parent",
    b"obj",
    b"endobj",
    b"stream",
    b"xref",
    b"Tf",
    b"Tj",
]


def make_seeds() -> list[bytes]:
    """Return small PDFs with text, columns, a table, a form, labels and compression."""
    seeds = []
    for compressed in (0, 1):
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=A4, invariant=1, pageCompression=compressed)
        canvas.addPageLabel(0, style="ROMAN_LOWER")
        for page in range(3):
            canvas.bookmarkPage(f"page{page}")
            canvas.addOutlineEntry(f"Clause {page}", f"page{page}")
            canvas.drawString(60, 800, "Facility Agreement")
            for row in range(10):
                canvas.drawString(60, 700 - 14 * row, f"the Borrower shall pay the amount {row} to Lender")
                canvas.drawString(320, 700 - 14 * row, f"each Obligor must supply its accounts {row} now")
            canvas.rect(50, 100, 200, 50, fill=0)
            canvas.drawCentredString(300, 30, f"- {page} -")
            canvas.showPage()
        canvas.save()
        seeds.append(buffer.getvalue())
    return seeds


def flip_bytes(content: bytearray, chance: random.Random) -> None:
    """Change single bytes."""
    for _ in range(chance.choice([1, 4, 16, 64])):
        content[chance.randrange(len(content))] = chance.randrange(256)


def cut(content: bytearray, chance: random.Random) -> None:
    """Cut the end off."""
    del content[chance.randrange(len(content)) :]


def drop_stretch(content: bytearray, chance: random.Random) -> None:
    """Leave a stretch out."""
    start = chance.randrange(len(content))
    del content[start : start + chance.randrange(1, 400)]


def double_stretch(content: bytearray, chance: random.Random) -> None:
    """Write a stretch several times."""
    start = chance.randrange(len(content))
    stretch = content[start : start + chance.randrange(1, 2_000)]
    content[start:start] = stretch * chance.choice([1, 3, 50])


def change_number(content: bytearray, chance: random.Random) -> None:
    """Change numbers without moving anything."""
    numbers = list(re.finditer(rb"\d+", content))
    for match in chance.sample(numbers, min(len(numbers), chance.choice([1, 2, 5]))):
        width = match.end() - match.start()
        content[match.start() : match.end()] = (
            str(chance.choice([0, 1, 3, 7, 99, 2**31, -1]))[:width].ljust(width).encode()
        )


def grow_number(content: bytearray, chance: random.Random) -> None:
    """Put a number of another length in the place of one."""
    numbers = list(re.finditer(rb"\d+", content))
    if numbers:
        match = chance.choice(numbers)
        content[match.start() : match.end()] = str(chance.choice([0, 2**31 - 1, 2**32, 10**20, -5])).encode()


def swap_token(content: bytearray, chance: random.Random) -> None:
    """Put one keyword in the place of another."""
    places = [match.span() for token in TOKENS for match in re.finditer(re.escape(token), content)]
    if places:
        start, end = chance.choice(places)
        content[start:end] = chance.choice(TOKENS)


MUTATIONS: list[Callable[[bytearray, random.Random], None]] = [
    flip_bytes,
    cut,
    drop_stretch,
    double_stretch,
    change_number,
    grow_number,
    swap_token,
]


def mutated(seeds: list[bytes], chance: random.Random) -> bytes:
    """Return one of the seeds with one to four mutations."""
    content = bytearray(chance.choice(seeds))
    for _ in range(chance.choice([1, 1, 2, 4])):
        if content:
            chance.choice(MUTATIONS)(content, chance)
    return bytes(content)


def outcome(path: Path) -> str:
    """Return how reading a file ends, in words that many files share."""
    try:
        document = load_document(path, limits=LIMITS)
    except FileError as error:
        sentence = re.sub(r"\d[\d,.]*", "N", error.problem.message)
        return f"{type(error).__name__}: {sentence}"
    if any(page.source == "none" for page in document.pages):
        return "read, some pages marked unreadable"
    return "read"


def main() -> None:
    """Run the fuzzer and print the count of each outcome."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    seeds = make_seeds()
    counts: Counter[str] = Counter()
    slowest = 0.0
    begun = time.perf_counter()
    path = Path(tempfile.mkdtemp()) / "mutated.pdf"
    for number in range(options.count):
        path.write_bytes(mutated(seeds, chance))
        start = time.perf_counter()
        try:
            counts[outcome(path)] += 1
        except BaseException:
            print(f"file {number} broke the reader; it is kept as {path}", file=sys.stderr)
            raise
        slowest = max(slowest, time.perf_counter() - start)
    path.unlink()
    path.parent.rmdir()
    taken = time.perf_counter() - begun
    print(f"{options.count} files, seed {options.seed}, {taken:.0f} s, slowest file {slowest:.1f} s")
    for words, count in counts.most_common():
        print(f"{count:6}  {words}")


if __name__ == "__main__":
    main()
