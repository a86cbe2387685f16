"""Where the command line keeps what can be made again."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.cli.cache_folder import cache_folder


@pytest.mark.parametrize(
    ("platform", "variable", "value", "folder"),
    [
        ("linux", "LOANPROOF_CACHE", "/own", "/own"),
        ("linux", "XDG_CACHE_HOME", "/xdg", "/xdg/loanproof"),
        ("linux", "XDG_CACHE_HOME", "", "/home/me/.cache/loanproof"),
        ("darwin", "XDG_CACHE_HOME", "/xdg", "/home/me/Library/Caches/loanproof"),
        ("win32", "LOCALAPPDATA", "/local", "/local/loanproof"),
    ],
)
def test_the_folder_is_the_one_that_the_system_has_for_caches(
    platform: str, variable: str, value: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LOANPROOF_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv(variable, value)
    assert cache_folder() == Path(folder)
