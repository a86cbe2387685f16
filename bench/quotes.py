"""Quote search beside rapidfuzz over the whole text: time for each kind of quote, and how many verdicts are right.

Run from the root of the checkout: ``python -m bench.quotes``. The generated agreement knows what was planted; the
two real agreements are used when they are there. Both sides get the same folded text; rapidfuzz only has to name
the best stretch, while the search also has to say what the quote is.
"""

from __future__ import annotations

import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pypdfium2
from rapidfuzz import fuzz
from tools.agreement import Agreement, Clause, fabricate, make_agreement
from tools.agreement_pdf import write_pdf
from tools.quote_rules import RULES

from bench.forgery import FORGERIES, Forgery
from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.quotes.folding import fold_text
from loanproof.documents.quotes.result import QuoteResult, QuoteVerdict
from loanproof.documents.quotes.search import QuoteSearcher
from loanproof.documents.quotes.values import CLASSES
from loanproof.documents.reading.loading import load_document

SHARED = Path(__file__).parent.parent.parent / "shared" / "real-agreements"
COLUMNS = (("kind", -26), ("quotes", 8), ("right", 8), ("named", 8), ("ours ms", 10), ("p95 ms", 9))
HEAD = "".join(f"{name:<26}" if width < 0 else f"{name:>{width}}" for name, width in COLUMNS)
HEAD += f"{'rapidfuzz ms':>14}{'times faster':>14}"
TIMED = 150  # quotes of each kind that rapidfuzz is timed on


@dataclass(frozen=True, slots=True)
class Planted:
    """A quote, the place cited for it, and what a right answer is."""

    text: str
    is_right: Callable[[QuoteResult], bool]
    page: int | None = None
    section: str | None = None
    is_named: Callable[[QuoteResult], bool] | None = None


def main() -> int:
    agreement = make_agreement(seed=2026)
    wrong = measure("generated agreement", agreement.document, generated_quotes(agreement))
    printed = make_agreement(seed=2026, ocr_pages=0)
    wrong += measure("generated agreement, read back from PDF", read_back(printed), generated_quotes(printed))
    for path in sorted(SHARED.glob("*.pdf")):
        wrong += measure(path.name, load_document(path), real_quotes(read_raw(path)))
    if not SHARED.is_dir():
        print(f"NOT RUN: the real agreements; {SHARED} is missing.")
    return 1 if wrong else 0


def read_back(agreement: Agreement) -> Document:
    """Return the agreement as our own reader and clause tree see it; only the draft knows what was planted."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / agreement.document.name
        path.write_bytes(write_pdf(agreement.document))
        return load_document(path)


def measure(name: str, document: Document, kinds: dict[str, list[Planted]]) -> int:
    searcher = prepared(name, document)
    whole = fold_text(document.text).text
    print(HEAD)
    wrong = 0
    for kind, quotes in kinds.items():
        ours: list[float] = []
        named = 0
        misses: list[tuple[str, QuoteResult]] = []
        for quote in quotes:
            begin = time.process_time()
            result = searcher.search(quote.text, page=quote.page, section=quote.section)
            ours.append(time.process_time() - begin)
            if not quote.is_right(result):
                misses.append((quote.text, result))
            named += quote.is_named is not None and quote.is_named(result)
        theirs = [timed(fold_text(quote.text).text, whole) for quote in quotes[:TIMED]]
        mine, other = statistics.median(ours), statistics.median(theirs)
        right = len(quotes) - len(misses)
        p95 = sorted(ours)[int(len(ours) * 0.95)]
        row = f"{kind:<26}{len(quotes):>8}{right:>8}{named or '':>8}{mine * 1e3:>10.3f}{p95 * 1e3:>9.3f}"
        print(row + f"{other * 1e3:>14.2f}{other / mine:>14.1f}")
        for text, result in misses[:3]:
            print(f"    not right: {text[:110]!r}\n      {result.verdict} {result.pages} {result.sentence[:150]}")
        wrong += len(misses)
    print()
    return wrong


def prepared(name: str, document: Document) -> QuoteSearcher:
    """Build everything that is built once, each part timed."""
    searcher = QuoteSearcher(document, RULES)
    haystack = searcher.haystack
    parts = {
        "fold": lambda: haystack.text,
        "with running matter": lambda: haystack.with_running,
        "k-grams": lambda: haystack.grams,
        "words": lambda: haystack.words,
        "values": lambda: [haystack.mentions.places(kind, "") for kind in CLASSES],
    }
    times = {part: timed_call(build) for part, build in parts.items()}
    size = sum(sys.getsizeof(mask) + sys.getsizeof(gram) for gram, mask in haystack.grams.masks.items()) / 1e6
    told = ", ".join(f"{part} {seconds * 1e3:.0f} ms" for part, seconds in times.items())
    print(f"{name}: {len(document.pages)} pages, {len(document.text):,} characters")
    print(f"built once: {told}; all {sum(times.values()) * 1e3:.0f} ms; index of k-grams {size:.1f} MB")
    return searcher


def timed(quote: str, whole: str) -> float:
    return timed_call(lambda: fuzz.partial_ratio_alignment(quote, whole))


def timed_call(call: Callable[[], object]) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


def generated_quotes(agreement: Agreement) -> dict[str, list[Planted]]:
    rng = random.Random(11)
    ocr_from = next((page.number for page in agreement.document.pages if page.source == "ocr"), 10**9)
    clean = [clause for clause in agreement.clauses if clause.pages[-1] < ocr_from]
    scanned = [clause for clause in agreement.clauses if clause.pages[0] >= ocr_from]
    drafted = fold_text(" ".join(word for clause in agreement.clauses for word in clause.words)).text
    kinds = {
        f"exact: {kind}": [planted(cut) for cut in cuts(clean, rng, wanted, count)]
        for kind, wanted, count in (
            ("plain", lambda cut: True, 400),
            ("hyphenated", lambda cut: any(cut.clause.broken[at] for at in cut.places), 250),
            ("across pages", lambda cut: len({cut.clause.pages[at] for at in cut.places}) > 1, 150),
            ("curly quotes", lambda cut: "“" in cut.text, 100),
            ("ligatures", lambda cut: re.search("ffi?|fi|fl", cut.text) is not None, 100),
        )
    }
    for forgery in FORGERIES:
        kinds[f"forged: {forgery.name}"] = list(forged(clean, rng, forgery, drafted, 200))
    kinds["absent: fabricated"] = [Planted(fabricate(rng), is_absent) for _ in range(300)]
    if scanned:
        kinds["ocr: misread letters"] = [planted(cut, misread=True) for cut in cuts(scanned, rng, is_misread, 300)]
    return kinds


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of words of one clause."""

    clause: Clause
    places: range

    @property
    def text(self) -> str:
        return " ".join(self.clause.words[at] for at in self.places)


