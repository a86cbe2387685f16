"""``loanproof init``: what it writes and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from loanproof.cases import load_suite
from loanproof.cli import main
from loanproof.cli.init import command


def test_the_files_that_were_written_are_listed(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "suite"
    result = CliRunner().invoke(command, [str(folder)])
    assert result.exit_code == 0
    written = [Path(line) for line in result.stdout.splitlines()]
    assert sorted(written) == sorted(path for path in folder.rglob("*") if path.is_file())
    assert load_suite(folder).cases


def test_a_folder_that_is_not_empty_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SystemExit) as exit_:
        main(["init", str(tmp_path)])
    assert exit_.value.code == 2
    assert "is not an empty folder. Name a folder that does not exist yet." in capsys.readouterr().err
