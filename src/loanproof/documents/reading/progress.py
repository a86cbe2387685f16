"""How far the recognition of image pages is, told to whoever watches; nobody need watch.

Recognition begins deep inside scoring and checking, at the first thing that needs an image page. The listener stands
beside the calls that lead there, not in each of them.
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
    """Of so many image pages of a file, so many are done."""

    name: str
    done: int
    total: int


OnPage: TypeAlias = Callable[[Recognising], None]

_LAST_NEWS_S = 1.0

_listener: ContextVar[OnPage | None] = ContextVar("listener", default=None)


def tell(news: Recognising) -> None:
    """Tell whoever watches."""
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
    """Pass on what other processes tell that were begun with the connection and call :func:`tell_parent`."""
    heard, told = context.Pipe(duplex=False)
    listener = _listener.get()

    def pass_on() -> None:
        with suppress(EOFError, OSError):  # all who could tell have gone
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
    """Let this process, for all its time, tell the one that began it; news are short enough to arrive whole."""

    def send(news: Recognising) -> None:
        with suppress(OSError):
            told.send(news)

    _listener.set(send)
