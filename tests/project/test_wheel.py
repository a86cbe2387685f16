"""The wheel: what a user installs holds the corpus, whole, and the other data files."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "src" / "loanproof" / "corpus"


def test_the_wheel_carries_every_data_file_of_the_package_and_so_the_corpus(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        inside = {name: opened.getinfo(name).file_size for name in opened.namelist()}
    source = ROOT / "src"
    for path in sorted((source / "loanproof").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            assert inside.get(path.relative_to(source).as_posix()) == path.stat().st_size, path.name
    assert sum(path.suffix == ".pdf" for path in CORPUS.rglob("*")) >= 52
    assert "loanproof/corpus/MEASURED.md" in inside
