"""Reports of 100 and of 10,000 cases, side by side: ``.venv/bin/python -m bench.report``.

Each case is an extraction of sixteen fields with a cited quote, in one repeat; one in twenty items is not right. Memory
is what writing the page adds to the process, the result file being read case by case; loading is from navigation to
the load event in Chromium, where it is installed, in a new browser each time.
"""

from __future__ import annotations

import asyncio
import resource
import shutil
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.chromium import chromium_page
from tests.reports import made_runs as made

from loanproof.reports import make_subject, render_html
from loanproof.runs import ResultCase, ResultFile, ResultWriter
from loanproof.standards import OUR_CONTRACT, load_contract

SIZES = (100, 10_000)
FIELDS = tuple(load_contract(OUR_CONTRACT).fields)
LABELS = ("partial", "semantic_match", "fail", "partial", "hallucination")
LOADS = 3


def cases(count: int) -> Iterator[ResultCase]:
    for number in range(count):
        items = []
        for at, field in enumerate(FIELDS):
            serial = number * 16 + at
            label = LABELS[serial // 20 % len(LABELS)] if serial % 20 == 0 else "correct"
            items.append(made.item(field, label, evidence=[made.evidence()], confidence=0.5 + serial % 50 / 100))
        sample = {"latency_e2e_ms": 300.0 + number * 37 % 7_000, "total_tokens": 900 + number * 53 % 5_000}
        yield made.case(f"EX-{number:05}", *items, sample=sample)


def write_page(result: Path, page: Path) -> tuple[float, float]:
    """Return the seconds and the mebibytes that writing a page took, in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    with page.open("w", encoding="utf-8") as stream:
        stream.writelines(render_html(make_subject(ResultFile(result))))
    taken = time.perf_counter() - start
    return taken, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


async def load_ms(page: Path) -> float:
    async with chromium_page() as browser:
        start = time.perf_counter()
        await browser.open(page)
        return 1000 * (time.perf_counter() - start)


def main() -> None:
    loads = LOADS if shutil.which("chromium") else 0
    print(f"{'cases':>7}{'result MB':>11}{'page MB':>9}{'write s':>9}{'added MiB':>11}{'load ms (best of 3)':>21}")
    with TemporaryDirectory() as folder:
        for count in SIZES if len(sys.argv) < 2 else map(int, sys.argv[1:]):
            result, page = Path(folder) / f"{count}.json", Path(folder) / f"{count}.html"
            with ResultWriter(result) as writer:
                for case in cases(count):
                    writer.add(case)
                writer.finish(made.head())
            with get_context("spawn").Pool(1) as pool:
                taken, added = pool.apply(write_page, (result, page))
            best = min((asyncio.run(load_ms(page)) for _ in range(loads)), default=float("nan"))
            sizes = f"{result.stat().st_size / 1e6:>11.1f}{page.stat().st_size / 1e6:>9.2f}"
            print(f"{count:>7}{sizes}{taken:>9.1f}{added:>11.0f}{best:>21.0f}")


if __name__ == "__main__":
    main()
