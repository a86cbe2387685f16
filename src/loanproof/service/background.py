"""Work that takes longer than a page may: done once, in its own thread, and cached."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Generic, TypeVar

Found = TypeVar("Found")
MOST_KEPT = 200


class Background(Generic[Found]):
    """Does one piece of work at a time, so that pages stay quick; results are cached, oldest dropped first."""

    def __init__(self, *, most_kept: int = MOST_KEPT, threads: int = 1) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="loanproof-background")
        self._held: OrderedDict[Hashable, Future[Found]] = OrderedDict()
        self._most_kept = most_kept
        self._lock = Lock()

    def ask(self, key: Hashable, work: Callable[[], Found], *, wait_s: float = 0.0) -> Found | None:
        """Return the result of some work, or ``None`` until it is ready; errors of the work are raised here.

        ``key`` identifies everything that the result depends on. Failed work is retried when it is requested again.
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
        """End once the work in progress is done; queued work is dropped."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _forget(self, key: Hashable) -> None:
        with self._lock:
            self._held.pop(key, None)
