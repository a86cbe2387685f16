"""Analyses uploaded documents one after the other, each in its own process, and queues them for review.

A document must be treated as hostile until it is parsed: whatever it does to its process, the server continues, and the
record says what happened. The progress is available at any time.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING

from loanproof.service.analysis_process import BROKE, READING, Desk, News, Processed, Processing, analyse
from loanproof.service.uploads import Upload, UploadFolder, UploadState, failed

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

LONGEST_S = 1_800.0
_LOOK_S = 0.2
_END_S = 5.0
_WAITING = Processing(sentence="It waits until the documents before it are done.")


class Processor:
    """Analyses uploads in the background, one document at a time."""

    def __init__(self, folder: UploadFolder, desk: Desk, *, longest_s: float = LONGEST_S) -> None:
        self._folder = folder
        self._desk = desk
        self._longest_s = longest_s
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="loanproof-processing")
        self._lock = Lock()
        self._ends = Event()
        self._under_way: dict[str, Processing] = {}

    def begin(self, upload: Upload) -> None:
        """Start with a document, or queue it behind earlier ones; a document in progress is left alone."""
        with self._lock:
            if upload.digest in self._under_way:
                return
            self._under_way[upload.digest] = _WAITING
        self._pool.submit(self._process, self._folder.save(replace(upload, state=UploadState.RECEIVED, problem=None)))

    def resume(self) -> None:
        """Start with every uploaded document that was not analysed before the last server ended."""
        for upload in reversed(self._folder.all()):
            if upload.state is UploadState.RECEIVED:
                self.begin(upload)

    def progress(self, digest: str) -> Processing | None:
        """Return the progress of a document; ``None`` if it is not being processed."""
        with self._lock:
            return self._under_way.get(digest)

    def close(self) -> None:
        """End; work in progress is abandoned, and restarted by the next server."""
        self._ends.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _process(self, upload: Upload) -> None:
        self._note(upload, READING)
        try:
            told = self._in_process(upload)
            if told is None:  # the server is shutting down
                return
            done = replace(upload, state=UploadState.PROCESSED, notes=told.notes)
            self._folder.save(done if told.problem is None else failed(upload, told.problem))
        finally:
            with self._lock:
                self._under_way.pop(upload.digest, None)

    def _in_process(self, upload: Upload) -> Processed | None:
        """Run the analysis in a new process, and return its outcome; ``None`` if it was abandoned."""
        context = multiprocessing.get_context("spawn")
        heard, told = context.Pipe(duplex=False)
        job = (self._folder.path_of(upload), upload.by, self._desk, told)
        process = context.Process(target=analyse, args=job, daemon=False)
        process.start()
        told.close()
        try:
            return self._listen(upload, heard, monotonic() + self._longest_s)
        finally:
            heard.close()
            _end(process)

    def _listen(self, upload: Upload, heard: Connection, until: float) -> Processed | None:
        while not self._ends.is_set():
            if monotonic() > until:
                return Processed(problem=f"The analysis took longer than {self._longest_s:,.0f} seconds.")
            if not heard.poll(_LOOK_S):
                continue
            try:
                news: News = heard.recv()
            except (EOFError, OSError):
                return Processed(problem=BROKE)
            if isinstance(news, Processed):
                return news
            self._note(upload, news)
        return None

    def _note(self, upload: Upload, news: Processing) -> None:
        with self._lock:
            self._under_way[upload.digest] = news


def _end(process: SpawnProcess) -> None:
    process.join(_END_S)
    if process.is_alive():
        process.kill()
        process.join()
