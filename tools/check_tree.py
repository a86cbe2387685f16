"""Measure the clause tree of documents: does the body lie in its own clauses, or was it taken for something else?

    python -m tools.check_tree PATHS…

For each document: the share of its body that lies in clauses of its own, how many entries of its table of contents the
tree has, and whether the tree itself says that it looks wrong. Where the body begins and ends, and what the table
lists, is read here by small rules of their own, so that the code under test does not judge itself. A share below 0.9 is
for a person to look at: the place where it is lost longest is printed.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from loanproof.core import Span
from loanproof.documents import Document, doubt_about, load_document

AGREED = re.compile(
    r"(?i:agrees?\s+as\s+follows|agreed\s+as\s+follows|it\s+is\s+(?:hereby\s+)?agreed|now,?\s+therefore"
    r"|parties\s+hereto\s+agree)|(?m:^[A-Z -]{0,60}AGREEMENT,?\sdated\sas\sof)"
)
SIGNED = re.compile(
    r"IN\s+WITNESS\s+(?:WHEREOF|OF)|In\s+[Ww]itness\s+[Ww]hereof|(?:has|have)\s+been\s+entered\s+into\s+on\s+the\s+date\s+stated"
    r"|(?m:^\s*\[?[Ss]ignature\s+[Pp]ages?)"
)
ENTRY = re.compile(
    r"^[ \t\xa0]*(?:(?i:section|clause)\s+)?([0-9]{1,2}\.[0-9]{1,2}|[0-9]{1,2}(?=\.))\.?[ \t\xa0]+"
    r"[A-Z“\"(\[].{2,90}?[\s.][0-9]{1,3}[ \t]*$",
    re.MULTILINE,
)
FRONT = re.compile(r"cover|parties|recital|head:contents")
OWN = re.compile(r"[0-9A-Z]|para\.|head:|group\.")
LEAST_SHARE = 0.9
SUFFIXES = {".pdf", ".txt", ".htm", ".html", ".docx", ".md"}
FEWEST_ENTRIES = 5
FURTHEST = 1500  # characters between two entries of one table
SHORTEST_BODY = 500
STEP = 40  # characters between two samples


class Measured(NamedTuple):
    """What was measured of one document."""

    name: str
    share: float
    listed: int
    found: int
    doubt: str
    lost_in: str


def measure(document: Document) -> Measured:
    """Measure one document that has been read."""
    body = body_of(document.text)
    places = [place_at(document, at) for at in range(body.start, body.end, STEP)]
    counted = [place for place in places if not FRONT.match(place)]
    own = sum(OWN.match(place) is not None for place in counted)
    lost = Counter(place.split("/")[0] for place in counted if OWN.match(place) is None)
    listed, end = entries_of(document.text)
    ids = {section.id.removeprefix("para.") for section in document.sections if section.span.start >= end}
    return Measured(
        name=document.name,
        share=own / len(counted) if counted else 1.0,
        listed=len(listed),
        found=len(listed & ids),
        doubt=doubt_about(document) or "",
        lost_in=", ".join(
            f"{place or 'no section'} {count / len(counted):.2f}" for place, count in lost.most_common(2)
        ),
    )


def body_of(text: str) -> Span:
    """Return the longest stretch from where parties agree to where they sign; without such words, all of the text."""
    stretches: list[Span] = []
    for agreed in AGREED.finditer(text):
        if not stretches or agreed.end() > stretches[-1].end:
            signed = SIGNED.search(text, agreed.end() + SHORTEST_BODY)
            stretches.append(Span(agreed.end(), len(text) if signed is None else signed.start()))
    return max(stretches, key=len, default=Span(0, len(text)))


def place_at(document: Document, offset: int) -> str:
    """Return the id of the innermost section around a character, or nothing."""
    section = document.section_at(offset)
    return "" if section is None else section.id


def entries_of(text: str) -> tuple[set[str], int]:
    """Return the numbers that the first table of contents lists, and where it ends; a few lines are no table."""
    labels: set[str] = set()
    end = 0
    for match in ENTRY.finditer(text):
        if labels and match.start() - end > FURTHEST:
            if len(labels) >= FEWEST_ENTRIES:
                break
            labels = set()
        labels.add(match[1])
        end = match.end()
    return (labels, end) if len(labels) >= FEWEST_ENTRIES else (set(), 0)


def documents_of(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the documents among paths and below folders, truth files left out."""
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (
            one for one in files if one.suffix in SUFFIXES and "cases" not in one.parts and one.name != "README.md"
        )


def main(paths: Sequence[Path]) -> int:
    """Print a line for each document; return how many have a low share."""
    low = 0
    print(f"{'share':>6} {'contents':>9}  document")
    for path in documents_of(paths):
        one = measure(load_document(path))
        contents = f"{one.found}/{one.listed}" if one.listed else "none"
        is_low = one.share < LEAST_SHARE
        low += is_low
        print(f"{one.share:6.3f} {contents:>9}  {one.name}" + (f"  [{one.lost_in}]" if is_low else ""))
        if one.doubt:
            print(f"{'':>18}in doubt: {one.doubt}")
    return low


if __name__ == "__main__":
    sys.exit(1 if main([Path(argument) for argument in sys.argv[1:]]) else 0)
