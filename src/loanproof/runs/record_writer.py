"""One writer for all workers: what finished while it wrote goes into the next transaction together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Generic, TypeVar

MOST_AT_ONCE = 1000
Record = TypeVar("Record")


class RecordWriter(Generic[Record]):
    """Keeps records in the order they finish. One counts, and ``on_kept`` is called, only once it is durable.

    Used as a task: :meth:`run` ends after :meth:`finish`, or with the error of the store.
    """

    def __init__(
        self, save: Callable[[Sequence[Record]], None], *, on_kept: Callable[[Record], None], waiting: int
    ) -> None:
        self._save = save
        self._on_kept = on_kept
        self._queue: asyncio.Queue[Record | None] = asyncio.Queue(maxsize=waiting)

    async def keep(self, record: Record) -> None:
        """Hand a finished record over; waits where the store is slower than the workers."""
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
                await asyncio.to_thread(self._save, records)
                for record in records:
                    self._on_kept(record)


async def run_workers(work: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
    """Run so many workers until all are done; the first error ends them all and is raised."""
    tasks = [asyncio.create_task(work()) for _ in range(count)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def write_while(writer: RecordWriter[Record], working: asyncio.Task[None]) -> None:
    """Run a writer beside the work that feeds it; whoever fails ends the other, and its error is raised.

    When this is cancelled, or the work fails, what was handed over by then is still kept.
    """
    writing = asyncio.create_task(writer.run())
    try:
        # A store that fails must stop the work at once, not when it is done.
        await asyncio.wait((writing, working), return_when=asyncio.FIRST_COMPLETED)
        if writing.done():
            writing.result()
        await working
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        ending = asyncio.create_task(writer.finish())
        await asyncio.wait((ending, writing), return_when=asyncio.FIRST_COMPLETED)
        if not writing.done():
            await asyncio.wait((writing,))
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)
    writing.result()
