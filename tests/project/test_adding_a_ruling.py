"""The guide to adding a ruling: data alone for a figure, two sources for a condition, and 1.0 stays as it was."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.recorded import REPEATS, change, make_suite, perfect, write_lines
from tests.project.copies import copy_package

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "extending.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("## Adding a ruling")[2].partition("\n## ")[0]
FILES = dict(re.findall(r"^```yaml\n# (standards/[^\n]+)\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL))
PATCHES = dict(re.findall(r"^```diff\n# src/([^\n]+)\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL))


def run(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line of the package in a folder, with the house standards beside it."""
    paths = {"PYTHONPATH": str(folder), "LOANPROOF_STANDARDS": str(folder / "standards")}
    line = [sys.executable, "-m", "loanproof", *map(str, command)]
    return subprocess.run(
        line, cwd=folder, env={**os.environ, **paths}, capture_output=True, text=True, check=False, timeout=120
    )


def patch(text: str, lines: str) -> str:
    """Apply the lines of a patch, which must fit in exactly one place."""
    before = "".join(f"{line[1:]}\n" for line in lines.splitlines() if line[:1] in " -")
    after = "".join(f"{line[1:]}\n" for line in lines.splitlines() if line[:1] in " +")
    assert text.count(before) == 1
    return text.replace(before, after)


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package that has the condition of the guide, and with its two versions."""
    folder = tmp_path_factory.mktemp("extended")
    copy_package(folder)
    for name, lines in PATCHES.items():
        source = folder / name
        source.write_text(patch(source.read_text("utf-8"), lines), "utf-8")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for version in ("1.3+acme", "1.4+acme"):
        published = run(folder, "standards", "publish", folder / "standards" / "eval-standards" / version)
        assert published.returncode == 0, published.stderr
    lines = perfect()
    for repeat in REPEATS:
        change(lines, "EX-001", [repeat], {"fields.margin.provenance.0.page": 2})
    write_lines(folder / "outputs.jsonl", lines)
    return folder


def margin(folder: Path, version: str) -> dict[str, Any]:
    """Return the item of a margin that is cited one page off, under a version of the contract."""
    suite = make_suite(folder / f"suite-{version}")
    settings = suite / "suite.yaml"
    settings.write_text(
        settings.read_text("utf-8").replace("eval-standards@1.0+r2", f"eval-standards@{version}"), "utf-8"
    )
    result = folder / f"{version}.json"
    said = run(folder, "score", suite, folder / "outputs.jsonl", "--json", result)
    assert result.exists(), said.stderr
    cases = json.loads(result.read_text("utf-8"))["cases"]
    case = next(one for one in cases if one["case_id"] == "EX-001")
    found: dict[str, Any] = next(item for item in case["items"] if item["item"] == "margin")
    return found


def test_the_guide_touches_two_sources_and_two_files_of_data_for_each_version() -> None:
    assert sorted(PATCHES) == ["loanproof/provenance/pages.py", "loanproof/standards/citation_parameters.py"]
    assert sorted(Path(name).name for name in FILES) == ["changes.yaml", "changes.yaml", "rulings.yaml", "rulings.yaml"]
    table = GUIDE.partition("## What these tasks touch")[2]
    assert "| a ruling that changes a condition | 2 | 2 |" in table
    assert "| a field | none | 1 |" in table


@pytest.mark.sampled(one_of=2)
@pytest.mark.parametrize(
    ("version", "label", "provenance"),
    [("1.0", "partial", 0.5), ("1.3+acme", "partial", 0.25), ("1.4+acme", "correct", 1.0)],
)
def test_each_version_decides_by_its_own_rulings(extended: Path, version: str, label: str, provenance: float) -> None:
    item = margin(extended, version)
    assert (item["label"], item["provenance_score"]) == (label, provenance)
