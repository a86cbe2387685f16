"""Progress of the recognition of image pages, reported to an optional listener.

Recognition begins deep inside scoring and checking, when something first needs an image page. The listener is set in a
context variable instead of being passed through every call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from threading import Thread
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognising:
    """How many of a file's image pages are done."""

    name: str
    done: int
    total: int


OnPage: TypeAlias = Callable[[Recognising], None]

_LAST_NEWS_S = 1.0

_listener: ContextVar[OnPage | None] = ContextVar("listener", default=None)


def tell(news: Recognising) -> None:
    """Report progress to the listener, if any."""
    listener = _listener.get()
    if listener is not None:
        listener(news)


@contextmanager
def watch_recognition(on_page: OnPage) -> Iterator[None]:
    """Call ``on_page`` before the first image page of a file is recognised, and after each of them."""
    before = _listener.set(on_page)
    try:
        yield
    finally:
        _listener.reset(before)


@contextmanager
def heard_from_processes(context: BaseContext) -> Iterator[Connection]:
    """Forward progress from child processes started with the connection that call :func:`tell_parent`."""
    heard, told = context.Pipe(duplex=False)
    listener = _listener.get()

    def pass_on() -> None:
        with suppress(EOFError, OSError):  # all senders have gone
            while True:
                news = heard.recv()
                if listener is not None:
                    listener(news)

    thread = Thread(target=pass_on, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        told.close()
        thread.join(_LAST_NEWS_S)


def tell_parent(told: Connection) -> None:
    """Make this process report progress to its parent from now on; messages are short enough to arrive whole."""

    def send(news: Recognising) -> None:
        with suppress(OSError):
            told.send(news)

    _listener.set(send)
