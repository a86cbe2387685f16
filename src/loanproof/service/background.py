"""Work that takes longer than a page may: done once, in a thread of its own, and remembered for whoever asks again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Generic, TypeVar

Found = TypeVar("Found")
MOST_KEPT = 200


class Background(Generic[Found]):
    """Does one piece of work at a time, so that pages stay quick meanwhile; results are kept, the oldest go first."""

    def __init__(self, *, most_kept: int = MOST_KEPT, threads: int = 1) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="loanproof-background")
        self._held: OrderedDict[Hashable, Future[Found]] = OrderedDict()
        self._most_kept = most_kept
        self._lock = Lock()

    def ask(self, key: Hashable, work: Callable[[], Found], *, wait_s: float = 0.0) -> Found | None:
        """Return the result of some work, ``None`` while it is not there; what the work raised is raised here.

        ``key`` stands for everything that the result depends on. Work that failed is tried anew when it is asked for
        again.
        """
        with self._lock:
            future = self._held.get(key)
            if future is None:
                future = self._held[key] = self._pool.submit(work)
                while len(self._held) > self._most_kept:
                    _, dropped = self._held.popitem(last=False)
                    dropped.cancel()
        try:
            return future.result(timeout=wait_s)
        except TimeoutError:
            if future.done():  # the work itself timed out
                self._forget(key)
                raise
            return None
        except BaseException:
            self._forget(key)
            raise

    def close(self) -> None:
        """End when what is under way is done; what waits is not begun."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _forget(self, key: Hashable) -> None:
        with self._lock:
            self._held.pop(key, None)
