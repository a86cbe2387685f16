"""The files of a suite on a machine that does not share its folder: sent once by digest, fetched once."""

from __future__ import annotations

import getpass
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from loanproof.adapters.content_stores import open_contents
from loanproof.core import digest_data


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFolder:
    """A folder to be sent to other machines: its path, the content store, and every file with its digest."""

    origin: Path
    url: str
    files: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        """The digest of all names and contents."""
        return digest_data([list(one) for one in self.files])


def send_folder(folder: Path, url: str) -> SentFolder:
    """Put every file of a folder into a content store; existing contents are not sent again."""
    contents = open_contents(url)
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_hidden(path.relative_to(folder)))
    files = tuple((path.relative_to(folder).as_posix(), contents.put(path.read_bytes())) for path in paths)
    return SentFolder(origin=folder, url=url, files=files)


def fetch_folder(sent: SentFolder) -> Path:
    """Return the folder on this machine; it is fetched atomically if missing."""
    below = Path(tempfile.gettempdir()) / f"loanproof-suites-{getpass.getuser()}"
    folder = below / sent.digest.rpartition(":")[2]
    if folder.is_dir():
        return folder
    contents = open_contents(sent.url)
    below.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=below))
    for name, digest in sent.files:
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents.get(digest))
    try:
        os.rename(made, folder)  # noqa: PTH104 - of two workers that fetch it at once, the first one stays
    except OSError:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def _is_hidden(name: Path) -> bool:
    return any(part.startswith(".") for part in name.parts)
