"""How far a phase is, where nobody looks at a terminal: a line now and then, and never the same one twice."""

from __future__ import annotations

import pytest

from loanproof.cli import phase_progress
from loanproof.cli.phase_progress import PhaseProgress


def lines_of(capsys: pytest.CaptureFixture[str], *done: int) -> list[str]:
    progress = PhaseProgress("Scoring", 18)
    progress.begin()
    for count in done:
        progress.show(count, None)
    progress.end()
    return [line.partition(",")[0] for line in capsys.readouterr().err.splitlines()]


def test_the_end_is_said_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(phase_progress, "_EVERY_S", 0.0)
    assert lines_of(capsys, 9, 18) == ["Scoring: 9 of 18", "Scoring: 18 of 18"]


def test_a_quick_phase_says_only_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines_of(capsys, 9, 18) == ["Scoring: 18 of 18"]


def test_a_phase_that_did_nothing_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines_of(capsys) == []
