"""The clause tree of real agreements holds what their own tables of contents list."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "check_contents.py"


@pytest.mark.needs("real-agreements")
@pytest.mark.parametrize(
    ("name", "missed"),
    [
        ("jcrew-2014-ar-credit-agreement.pdf", 1),  # the heading of 9.10 is cut off on its page: nobody can read it
        ("peloton-2024-third-ar-credit-agreement.pdf", 0),
    ],
)
def test_every_listed_article_and_section_is_in_the_tree_once_on_its_page(
    name: str, missed: int, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_pdf = runpy.run_path(str(TOOL))["check_pdf"]
    assert check_pdf(shared / "real-agreements" / name) == missed, capsys.readouterr().out
