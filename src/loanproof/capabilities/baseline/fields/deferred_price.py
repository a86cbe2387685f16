"""Sales for a deferred price, with which Islamic finance does what a loan does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

DEFERRED_PRICE = re.compile(r"\bdeferred\s+(?:\w+\s+)?price\b", re.IGNORECASE)
"""The name of a price that is paid later."""


def sells_for_later(paper: Paper) -> bool:
    """Return whether the agreement sells for a deferred price instead of lending: it defines one."""
    return any(DEFERRED_PRICE.search(one.term) for one in paper.definitions.all)
