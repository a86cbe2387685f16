"""How often somebody may try a token: a few times, then with growing pauses, for each name from each address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

FREE_TRIES = 5
LONGEST_PAUSE_S = 900.0
MOST_HELD = 10_000


class Throttle:
    """Counts failed attempts in bounded memory; the oldest are forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def pause_s(self, *keys: str) -> float:
        """Return how long these callers must wait before the next attempt; 0 if they need not."""
        now = self._clock()
        with self._lock:
            return max((self._pause(key, now) for key in keys), default=0.0)

    def fail(self, *keys: str) -> None:
        """Count a failed attempt."""
        now = self._clock()
        with self._lock:
            for key in keys:
                count, _ = self._failed.pop(key, (0, 0.0))
                self._failed[key] = (count + 1, now)
            while len(self._failed) > MOST_HELD:
                self._failed.popitem(last=False)

    def succeed(self, *keys: str) -> None:
        """Forget the failed attempts after a success."""
        with self._lock:
            for key in keys:
                self._failed.pop(key, None)

    def _pause(self, key: str, now: float) -> float:
        count, last = self._failed.get(key, (0, 0.0))
        if count < FREE_TRIES:
            return 0.0
        pause = min(LONGEST_PAUSE_S, 2.0 ** (count - FREE_TRIES))
        return max(0.0, last + pause - now)
