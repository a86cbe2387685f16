"""Check the clause tree against a document's own table of contents.

    python tools/check_contents.py FOLDER

For each PDF in the folder: every article and section that the table lists must be in the tree, once, on the page
whose printed folio the table gives. Table and folios are read here, from the bare text that PDFium gives, by a
small parser of its own, so that the code under test does not judge itself. Text files are only counted: most have no
table.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pypdfium2

from loanproof.documents.model import Document, Section
from loanproof.documents.reading.loading import load_document

SECTION = re.compile(r"^\s*(?:SECTION|Section)\s+(\d+\.\d+)\.?\s+\S.*?\s(\d+)\s*$", re.MULTILINE)
ARTICLE = re.compile(r"^\s*(?:ARTICLE|Article)\s+([IVXL]+|\d+)\b", re.MULTILINE)
SQUEEZED_SECTION = re.compile(r"Section(\d+\.\d\d)(?!\d).*?[^\d](\d{1,3})(?=Section|ARTICLE|SCHEDULES|[ivx]+$|$)")
SQUEEZED_ARTICLE = re.compile(r"ARTICLE(\d+|[IVXL]+?)(?=[A-Z])")
ROMANS = {
    "I": 1,
    "II": 2,
    "III": 3,
    "IV": 4,
    "V": 5,
    "VI": 6,
    "VII": 7,
    "VIII": 8,
    "IX": 9,
    "X": 10,
    "XI": 11,
    "XII": 12,
}


class Entry(NamedTuple):
    """An entry of the table: the id it should have in the tree, and the printed page, if the entry has one."""

    id: str
    folio: int | None


def main(folder: Path) -> int:
    """Print one line a document, and one for each miss; return the number of misses."""
    misses = 0
    for path in sorted(folder.glob("*.pdf")):
        misses += check_pdf(path)
    for path in sorted(folder.glob("*.txt")):
        count_text(path)
    return misses


def check_pdf(path: Path) -> int:
    """Compare the tree of one PDF with its first table of contents."""
    texts = page_texts(path)
    first, last = contents_pages(texts)
    entries = [entry for text in texts[first:last] for entry in read_entries(text)]
    document = load_document(path)
    body = document.pages[last].span.start
    sections = [section for section in document.sections if section.span.start >= body]
    folios = printed_folios(texts, last)
    misses = [(entry, why) for entry in entries if (why := fault(entry, sections, document, folios))]
    kinds = Counter("section" if "." in entry.id else "article" for entry in entries)
    print(f"{path.name}: {kinds['article']} articles, {kinds['section']} sections listed; {len(misses)} missed")
    for entry, why in misses:
        print(f"  {entry.id} (page {entry.folio}): {why}")
    return len(misses)


def count_text(path: Path) -> None:
    """Print how many sections a text without pages has, by kind."""
    kinds = Counter(section.kind.value for section in load_document(path).sections)
    print(f"{path.name}: " + (", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "no sections"))


def page_texts(path: Path) -> list[str]:
    """Return the text of each page as PDFium gives it."""
    document = pypdfium2.PdfDocument(path)
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return [text.replace("\r\n", "\n").replace("\r", "\n") for text in texts]


def is_squeezable(text: str) -> bool:
    """Return whether a page has one letter on each line, as some tables of contents are drawn."""
    lines = text.split()
    return len(lines) > 100 and sum(len(line) <= 3 for line in lines) > 0.8 * len(lines)


def contents_pages(texts: list[str]) -> tuple[int, int]:
    """Return the first page of the first table, and the page after its last."""
    first = next(at for at, text in enumerate(texts) if "tableofcontents" in "".join(text.split()).lower())
    last = first
    while len(read_entries(texts[last])) >= 3:
        last += 1
    return first, last


def read_entries(text: str) -> list[Entry]:
    """Return the articles and sections that a page of the table lists."""
    squeezed = is_squeezable(text)
    if squeezed:
        text = "".join(text.split())
    sections = (SQUEEZED_SECTION if squeezed else SECTION).findall(text)
    articles = (SQUEEZED_ARTICLE if squeezed else ARTICLE).findall(text)
    return [Entry(str(ROMANS.get(label, label)), None) for label in articles] + [
        Entry(label, int(folio)) for label, folio in sections
    ]


def printed_folios(texts: list[str], body: int) -> dict[int, int]:
    """Return the page number of each folio of the body; a page without one counts on from its neighbour."""
    last_words = {at: texts[at].split()[-1:] for at in range(body, len(texts))}
    known = {at: int(words[0]) for at, words in last_words.items() if words and re.fullmatch(r"\d{1,3}", words[0])}
    folios: dict[int, int] = {}
    for at in range(body, len(texts)):
        folio = known.get(at, known.get(at + 1, 1) - 1)
        folios.setdefault(folio, at + 1)
    return folios


def fault(entry: Entry, sections: list[Section], document: Document, folios: dict[int, int]) -> str:
    """Say what is wrong with an entry, or nothing."""
    found = [section for section in sections if section.id == entry.id]
    if len(found) != 1:
        return f"{len(found)} in the tree"
    number = document.page_at(found[0].span.start).number
    if entry.folio is None or folios.get(entry.folio) == number:
        return ""
    return f"on page {number}, but folio {entry.folio} is on page {folios.get(entry.folio)}"


if __name__ == "__main__":
    sys.exit(1 if main(Path(sys.argv[1])) else 0)
