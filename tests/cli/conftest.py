"""Commands of a test keep their runs and caches in folders of the test's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from loanproof.cli.app import main

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.terminal import Call


@pytest.fixture(autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the default store will be, once something is stored."""
    folder = tmp_path_factory.mktemp("kept")
    monkeypatch.setenv("LOANPROOF_STORE", f"sqlite:{folder / 'runs.db'}")
    monkeypatch.setenv("LOANPROOF_CACHE", str(folder / "cache"))
    return folder / "runs.db"


@pytest.fixture
def signing_key(monkeypatch: pytest.MonkeyPatch) -> str:
    """Name the key of the house, and return it."""
    key = "the key of a house that signs results"
    monkeypatch.setenv("LOANPROOF_SIGNING_KEY", key)
    return key


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Return the command line, run in an empty folder: exit code, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        assert isinstance(ended.value.code, int)
        return ended.value.code, *capfd.readouterr()

    return run
