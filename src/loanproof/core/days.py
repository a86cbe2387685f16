"""Calendar days as files write them: ``2027-01-15``."""

from __future__ import annotations

import re
from datetime import date

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_iso_day(text: str) -> bool:
    """Return whether a text is a day that exists, written ``2027-01-15``; such days sort as text."""
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
