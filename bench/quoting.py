"""Forged quotes that pass, and true quotes in the habits of programs that do not: by class and by habit.

Run from the root of the checkout: ``python -m bench.quoting [SHOWN]``. Passages are taken from the generated agreement,
from the real agreements and from the documents of the real suites, where they are there. A forged quote that happens to
stand in its document is left out. The class is that of the words of a quote by revision 2 of the rulings, and SHOWN
quotes of each row that came out wrong are printed.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.agreement import make_agreement
from tools.quote_rules import SECOND_REVISION

from bench.forgery import MATERIAL
from bench.habits import HABITS
from bench.quotes import read_back
from loanproof.documents import Document, QuoteSearcher, QuoteVerdict, TextSource, load_document
from loanproof.documents.quotes.folding import fold_text
from loanproof.provenance.quote_classes import quote_fault
from loanproof.standards import load_contract

SHARED = Path(__file__).parent.parent.parent / "shared"
FOLDERS = ("real-agreements/*.pdf", "real-agreements/*.txt", "real-suites/*/documents/*")
STANDARD = load_contract("eval-standards@1.0+r2")
EACH = 9  # quotes of each row that a document gives at most
TRIES = 600  # passages that are looked at for them
CLASSES = ("OK", "PARA", "NOSUPPORT", "FAKE")
_WORD = re.compile(r"\S+")


@dataclass(slots=True)
class Row:
    """One way to forge or write quotes: how many came out as what, and those that came out wrong."""

    write: Callable[[str, random.Random], str | None]
    right: frozenset[str]
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, name: str, quote: str, sentence: str) -> None:
        """Count a quote that came out as a class."""
        self.counts[name] += 1
        if name not in self.right:
            self.wrong.append(f"{name}: {quote}\n        {sentence}")


def main() -> int:
    shown = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    forged = {one.name: Row(one.forge, frozenset({"NOSUPPORT", "FAKE"})) for one in MATERIAL}
    habits = {one.name: Row(one.write, frozenset({"OK"})) for one in HABITS}
    for document in documents():
        searcher = QuoteSearcher(document, SECOND_REVISION)
        rng = random.Random(document.name)
        for row in forged.values():
            measure(searcher, rng, row, forges=True)
        for row in habits.values():
            measure(searcher, rng, row, forges=False)
    show("forged", forged, shown)
    show("true, but for", habits, shown)
    sums = [Counter[str](), Counter[str]()]
    for total, rows in zip(sums, (forged, habits), strict=True):
        for row in rows.values():
            total.update(row.counts)
    few_pass = not sums[0]["OK"] and sums[0]["PARA"] <= sums[0].total() * 0.02
    return 0 if few_pass and not sums[1]["FAKE"] and sums[1]["OK"] >= sums[1].total() * 0.99 else 1


def documents() -> Iterator[Document]:
    """Yield the generated agreement and every shared document that is there."""
    yield read_back(make_agreement(seed=2026, ocr_pages=0))
    paths = [path for folder in FOLDERS for path in sorted(SHARED.glob(folder)) if path.suffix != ".yaml"]
    if not paths:
        print(f"NOT RUN: the shared documents; {SHARED} is missing.")
    for path in paths:
        yield load_document(path)


def measure(searcher: QuoteSearcher, rng: random.Random, row: Row, *, forges: bool) -> None:
    document = searcher.haystack.document
    whole = searcher.haystack.text.text
    left = EACH
    for passage, page in passages(document, rng):
        quote = row.write(" ".join(passage.split()) if forges else passage, rng)
        if quote is None or (forges and fold_text(quote).text in whole):
            continue
        if searcher.search(passage, page=page).verdict is not QuoteVerdict.VERBATIM:
            continue  # what cannot be found as it stands tells nothing
        result = searcher.search(quote, page=page)
        fault = quote_fault(quote, result, (page,), STANDARD)
        row.add("OK" if fault is None else fault.class_name.value, " ".join(quote.split()), result.sentence)
        left -= 1
        if not left:
            return


def passages(document: Document, rng: random.Random) -> Iterator[tuple[str, int]]:
    """Yield stretches of words that lie on one page, apart from its header and footer, with the page."""
    pages = [page for page in document.pages if page.source is TextSource.NATIVE]
    for _ in range(TRIES if pages else 0):
        page = rng.choice(pages)
        start = rng.randrange(page.span.start, max(page.span.end - 200, page.span.start + 1))
        words = list(_WORD.finditer(document.text, start, min(start + 700, page.span.end)))[1 : rng.randint(14, 60)]
        if len(words) < 12:
            continue
        first, last = words[0].start(), words[-1].end()
        text = document.text[first:last]
        if sum(map(str.isalpha, text)) > 0.7 * len(text.replace(" ", "")) and not any(
            span.start < last and first < span.end for span in page.running
        ):
            yield text, page.number


def show(title: str, rows: dict[str, Row], shown: int) -> None:
    print(f"{title:<26}{'quotes':>8}" + "".join(f"{name:>11}" for name in CLASSES))
    total: Counter[str] = Counter()
    for name, row in rows.items():
        print(f"{name:<26}{row.counts.total():>8}" + "".join(f"{row.counts[one]:>11}" for one in CLASSES))
        total.update(row.counts)
        for wrong in row.wrong[:shown]:
            print(f"    {wrong}")
    print(f"{'all':<26}{total.total():>8}" + "".join(f"{total[one]:>11}" for one in CLASSES) + "\n")


if __name__ == "__main__":
    sys.exit(main())
