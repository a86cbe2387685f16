"""A folder that becomes a suite, file by file."""

from __future__ import annotations

from pathlib import Path

import pytest

SUITE = "id: s\nversion: 1.0.0\n"


class Folder:
    """Writes the files of a suite; ``deal.txt`` is its document."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write("suite.yaml", SUITE)
        self.write("documents/deal.txt", "An agreement.")

    def write(self, name: str, text: str) -> str:
        """Write one file and return its path as errors name it."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """Return a folder that the examples of a property may overwrite one after the other."""
    return Folder(tmp_path_factory.mktemp("shared"))
