"""Small drafts for the tests of the generator, and what a reader of the PDF finds that shares no code with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tests.sampling import WHOLE, is_taken
from tools.corpus.layout import LaidOut, lay_out
from tools.corpus.markup import fill_facts, parse_blocks
from tools.corpus.style import load_style

if TYPE_CHECKING:
    from tools.corpus.deal import Deal

_LONG = 30  # pages
FILLER = "The Borrower pays what it owes on the day on which it is due and tells the Agent that it has done so. " * 3


def is_tried(deal: Deal) -> bool:
    """Return whether tests that read a whole document take a deal: every short original, and a share of the others.

    A twin differs from its original in one fact, and there are twice as many of them as originals.
    """
    is_long = deal.planned.pages >= _LONG
    if deal.twin_of:
        return WHOLE or (not is_long and is_taken(deal.name, one_of=4))
    return not is_long or is_taken(deal.name, one_of=3)


def laid(text: str, sheet: str = "lma", facts: Mapping[str, str] | None = None, **changes: Any) -> LaidOut:
    """Return a draft as it is printed."""
    return lay_out(parse_blocks(fill_facts(text, facts or {})), load_style(sheet, changes), title="A draft")
