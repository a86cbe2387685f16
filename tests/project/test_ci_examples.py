"""The pipelines that we offer to copy: they parse, and every command in them runs on a real suite."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.runs.small_suite import answers, make_suite, write_lines
from tests.tables import load_table

from loanproof.cli.app import app

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "ci").glob("*.yml"))


def lines_of(data: object) -> Iterator[str]:
    """Yield each line of a pipeline that calls the product, in order."""
    if isinstance(data, str):
        yield from (line.strip() for line in data.splitlines() if line.strip().startswith("loanproof "))
    elif isinstance(data, dict):
        for held in data.values():
            yield from lines_of(held)
    elif isinstance(data, list):
        for held in data:
            yield from lines_of(held)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_command_of_a_pipeline_runs_and_a_good_system_passes(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOANPROOF_CACHE", str(tmp_path / "cache"))
    make_suite(tmp_path / "SUITE")
    write_lines(tmp_path / "OUTPUTS.jsonl", answers())
    runner = CliRunner()
    runner.invoke(app, ["score", "SUITE", "OUTPUTS.jsonl", "--json", "RELEASED.json"])
    lines = list(lines_of(load_table(path)))
    assert [shlex.split(line)[1] for line in lines].count("score") == 1
    assert all("--markdown-ids" in line for line in lines if "--markdown " in line), "values would be published"
    for line in lines:
        called = runner.invoke(app, shlex.split(line)[1:])
        assert called.exit_code == 0, (line, called.output, called.exception)
    for written in ("result.json", "report.html", "junit.xml"):
        assert (tmp_path / written).is_file()
