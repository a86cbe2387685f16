"""One writer for all workers: everything finished during a write goes into the next transaction."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Generic, TypeVar

MOST_AT_ONCE = 1000
Record = TypeVar("Record")


class RecordWriter(Generic[Record]):
    """Stores records in the order they finish. A record counts, and ``on_kept`` is called, only once durable.

    Used as a task: :meth:`run` ends after :meth:`finish`, or with an error of the store.
    """

    def __init__(self, save: Callable[[Sequence[Record]], None], *, on_kept: Callable[[Record], None]) -> None:
        self._save = save
        self._on_kept = on_kept
        self._queue: asyncio.Queue[tuple[Record, asyncio.Future[None]] | None] = asyncio.Queue()

    async def keep(self, record: Record) -> None:
        """Hand over a finished record, and wait until it is durable.

        A worker thus never starts something new while its previous record could still be lost: a killed run loses at
        most one record per worker.
        """
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((record, durable))
        await durable

    def finish(self) -> None:
        """Signal that no more records will come."""
        self._queue.put_nowait(None)

    async def run(self) -> None:
        """Write until there are no more records."""
        is_last = False
        while not is_last:
            batch = [await self._queue.get()]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            is_last = None in batch
            handed = [one for one in batch if one is not None]
            if handed:
                # In a thread: a commit waits for the disk, but the workers must not.
                await asyncio.to_thread(self._save, [record for record, _ in handed])
            for record, durable in handed:
                self._on_kept(record)
                if not durable.done():
                    durable.set_result(None)


async def run_workers(work: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
    """Run this many workers until all are done; the first error ends them all and is raised.

    Calls leave many reference cycles behind. Existing objects, such as a suite and its rulings, are frozen so that
    Python's garbage collector need not scan them again and again.
    """
    gc.freeze()
    tasks = [asyncio.create_task(work()) for _ in range(count)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        gc.unfreeze()


async def write_while(writer: RecordWriter[Record], working: asyncio.Task[None]) -> None:
    """Run a writer alongside the work that feeds it; if either fails, the other ends and the error is raised.

    On cancellation or failure of the work, records handed over so far are still stored.
    """
    writing = asyncio.create_task(writer.run())
    try:
        # A failing store must stop the work at once, not when it is done.
        await asyncio.wait((writing, working), return_when=asyncio.FIRST_COMPLETED)
        if writing.done():
            writing.result()
        await working
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        writer.finish()
        await asyncio.wait((writing,))
    writing.result()
