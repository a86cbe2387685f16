"""Word files: found beside their package, and refused with file and line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from loanproof.core import FileModel, FormatError, load_words


class Colours(FileModel):
    warm: tuple[str, ...]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "painted"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "painted", raising=False)
    return folder


def test_the_words_stand_beside_the_modules_of_a_package(package: Path) -> None:
    (package / "colours.words.yaml").write_text("warm: [red, no]\n")
    assert load_words("painted", "colours", Colours) == Colours(warm=("red", "no"))


def test_a_mistake_in_a_word_file_has_its_file_and_line(package: Path) -> None:
    (package / "colours.words.yaml").write_text("warm: [red]\ncold: [blue]\n")
    with pytest.raises(FormatError, match="unknown key 'cold'") as refused:
        load_words("painted", "colours", Colours)
    assert (refused.value.problem.file, refused.value.problem.line) == ("painted/colours.words.yaml", 2)
