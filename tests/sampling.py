"""Which of many alike examples a test takes: ``make test`` a fixed share of them, ``make test-whole`` all.

A share is for what differs little from its neighbours (twins, mutants, probes, flipped bytes, hostile texts). Vectors,
which were typed one by one from the contract, are all scored; in most of those for extraction only the fields that they
are about.
"""

from __future__ import annotations

import os
from zlib import crc32

WHOLE = bool(os.environ.get("LOANPROOF_WHOLE"))
"""Whether every example is taken."""

EXAMPLES = 100 if WHOLE else 12
"""How many examples a law draws; CI draws the same ones every time, so that more of them would tell it little."""


def is_taken(name: str, *, one_of: int) -> bool:
    """Return whether an example belongs to the share, by its name: the same ones on every machine and day."""
    return WHOLE or crc32(name.encode()) % one_of == 0
