"""Files that appear when they are whole."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from loanproof.core import part_of, put_in_place


def written(path: Path, content: bytes) -> Path:
    part = part_of(path)
    part.write_bytes(content)
    return part


def test_a_file_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_bytes(b"old")
    put_in_place(written(path, b"new"), path)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    put_in_place(written(pipe, b"new"), pipe)
    reader.join(timeout=20)
    assert heard == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_nothing_is_left_beside_a_device() -> None:
    assert part_of(Path("/dev/null")).parent != Path("/dev")
    put_in_place(written(Path("/dev/null"), b"new"), Path("/dev/null"))
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_folder_is_not_taken_for_a_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        put_in_place(written(tmp_path / "folder", b"new"), tmp_path / "folder")
