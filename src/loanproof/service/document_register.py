"""The stage of each document: uploaded, analysed, reviewed, approved, exported; and what it is waiting for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.reviews import Trigger
from loanproof.service.review_queue import is_waiting
from loanproof.service.uploads import UploadState, id_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reviews import IntakeField, ReviewItem, ReviewStore
    from loanproof.service.analysis_process import Processing
    from loanproof.service.processing import Processor
    from loanproof.service.review_queue import ReviewQueue
    from loanproof.service.uploads import ExportNote, Upload, UploadFolder


class Stage(StrEnum):
    """The stage of a document, in user-visible words."""

    PROCESSING = "processing"
    FAILED = "failed"
    REVIEW = "ready for review"
    APPROVED = "approved"
    EXPORTED = "exported"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStatus:
    """A document that was uploaded or queued by a command.

    Attributes:
        items: Its review items, including sentinels, which look like the others.
        waiting: The items that wait for a person.
        upload: Its upload record; ``None`` for a document that a command queued.
    """

    digest: str
    name: str
    stage: Stage
    items: tuple[ReviewItem, ...]
    waiting: tuple[ReviewItem, ...]
    upload: Upload | None
    progress: Processing | None
    exports: tuple[ExportNote, ...]

    @property
    def document_id(self) -> str:
        """Its id in URLs."""
        return id_of(self.digest)

    @property
    def blocking(self) -> tuple[ReviewItem, ...]:
        """The items that must be reviewed before anything is exported."""
        return tuple(one for one in self.waiting if one.trigger.blocks_export)


class DocumentRegister:
    """All documents, with their stages."""

    def __init__(self, uploads: UploadFolder, processor: Processor, queue: ReviewQueue, store: ReviewStore) -> None:
        self._uploads = uploads
        self._processor = processor
        self._queue = queue
        self._store = store

    def all(self) -> tuple[DocumentStatus, ...]:
        """Return all documents: uploads first, newest first, then those that commands queued."""
        of_digest: dict[str, list[ReviewItem]] = {}
        for item in self._queue.items():
            if item.scored is None:
                of_digest.setdefault(item.document_digest, []).append(item)
        uploads = {one.digest: one for one in self._uploads.all()}
        digests = dict.fromkeys((*uploads, *of_digest))
        return tuple(self._status_of(one, uploads.get(one), of_digest.get(one, [])) for one in digests)

    def find(self, document_id: str) -> DocumentStatus | None:
        """Return a document by its id in URLs."""
        digest = f"sha256:{document_id}"
        upload, items = self._uploads.find(document_id), self._queue.of_document(digest)
        return None if upload is None and not items else self._status_of(digest, upload, items)

    def of_upload(self, upload: Upload) -> DocumentStatus:
        """Return an uploaded document."""
        return self._status_of(upload.digest, upload, self._queue.of_document(upload.digest))

    def path_of(self, document: DocumentStatus) -> Path | None:
        """Return the path of a document, if known."""
        if document.upload is not None:
            return self._uploads.path_of(document.upload)
        intakes = self._store.read_intakes(document.digest)
        return Path(intakes[0].path) if intakes else None

    def accepted(self, document: DocumentStatus) -> tuple[IntakeField, ...]:
        """Return the fields of a document that need no person, because none of their items is queued."""
        asked = {(one.field, one.tranche) for one in document.items}
        intakes = self._store.read_intakes(document.digest)
        return tuple(one for one in intakes[0].fields if (one.field, one.tranche) not in asked) if intakes else ()

    def _status_of(self, digest: str, upload: Upload | None, items: Sequence[ReviewItem]) -> DocumentStatus:
        waiting = tuple(one for one in items if is_waiting(one))
        exports = self._uploads.exports(digest)
        return DocumentStatus(
            digest=digest,
            name=upload.name if upload is not None else items[0].document,
            stage=_stage(upload, waiting, exports),
            items=tuple(items),
            waiting=waiting,
            upload=upload,
            progress=self._processor.progress(digest),
            exports=exports,
        )


def _stage(upload: Upload | None, waiting: Sequence[ReviewItem], exports: Sequence[ExportNote]) -> Stage:
    if upload is not None and upload.state is not UploadState.PROCESSED:
        return Stage.FAILED if upload.state is UploadState.FAILED else Stage.PROCESSING
    # spot checks and sentinels only measure: the document does not wait for them
    if any(one.trigger.blocks_export or one.trigger is Trigger.MEDIUM for one in waiting):
        return Stage.REVIEW
    return Stage.EXPORTED if exports else Stage.APPROVED
