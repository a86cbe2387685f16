"""One writer for all workers: what finished while it wrote goes into the next transaction together."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Generic, TypeVar

MOST_AT_ONCE = 1000
Record = TypeVar("Record")


class RecordWriter(Generic[Record]):
    """Keeps records in the order they finish. One counts, and ``on_kept`` is called, only once it is durable.

    Used as a task: :meth:`run` ends after :meth:`finish`, or with the error of the store.
    """

    def __init__(self, save: Callable[[Sequence[Record]], None], *, on_kept: Callable[[Record], None]) -> None:
        self._save = save
        self._on_kept = on_kept
        self._queue: asyncio.Queue[tuple[Record, asyncio.Future[None]] | None] = asyncio.Queue()

    async def keep(self, record: Record) -> None:
        """Hand a finished record over, and wait until it is durable.

        So a worker never begins something new while what it did before could still be lost: a run that is killed
        loses no more than one record of each worker.
        """
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((record, durable))
        await durable

    def finish(self) -> None:
        """Say that no more will come."""
        self._queue.put_nowait(None)

    async def run(self) -> None:
        """Write until there is no more to come."""
        is_last = False
        while not is_last:
            batch = [await self._queue.get()]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            is_last = None in batch
            handed = [one for one in batch if one is not None]
            if handed:
                # In a thread: a commit waits for the disk, and the workers must not.
                await asyncio.to_thread(self._save, [record for record, _ in handed])
            for record, durable in handed:
                self._on_kept(record)
                if not durable.done():
                    durable.set_result(None)


async def run_workers(work: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
    """Run so many workers until all are done; the first error ends them all and is raised.

    Calls leave many reference cycles behind. To collect them, Python need not look over all that was there before, a
    suite and its rulings, again and again.
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
        writer.finish()
        await asyncio.wait((writing,))
    writing.result()
