"""The small table of twins, the same on the page, in the summary and in the terminal; none without twins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from lxml import html
from tests.reports import made_runs as made

from loanproof.cli.printing import Printer
from loanproof.cli.verdict_tables import print_verdict
from loanproof.reports import make_subject, render_html, render_markdown
from loanproof.runs import ResultHead

TWINS = {
    "margin": {"n": 6, "follows": 0.5, "holds": 1.0},
    "<b>answer</b>": {"n": 3, "follows": 1.0, "holds": None},
}


def run(twins: dict[str, Any] = TWINS) -> made.HeldRun:
    bare = made.run(made.case("EX-1", made.item()))
    return replace(bare, head=ResultHead.model_validate({**bare.head.model_dump(), "twins": twins}))


def test_the_page_has_a_row_for_each_fact() -> None:
    page = html.fromstring("".join(render_html(make_subject(run()))))
    [section] = page.xpath("//section[@aria-labelledby='twins']")
    rows = [[cell.text_content() for cell in row.xpath("./td")] for row in section.xpath(".//tbody/tr")]
    assert rows == [["margin", "6", "0.5000", "1.0000"], ["<b>answer</b>", "3", "1.0000", "null"]]


def test_the_summary_has_the_same_rows_and_no_markup_of_theirs() -> None:
    lines = render_markdown(make_subject(run())).splitlines()
    assert "| `margin` | 6 | 0.5000 | 1.0000 |" in lines
    assert "| `<b>answer</b>` | 3 | 1.0000 | null |" in lines


def test_the_terminal_has_the_same_rows(capsys: pytest.CaptureFixture[str]) -> None:
    print_verdict(run().head, make_subject(run()).survey.mistakes, Printer())
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["margin", "6", "0.5000", "1.0000"] in lines
    assert ["<b>answer</b>", "3", "1.0000", "null"] in lines


def test_a_run_without_twins_has_no_such_table(capsys: pytest.CaptureFixture[str]) -> None:
    without = run({})
    print_verdict(without.head, make_subject(without).survey.mistakes, Printer())
    shown = ("".join(render_html(make_subject(without))), render_markdown(make_subject(without)))
    assert not [text for text in (*shown, capsys.readouterr().out) if "follows" in text.lower()]
