"""A bad scan of an agreement of our own: what is there is found, another figure is not, nobody calls it clean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from tools.quote_rules import RULES
from tools.scan_pdf import make_noisy, photograph, write_scan

from loanproof.documents import Document, Legibility, QuoteSearcher, QuoteVerdict, load_document

MakePdf: TypeAlias = Callable[..., Path]

LINES = """The Borrower shall repay the Loan in twelve equal instalments on each Payment Date, the first of
which falls on 15 March 2027, and shall pay interest on it at a rate of 4.25 per cent. per annum.
“Permitted Security” means a lien that arises by operation of law in the ordinary course of trading
and does not secure an amount of more than USD 2,750,000 at any time. The Parent shall not create
any other Security over its assets without the consent of the Agent, which shall not be withheld
where the value of those assets is less than USD 310,000 in a Financial Year. Each Obligor shall
deliver its accounts to the Agent within 120 days of the end of each Financial Year, and its half
year accounts within 60 days of the end of that half. The Leverage Ratio shall not exceed 3.75:1
on any Quarter Date. If a payment is late, interest accrues on it at a rate which is 2.00 per cent.
higher than the rate that would have applied if it had been paid on its due date.""".split("\n")


def draw(canvas: Any) -> None:
    canvas.setFont("Times-Roman", 11)
    for at, line in enumerate([*LINES, *LINES[::-1]]):
        canvas.drawString(60, 760 - 26 * at, line)


@pytest.fixture(scope="module")
def scans(make_pdf: MakePdf, folder: Path) -> dict[str, Document]:
    """Return a clean scan and a noisy one of two copies of a page, at 150 dpi."""
    images = photograph(make_pdf("to-scan-badly.pdf", draw), [1], dpi=150)
    noisy = [make_noisy(images[0], dpi=150, seed=seed) for seed in (3, 4)]
    return {name: read(folder / f"{name}.pdf", pages) for name, pages in (("clean", images), ("noisy", noisy))}


def read(path: Path, images: Sequence[Any]) -> Document:
    path.write_bytes(write_scan(images, dpi=150))
    return load_document(path)


@pytest.mark.needs("tesseract")
def test_a_noisy_scan_is_not_called_clean_and_a_clean_one_is(scans: dict[str, Document]) -> None:
    assert [page.legibility for page in scans["clean"].pages] == [Legibility.CLEAN]
    assert [page.legibility for page in scans["noisy"].pages] == [Legibility.DEGRADED] * 2


@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("name", ["clean", "noisy"])
def test_every_line_is_found_on_a_scan_and_with_another_digit_never_word_for_word(
    scans: dict[str, Document], name: str
) -> None:
    searcher = QuoteSearcher(scans[name], RULES)
    found = [searcher.search(line) for line in LINES]
    assert {one.verdict for one in found} <= {QuoteVerdict.VERBATIM, QuoteVerdict.ALTERED}
    assert 2 * sum(one.verdict is QuoteVerdict.VERBATIM for one in found) >= len(LINES)
    forged = [forge(line, match) for line in LINES for match in re.finditer("[0-9]", line)]
    assert len(forged) > 30
    for quote in forged:
        result = searcher.search(quote)
        assert result.verdict is not QuoteVerdict.VERBATIM, quote
        assert result.material, quote


def forge(line: str, digit: re.Match[str]) -> str:
    return line[: digit.start()] + str((int(digit[0]) + 3) % 10) + line[digit.end() :]