def cuts(clauses: Sequence[Clause], rng: random.Random, wanted: Callable[[Cut], bool], count: int) -> Iterator[Cut]:
    while count:
        clause = rng.choice(clauses)
        length = rng.randint(10, 36)
        start = rng.randrange(max(len(clause.words) - length, 1))
        cut = Cut(clause, range(start, min(start + length, len(clause.words))))
        if wanted(cut):
            count -= 1
            yield cut


def planted(cut: Cut, *, misread: bool = False) -> Planted:
    pages = {cut.clause.pages[at] for at in cut.places}

    def is_right(result: QuoteResult) -> bool:
        is_there = set(result.pages) >= pages and (result.section == cut.clause.id or result.in_cited_section is True)
        return result.verdict is QuoteVerdict.VERBATIM and is_there and (not misread or result.ocr_errors > 0)

    straight = str.maketrans({"“": '"', "”": '"', "’": "'"})
    text = cut.text.translate(straight) if len(cut.text) % 2 else cut.text
    return Planted(text, is_right, page=min(pages), section=cut.clause.id)


def is_misread(cut: Cut) -> bool:
    slips = sum(cut.clause.misread[at] for at in cut.places)
    return 0 < slips <= min(6, len(cut.text) // 50)


def is_absent(result: QuoteResult) -> bool:
    return result.verdict is QuoteVerdict.ABSENT and result.absent_within is not None


def forged(
    clauses: Sequence[Clause], rng: random.Random, forgery: Forgery, drafted: str, count: int
) -> Iterator[Planted]:
    """Yield forged quotes, none of which happens to be true of another place."""

    def is_right(result: QuoteResult) -> bool:
        return result.verdict is not QuoteVerdict.VERBATIM

    def is_named(result: QuoteResult) -> bool:
        return any(difference.token_class in forgery.classes for difference in result.differences)

    while count:
        cut = next(cuts(clauses, rng, lambda cut: True, 1))
        text = forgery.forge(cut.text, rng)
        if text is not None and fold_text(text).text not in drafted:
            count -= 1
            page = cut.clause.pages[cut.places.start]
            yield Planted(text, is_right, page=page, section=cut.clause.id, is_named=is_named)


def read_raw(path: Path) -> Document:
    """Read a file's text page by page as the engine gives it, past our own reader: quotes are taken from this text."""
    pdf = pypdfium2.PdfDocument(path)
    pages: list[Page] = []
    texts: list[str] = []
    start = 0
    for number in range(len(pdf)):
        text = pdf[number].get_textpage().get_text_range().replace("\r\n", "\n")
        pages.append(Page(number=number + 1, span=Span(start, start + len(text))))
        texts.append(text)
        start += len(text) + 1
    return Document(name=path.name, digest="", paged=True, text="\f".join(texts), pages=tuple(pages))


def real_quotes(document: Document) -> dict[str, list[Planted]]:
    """Take stretches of words from the raw pages; forge and fabricate as in the generated agreement."""
    rng = random.Random(12)
    whole = fold_text(document.text).text
    exact: list[Planted] = []
    altered: list[Planted] = []
    digit = next(forgery for forgery in FORGERIES if forgery.name == "digit")
    while len(exact) < 300 or len(altered) < 300:
        page = rng.choice(document.pages)
        words = page.span.of(document.text).split()
        if len(words) < 60 or sum(len(word) == 1 for word in words) > len(words) / 2:
            continue  # a page drawn letter by letter, which only a reader joins into words
        start = rng.randrange(len(words) - 40)
        text = " ".join(words[start : start + rng.randint(12, 40)])
        forged_text = digit.forge(text, rng)
        if len(exact) < 300:
            exact.append(Planted(text, partial(_stands, number=page.number)))
        if len(altered) < 300 and forged_text and fold_text(forged_text).text not in whole:
            altered.append(Planted(forged_text, lambda result: result.verdict is not QuoteVerdict.VERBATIM))
    fabricated = [Planted(fabricate(rng), is_absent) for _ in range(100)]
    return {"exact: raw words": exact, "forged: digit": altered, "absent: fabricated": fabricated}


def _stands(result: QuoteResult, *, number: int) -> bool:
    return result.verdict is QuoteVerdict.VERBATIM and (number in result.pages or result.other_count > 0)


if __name__ == "__main__":
    sys.exit(main())
