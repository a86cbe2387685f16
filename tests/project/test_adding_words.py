"""The guide to adding words: its excerpt is the table, and its mistake gives the error that it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.project.copies import PACKAGE, copy_package

from loanproof.cases import make_suite
from loanproof.core import load_yaml, parse_yaml

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "extending.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("## Adding words")[2].partition("\n## ")[0]
TABLE = "values/frequency/rhythms.words.yaml"


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_excerpt_is_what_the_table_says() -> None:
    def flat(data: object) -> object:
        listed = ", ".join(data) if isinstance(data, list) else data
        return {key: flat(below) for key, below in data.items()} if isinstance(data, dict) else listed

    shown, written = flat(parse_yaml(block("yaml").encode(), file="guide").data), flat(load_yaml(PACKAGE / TABLE).data)
    assert isinstance(shown, dict)
    assert isinstance(written, dict)
    assert shown["rhythms"].items() <= written["rhythms"].items()


def test_every_table_is_in_the_list_of_the_guide() -> None:
    tables = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.words.yaml")}
    listed = set(re.findall(r"`([a-z_/]+\.words\.yaml)`", SECTION))
    assert {name if (PACKAGE / name).exists() else f"values/{name}" for name in listed} == tables


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a copy of the package, which may be spoilt."""
    return copy_package(tmp_path)


def test_the_mistake_of_the_guide_gives_its_error_on_the_line_of_the_mistake(copied: Path, tmp_path: Path) -> None:
    mistake = re.search(r"^`(weekly: [^`]+)`", SECTION, re.MULTILINE)
    assert mistake is not None
    lines = (copied / TABLE).read_text(encoding="utf-8").splitlines()
    [at] = [at for at, line in enumerate(lines) if line.startswith("  weekly: weekly")]
    lines[at] = f"  {mistake[1]}"
    (copied / TABLE).write_text("\n".join(lines), encoding="utf-8")
    make_suite(tmp_path / "suite")
    done = subprocess.run(
        [sys.executable, "-m", "loanproof", "check", "suite"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = re.sub(r":[0-9]+: ", f":{at + 1}: ", block("text"), count=1)  # the line moves when the table grows
    assert (done.returncode, done.stderr) == (2, told)
