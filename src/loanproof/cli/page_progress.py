"""Which image page of a document is being recognised: a bar on a terminal, otherwise an occasional line."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import monotonic
from typing import TYPE_CHECKING

import click

from loanproof.core import one_line
from loanproof.documents import OnPage, Recognising, watch_recognition

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_EVERY_S = 10.0


def show_recognition(bar: Progress | None) -> AbstractContextManager[None]:
    """Show recognition while it lasts: as a task of an existing bar, or in lines."""
    return watch_recognition(_in_lines() if bar is None else _in_bar(bar))


def _in_bar(bar: Progress) -> OnPage:
    tasks: dict[str, TaskID] = {}

    def show(news: Recognising) -> None:
        if news.name not in tasks:
            tasks[news.name] = bar.add_task("", total=news.total, told="")
        if news.done >= news.total:
            bar.remove_task(tasks.pop(news.name))
        else:
            bar.update(tasks[news.name], completed=news.done, description=_say(news))

    return show


def _in_lines() -> OnPage:
    last = -_EVERY_S

    def show(news: Recognising) -> None:
        nonlocal last
        if news.done >= news.total or (news.done and monotonic() - last < _EVERY_S):
            return
        last = monotonic()
        click.echo(_say(news), err=True)

    return show


def _say(news: Recognising) -> str:
    return f"{one_line(news.name, 60)}: recognising page {news.done + 1} of {news.total}"
