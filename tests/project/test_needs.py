"""A test that cannot run is listed with the line to type, and fails where its part is demanded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEST = """
import pytest

@pytest.mark.needs("tesseract")
def test_reading_a_scan() -> None:
    pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    (tmp_path / "test_scan.py").write_text(TEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = needs(part): uses a part outside the package\n")
    return tmp_path


def run(folder: Path, *, require: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(folder), "PYTHONPATH": str(ROOT), "LOANPROOF_REQUIRE": require}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", str(folder)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_missing_part_is_listed_under_not_run_with_the_line_to_type(folder: Path) -> None:
    result = run(folder)
    assert result.returncode == 0
    _, _, summary = result.stdout.partition("NOT RUN")
    assert "1 not run: tesseract is missing. Type: apt-get install tesseract-ocr" in summary
    assert "test_scan.py::test_reading_a_scan" in summary


def test_a_missing_part_that_is_required_is_a_failure(folder: Path) -> None:
    result = run(folder, require="tesseract")
    assert result.returncode == 1
    assert "LOANPROOF_REQUIRE demands tesseract" in result.stdout


def test_a_requirement_that_no_test_knows_is_refused(folder: Path) -> None:
    result = run(folder, require="teseract")
    assert result.returncode == 4
    assert "LOANPROOF_REQUIRE names teseract; known parts: " in result.stderr


def test_a_part_that_is_there_lets_the_test_run(folder: Path) -> None:
    (folder / "tesseract").write_text("#!/bin/sh\n")
    (folder / "tesseract").chmod(0o755)
    assert "1 passed" in run(folder, require="tesseract").stdout
