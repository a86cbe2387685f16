"""One writer for all workers: what finished while it wrote goes into the next transaction together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.runs.ports import RunStore, SampleRecord

MOST_AT_ONCE = 1000


class SampleWriter:
    """Keeps samples in the order they finish. A sample counts, and ``on_kept`` is called, only once it is durable.

    Used as a task: :meth:`run` ends after :meth:`finish`, or with the error of the store.
    """

    def __init__(self, store: RunStore, run_id: str, *, on_kept: Callable[[SampleRecord], None], waiting: int) -> None:
        self._store = store
        self._run_id = run_id
        self._on_kept = on_kept
        self._queue: asyncio.Queue[SampleRecord | None] = asyncio.Queue(maxsize=waiting)

    async def keep(self, record: SampleRecord) -> None:
        """Hand a finished sample over; waits where the store is slower than the target."""
        await self._queue.put(record)

    async def finish(self) -> None:
        """Say that no more will come."""
        await self._queue.put(None)

    async def run(self) -> None:
        """Write until there is no more to come."""
        is_last = False
        while not is_last:
            batch = [await self._queue.get()]
            while len(batch) < MOST_AT_ONCE and batch[-1] is not None and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            is_last = batch[-1] is None
            records = [record for record in batch if record is not None]
            if records:
                # In a thread: a commit waits for the disk, and the workers must not.
                await asyncio.to_thread(self._store.save_samples, self._run_id, records)
                for record in records:
                    self._on_kept(record)
