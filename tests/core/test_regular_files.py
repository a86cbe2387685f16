"""Files that somebody named are opened only if they have an end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from loanproof.core import FileError, load_yaml, open_regular


def test_a_plain_file_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "plain.txt"
    file.write_bytes(b"here")
    with open_regular(file) as stream:
        assert stream.read() == b"here"


def test_a_pipe_that_nobody_writes_to_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="not a regular file"):
        open_regular(pipe)
    with pytest.raises(FileError, match="not a regular file"):
        load_yaml(pipe)


def test_a_device_without_an_end_is_refused() -> None:
    with pytest.raises(FileError, match="not a regular file"):
        open_regular(Path("/dev/zero"))


@pytest.mark.parametrize("name", ["nothing-here.txt", "", "with\0nul", "x" * 5000])
def test_what_cannot_be_opened_is_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="the file cannot be read: "):
        open_regular(tmp_path / name)
