"""How many struck and hidden stretches the reader finds in documents, and what they are.

Run from the top of the checkout: ``.venv/bin/python -m tools.count_marks ../shared``. In documents that nobody
struck anything out of, and in which nothing is hidden, each one found is a false one.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from loanproof.core import FileError
from loanproof.documents import Document, MarkReason, load_document

_SUFFIXES = frozenset({".pdf", ".docx", ".html", ".htm", ".txt"})
_SHOWN = 60


def find_documents(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the documents at paths and in folders, in order."""
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (one for one in found if one.suffix.lower() in _SUFFIXES)


def count(document: Document) -> Counter[MarkReason]:
    """Return how many stretches a document has by reason."""
    return Counter(mark.reason for mark in document.marks)


def main() -> None:
    """Print a line for each document, its marks, and the sum."""
    total: Counter[MarkReason] = Counter()
    documents = characters = 0
    for path in find_documents(map(Path, sys.argv[1:])):
        try:
            document = load_document(path)
        except FileError as error:
            print(f"{path.name}: {error.problem.message}")
            continue
        documents += 1
        characters += len(document.text)
        total += count(document)
        print(f"{path.name}: {len(document.text):,} characters, {len(document.marks)} marks")
        for mark in document.marks:
            page = document.page_at(mark.span.start).number
            print(f"    {mark.reason}, page {page}: {' '.join(mark.words.split())[:_SHOWN]}")
    listed = ", ".join(f"{total[reason]} {reason}" for reason in MarkReason)
    print(f"{documents} documents, {characters:,} characters: {listed}")


if __name__ == "__main__":
    main()
