"""What is marked on a page, in words."""

from __future__ import annotations

from pathlib import Path

from loanproof.core import Span
from loanproof.service import Library
from loanproof.web.facsimiles import Marked, make_facsimile


def test_a_screen_reader_hears_of_a_mark_on_a_page_of_text(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text("1. Margin\n\nThe Margin is 2.50 per cent. per annum.\n")
    marked = [Marked(span=Span(11, 21), role="cited"), Marked(span=Span(15, 30), role="gold")]
    told = [
        make_facsimile(Library(None), path, 1, some, address=lambda view: view.digest).spoken
        for some in ([], marked[:1], marked)
    ]
    assert told == [
        "Page 1: nothing is marked.",
        "Page 1: the cited quote is marked.",
        "Page 1: the cited quote is marked, the expected quote is underlined.",
    ]
