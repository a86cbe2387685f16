"""Uploaded documents: each in its own folder, named by its digest, with a record of what became of it.

The user's file name is kept for display only; nothing in an upload decides where anything is written.
"""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from loanproof.core import FileError, StoreFailed, digest_bytes
from loanproof.documents import detect_kind

_RECORD, _EXPORTS = "upload.json", "exports.jsonl"
_FOLDER = re.compile(r"[0-9a-f]{64}")
_PARTS = re.compile(r"[/\\]")
_MOST_NAME_BYTES = 150
_ALLOWED = " ._-()"


class UploadState(StrEnum):
    """How far the analysis of a document is."""

    RECEIVED = "received"
    PROCESSED = "processed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """One uploaded document.

    Attributes:
        digest: The digest of its bytes, as in documents.
        problem: Why it could not be analysed.
        notes: What a person should know about the document and how it was read.
    """

    digest: str
    name: str
    by: str
    at: str
    state: UploadState = UploadState.RECEIVED
    problem: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportNote:
    """Who exported values, when, in which form, and under which head of the log."""

    by: str
    at: str
    form: str
    head: str
    fields: int


class UploadFolder:
    """Stores uploads; a document that is uploaded twice is stored once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def receiving(self) -> Iterator[Path]:
        """Yield the path of a temporary file for incoming data; it is deleted afterwards unless kept."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(prefix="receiving-", dir=self._folder) as room:
                yield Path(room) / "received"
        except OSError as error:
            hint = "Check the rights of the folder and the room on the disk."
            message = f"what was sent cannot be written: {error.strerror}."
            raise StoreFailed(message, file=self._folder, hint=hint) from error

    def keep(self, received: Path, *, name: str, by: str, at: datetime) -> Upload:
        """Store a received file, or raise :class:`FileError` if it is not what its name says."""
        content = received.read_bytes()
        safe = safe_name(name)
        if not content:
            raise FileError("the file is empty.", file=safe, hint="Choose the document again.")
        detect_kind(Path(safe), content)
        digest = digest_bytes(content)
        known = self.find(id_of(digest))
        if known is not None:
            return known
        place = self._folder / id_of(digest)
        place.mkdir(exist_ok=True)
        received.replace(place / safe)
        return self.save(Upload(digest=digest, name=safe, by=by, at=at.isoformat()))

    def save(self, upload: Upload) -> Upload:
        """Write the record of a document atomically."""
        place = self._folder / id_of(upload.digest)
        draft = place / f"{_RECORD}.new"
        draft.write_text(json.dumps(asdict(upload), ensure_ascii=True), encoding="ascii")
        draft.replace(place / _RECORD)
        return upload

    def find(self, document_id: str) -> Upload | None:
        """Return the record of a document, or ``None``."""
        if not _FOLDER.fullmatch(document_id):
            return None
        try:
            return _parse_upload(json.loads((self._folder / document_id / _RECORD).read_text(encoding="ascii")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreFailed("the record of a document cannot be read.", file=document_id) from error

    def all(self) -> tuple[Upload, ...]:
        """Return all uploads, newest first."""
        if not self._folder.is_dir():
            return ()
        found = (self.find(one.name) for one in self._folder.iterdir() if _FOLDER.fullmatch(one.name))
        return tuple(sorted((one for one in found if one is not None), key=lambda one: one.at, reverse=True))

    def path_of(self, upload: Upload) -> Path:
        """Return the path of a document."""
        return self._folder / id_of(upload.digest) / upload.name

    def note_export(self, digest: str, note: ExportNote) -> None:
        """Record that values of a document were exported."""
        place = self._folder / id_of(digest)
        place.mkdir(parents=True, exist_ok=True)
        with (place / _EXPORTS).open("a", encoding="ascii") as stream:
            stream.write(json.dumps(asdict(note), ensure_ascii=True) + "\n")

    def exports(self, digest: str) -> tuple[ExportNote, ...]:
        """Return who exported values of a document, oldest first."""
        path = self._folder / id_of(digest) / _EXPORTS
        try:
            lines = path.read_text(encoding="ascii").splitlines()
            return tuple(ExportNote(**json.loads(line)) for line in lines)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, TypeError) as error:
            raise StoreFailed("the record of exports cannot be read.", file=path) from error

    def forget(self, document_id: str) -> None:
        """Delete a document and its records."""
        if _FOLDER.fullmatch(document_id):
            shutil.rmtree(self._folder / document_id, ignore_errors=True)


def id_of(digest: str) -> str:
    """Return the part of a digest that names a document in URLs and folders."""
    return digest.removeprefix("sha256:")


def failed(upload: Upload, problem: str) -> Upload:
    """Return the record of a document that could not be analysed."""
    return replace(upload, state=UploadState.FAILED, problem=problem)


def safe_name(written: str) -> str:
    """Return a safe file name, without path, with the extension of the user's name."""
    last = _PARTS.split(unicodedata.normalize("NFC", written))[-1]
    kept = "".join(one if one.isalnum() or one in _ALLOWED else "_" for one in last).strip(" .")
    stem, dot, ending = kept.rpartition(".")
    if not dot:
        stem, ending = kept, ""
    while len(f"{stem}{dot}{ending}".encode()) > _MOST_NAME_BYTES and stem:
        stem = stem[:-1]
    return f"{stem or 'document'}{dot}{ending}"[:_MOST_NAME_BYTES]


def _parse_upload(data: dict[str, Any]) -> Upload:
    return Upload(**{**data, "state": UploadState(data["state"]), "notes": tuple(data["notes"])})
