"""When a request may be sent: a limit per minute, back-off with jitter, and ``Retry-After``."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """How long to wait before a failed request is sent again, and how often.

    The limit doubles with each attempt and the wait is random below it, so that many clients that failed together do
    not retry together. A ``Retry-After`` of the server is respected, up to ``longest_asked_s``.
    """

    attempts: int = 6
    first_s: float = 0.5
    longest_s: float = 30.0
    longest_asked_s: float = 120.0

    def wait_s(self, attempt: int, asked_s: float | None, draw: random.Random) -> float | None:
        """Return the wait after a failed attempt, counted from 1; ``None`` if it was the last one."""
        if attempt >= self.attempts or (asked_s is not None and asked_s > self.longest_asked_s):
            return None
        longest = min(self.longest_s, self.first_s * 2 ** (attempt - 1))
        return max(draw.uniform(longest / 2, longest), asked_s or 0.0)


def parse_retry_after(written: str | None, *, now: datetime | None = None) -> float | None:
    """Return how many seconds ``Retry-After`` asks for, as a number or a date; ``None`` if it is invalid."""
    text = (written or "").strip()
    try:
        seconds = float(text)
    except ValueError:
        pass
    else:
        return seconds if 0 <= seconds < float("inf") else None
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())


class Pace:
    """Lets at most this many requests start per minute, evenly spaced; without a limit it lets all through."""

    def __init__(self, requests_per_minute: int | None) -> None:
        self._gap_s = 0.0 if requests_per_minute is None else 60.0 / requests_per_minute
        self._next = 0.0

    async def wait(self) -> None:
        """Wait for the next place in the queue."""
        if not self._gap_s:
            return
        now = monotonic()
        place = max(now, self._next)
        self._next = place + self._gap_s
        if place > now:
            await asyncio.sleep(place - now)
