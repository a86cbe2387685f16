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
from loanproof.reports.mistakes import Mistakes
from loanproof.runs import ResultHead

TWINS = {
    "margin": {"n": 6, "follows": 0.5, "holds": 1.0},
    "<b>answer</b>": {"n": 1, "follows": 0.0, "holds": None},
}


SURE = "1.0000 (6 of 6: at least 60.7 %)"  # 0.05 to the power of 1/6
"""All of six with its bound at 95 % confidence (C-30)."""


def run(twins: dict[str, Any] = TWINS) -> made.HeldRun:
    bare = made.run(made.case("EX-1", made.item()))
    return replace(bare, head=ResultHead.model_validate({**bare.head.model_dump(), "twins": twins}))


def test_the_page_has_a_row_for_each_fact() -> None:
    page = html.fromstring("".join(render_html(make_subject(run()))))
    [section] = page.xpath("//section[@aria-labelledby='twins']")
    rows = [[cell.text_content() for cell in row.xpath("./td")] for row in section.xpath(".//tbody/tr")]
    assert rows == [
        ["margin", "6", "0.5000", SURE],
        ["<b>answer</b>", "1", "0.0000 (0 of 1: at most 95.0 %)", "not measured"],
    ]


def test_the_summary_has_the_same_rows_and_no_markup_of_theirs() -> None:
    lines = render_markdown(make_subject(run())).splitlines()
    assert f"| `margin` | 6 | 0.5000 | {SURE} |" in lines
    assert "| `<b>answer</b>` | 1 | 0.0000 (0 of 1: at most 95.0 %) | not measured |" in lines


def test_the_terminal_has_the_same_rows(capsys: pytest.CaptureFixture[str]) -> None:
    print_verdict(run().head, Mistakes(), Printer())
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "margin follows 6 0.5000" in lines
    assert "margin holds 6 1.0000 6 of 6: at least 60.7 %" in lines
    assert "<b>answer</b> follows 1 0.0000 0 of 1: at most 95.0 %" in lines
    assert "<b>answer</b> holds 1 not measured" in lines


def test_a_run_without_twins_has_no_such_table(capsys: pytest.CaptureFixture[str]) -> None:
    without = run({})
    print_verdict(without.head, Mistakes(), Printer())
    shown = ("".join(render_html(make_subject(without))), render_markdown(make_subject(without)))
    assert not [text for text in (*shown, capsys.readouterr().out) if "follows" in text.lower()]
