"""The worked example of ``docs/concepts/scoring.md`` does what the page shows: its commands are run, in order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.end_to_end.recorded import call

PAGE = Path(__file__).parents[2] / "docs" / "concepts" / "scoring.md"
BLOCK = re.compile(r"^```(console|jsonl)\n(.*?)^```", re.MULTILINE | re.DOTALL)
CUT = "…"


def shown_commands() -> list[tuple[str, list[str]]]:
    """Return each command of the page with the lines that it shows below it."""
    shown: list[tuple[str, list[str]]] = []
    for language, block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        for line in block.splitlines() if language == "console" else ():
            if line.startswith("$ "):
                shown.append((line.removeprefix("$ "), []))
            else:
                shown[-1][1].append(line)
    return shown


def missing_lines(shown: list[str], printed: list[str]) -> list[str]:
    """Return the shown lines that were not printed in this order; only a line with an ellipsis may leave lines out."""
    missing, at, may_skip = [], 0, False
    for line in shown:
        if line == CUT:
            may_skip = True
            continue
        found = printed.index(line, at) if line in printed[at:] else None
        if found is None or (found > at and not may_skip):
            missing.append(line)
        else:
            at = found + 1
        may_skip = False
    return missing


def test_every_command_of_the_example_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    [answer] = [block for language, block in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if language == "jsonl"]
    Path("outputs.jsonl").write_text(answer, encoding="utf-8")
    commands = shown_commands()
    assert [shlex.split(command)[1] for command, _ in commands] == ["init", "score", "explain"]
    for command, shown in commands:
        program, *arguments = shlex.split(command)
        assert program == "loanproof"
        said = call(*arguments)
        assert "error:" not in said.stderr
        assert missing_lines(shown, said.stdout.splitlines()) == [], command


def test_a_line_that_is_not_printed_is_noticed() -> None:
    printed = ["a", "b", "c", "d"]
    assert missing_lines(["a", CUT, "d"], printed) == []
    assert missing_lines(["a", "c"], printed) == ["c"]
    assert missing_lines(["a", CUT, "e"], printed) == ["e"]
