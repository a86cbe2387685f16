"""Recognition as a person sees it: a task of the bar on a terminal, else a line at the start and not at every page."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.progress import Progress

from loanproof.cli.page_progress import show_recognition
from loanproof.documents import Recognising
from loanproof.documents.reading.progress import tell

PAGES = [Recognising(name="deal.pdf", done=done, total=40) for done in range(41)]


def test_on_a_terminal_the_page_is_a_task_that_goes_when_all_are_done() -> None:
    with Progress(console=Console(file=io.StringIO())) as bar, show_recognition(bar):
        seen = []
        for news in PAGES:
            tell(news)
            seen.append([task.description for task in bar.tasks])
    assert seen[6] == ["deal.pdf: recognising page 7 of 40"]
    assert seen[40] == []


def test_elsewhere_it_is_a_line_and_not_one_for_every_page(capsys: pytest.CaptureFixture[str]) -> None:
    with show_recognition(None):
        for news in PAGES:
            tell(news)
    assert capsys.readouterr().err == "deal.pdf: recognising page 1 of 40\n"
    tell(PAGES[0])
    assert capsys.readouterr().err == "", "nobody watches any more"
