"""Commands of a test keep their runs and caches in folders of the test's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


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
