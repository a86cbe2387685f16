"""What the documents show works: every Python example runs, every command exists, every link leads somewhere."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest
from tools.agreement import make_agreement
from tools.agreement_pdf import write_pdf

from loanproof.cli.app import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")
EXAMPLES = [
    (page.relative_to(ROOT), code)
    for page in PAGES
    for language, code in BLOCK.findall(page.read_text(encoding="utf-8"))
    if language == "python"
]


@pytest.mark.parametrize(("page", "code"), EXAMPLES, ids=lambda value: str(value) if isinstance(value, Path) else "")
def test_a_python_example_runs(page: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    agreement = make_agreement(seed=1, pages=20, ocr_pages=0).document
    Path("facility-agreement.pdf").write_bytes(write_pdf(agreement))
    exec(compile(code, str(page), "exec"), {"offset": 0})  # noqa: S102  # the example is ours


def shown_commands() -> list[tuple[Path, str]]:
    """Return each line of a block without a language that calls the product."""
    return [
        (page.relative_to(ROOT), line.split("#")[0].strip())
        for page in PAGES
        for language, block in BLOCK.findall(page.read_text(encoding="utf-8"))
        if not language
        for line in block.splitlines()
        if line.strip().startswith("loanproof ")
    ]


@pytest.mark.parametrize(("page", "line"), shown_commands(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_command_that_is_shown_exists(page: Path, line: str) -> None:
    _, name, *rest = shlex.split(line)
    assert name in COMMANDS, page
    command: click.Command = import_module(f"loanproof.cli.{name}").command
    if isinstance(command, click.Group):
        assert rest[0] in command.commands, page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
