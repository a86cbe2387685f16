"""Whether a second reader finds every quote of the baseline: ``python -m tools.check_quotes DOCUMENT…``.

Each document is analysed for terms, covenants and benchmark terms; every quote is looked for, with all blanks and
hyphens removed, in the text that pdfminer reads from a PDF, or in the tags-free text of an HTML or text file. pdfminer
reads a table by its columns, so its characters in the order of the file count too. Printed are the quotes that are not
found, and their number.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pdfminer.high_level import extract_text

from loanproof.capabilities import compare_terms, extract, monitor
from loanproof.documents import load_document
from loanproof.standards import load_contract
from tools.second_reader import read_pages, squeeze

STANDARD = "eval-standards@1.0+r2"
_TAG = re.compile(r"<[^<>]{1,2000}>")
_ALIKE = str.maketrans(
    {"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "\u00ad": "", "‐": "-", "\u2011": "-"}
)


def second_text(path: Path) -> str:
    """Return the text of a document as another reader has it, without blanks and hyphens."""
    if path.suffix == ".pdf":
        return plain(extract_text(path) + "\f" + "\f".join(read_pages(path.read_bytes()).values()))
    raw = path.read_text(encoding="utf-8", errors="replace")
    return plain(html.unescape(_TAG.sub(" ", raw)) if path.suffix in (".htm", ".html") else raw)


def plain(text: str) -> str:
    """Return a text without blanks and hyphens, and with one form of each quotation mark and dash."""
    return squeeze(text.translate(_ALIKE).replace("ﬁ", "fi").replace("ﬂ", "fl"))


def quotes_of(data: Any) -> Iterator[str]:
    """Yield every quote in an output object, wherever it is."""
    if isinstance(data, dict):
        if isinstance(data.get("quote"), str):
            yield data["quote"]
        for one in data.values():
            yield from quotes_of(one)
    elif isinstance(data, list):
        for one in data:
            yield from quotes_of(one)


def main(paths: Sequence[str]) -> None:
    """Look for the quotes of each document, and print what is missing."""
    standard = load_contract(STANDARD)
    total = missing = 0
    for path in map(Path, paths):
        document, text = load_document(path), second_text(path)
        for output in (extract(document, standard), monitor(document, standard), compare_terms(document, standard)):
            for quote in dict.fromkeys(quotes_of(output)):
                total += 1
                if plain(quote) not in text:
                    missing += 1
                    print(f"{path.name}: not found: {quote[:200]!r}")
    print(f"{missing} of {total} quotes are not found by the second reader")


if __name__ == "__main__":
    main(sys.argv[1:])
