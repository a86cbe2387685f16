"""A reader of documents is total: whatever is missing, doubled, out of place or cut off, it never raises an error."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.capabilities.covenant_paper import AGREEMENT, WAIVER
from tests.capabilities.papers import STANDARD, read
from tests.capabilities.test_covenant_shapes import LETTER, TABLES

from loanproof.capabilities.baseline import compare_terms, monitor

CONFORMANCE = Path(__file__).parents[1] / "conformance" / "documents"
TEXTS = {
    "agreement": AGREEMENT,
    "waiver": WAIVER,
    "letter": LETTER,
    "tables": TABLES,
    **{path.stem: path.read_text(encoding="utf-8") for path in sorted(CONFORMANCE.glob("*.txt"))},
}
BENDS = 6  # of one document at a time
TRIES = 2  # for each document
PIECES = [
    *("(a)", "(a) and (b)", "(i) (ii) ", "\n(a)\n(b)\n", "; or (c)", ", except (a) and (b)", "\n4.3\n"),
    *("\f", "\n\n", "   ", "\u2066", " (“", "”) ", ":", "0%", " within ", "within 30 days", "if if if if"),
    *(", other than", " unless", "provided that it may exceed", " the greater of ", "“Test Date” means"),
    *(" except for (a) liens, (b) and (c) ", "The Borrower shall not:", "Paragraph (a) does not apply to "),
    *(" 31 December 9999 ", " not exceed 3.00:1 until 31 December 9999 and 2.00:1 thereafter "),
]


def bent(text: str, chance: Random) -> str:
    """Return a text with a few faults of the kind that files, scanners and people make."""
    for _ in range(BENDS):
        lines = text.split("\n")
        here, there, at = chance.randrange(len(lines)), chance.randrange(len(lines)), chance.randrange(len(text) + 1)
        match chance.randrange(7):
            case 0:
                del lines[here]
            case 1:
                lines.insert(there, lines[here])
            case 2:
                lines[here], lines[there] = lines[there], lines[here]
            case 3:
                lines[here] = lines[here][: len(lines[here]) // 2]
            case 4:
                lines[-1:] = [lines[-1], chance.choice(PIECES)]
            case _:
                lines = f"{text[:at]}{chance.choice(PIECES)}{text[at:]}".split("\n")
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("name", TEXTS)
def test_a_bent_document_is_read_without_an_error(name: str, tmp_path: Path) -> None:
    for number in range(TRIES):
        document = read(tmp_path, bent(TEXTS[name], Random(f"{name} {number}")), f"{number}.txt")
        assert monitor(document, STANDARD)["flags"]
        assert compare_terms(document, STANDARD)["jurisdiction"]
