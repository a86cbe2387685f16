"""Documents for programs: upload, progress and export."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict

from loanproof.reports import render_export_json
from loanproof.web.api.endpoints import ApiModel, Endpoint, FileStep, Parameter, Step
from loanproof.web.errors import WrongRequest
from loanproof.web.pages.documents import export_of, find_document, keep
from loanproof.web.security.roles import Permission

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.service import DocumentStatus
    from loanproof.web.visits import Visit


class ApiDocument(ApiModel):
    """A document that was uploaded or queued, and its stage."""

    document_id: str
    name: str
    stage: str
    items: int
    waiting: int
    blocking: tuple[str, ...]
    problem: str | None


class ApiDocuments(ApiModel):
    """The documents."""

    documents: tuple[ApiDocument, ...]


class ApiExport(ApiModel):
    """An export, each value with its passport."""

    export: dict[str, Any]


class ApiUpload(ApiModel):
    """An uploaded document; ``is_new`` is false if the same bytes were uploaded before."""

    document: ApiDocument
    is_new: bool


class ApiExporting(ApiModel):
    """What an export should contain."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    include_flagged: bool = False


def _document_of(document: DocumentStatus) -> ApiDocument:
    return ApiDocument(
        document_id=document.document_id,
        name=document.name,
        stage=document.stage.value,
        items=len(document.items),
        waiting=len(document.waiting),
        blocking=tuple(one.item_id for one in document.blocking),
        problem=None if document.upload is None else document.upload.problem,
    )


def _documents(visit: Visit) -> ApiDocuments:
    return ApiDocuments(documents=tuple(_document_of(one) for one in visit.site.register.all()))


def _document(visit: Visit) -> ApiDocument:
    return _document_of(find_document(visit))


def _export(visit: Visit, body: ApiExporting) -> ApiExport:
    export = export_of(visit, find_document(visit), "json", include_flagged=body.include_flagged)
    return ApiExport(export=json.loads(render_export_json(export)))


def _upload(visit: Visit, received: Path) -> ApiUpload:
    name = visit.asked("name")
    if name is None:
        raise WrongRequest("the document has no name.", hint="Send it as name; its ending says what it is.")
    upload, is_new = keep(visit, received, name)
    return ApiUpload(document=_document_of(visit.site.register.of_upload(upload)), is_new=is_new)


ENDPOINTS = (
    Endpoint(path="/api/documents", about="The documents and how far they are.", answer=_documents, model=ApiDocuments),
    Endpoint(path="/api/documents/{document_id}", about="A document.", answer=_document, model=ApiDocument),
)
STEPS: tuple[Step[Any], ...] = (
    Step(
        path="/api/documents/{document_id}/export",
        about="Export a document, or be told every item that is open.",
        body=ApiExporting,
        answer=_export,
        model=ApiExport,
        permission=Permission.EXPORT,
    ),
)
FILES = (
    FileStep(
        path="/api/documents",
        about="Send a document; it is analysed in the background and queued for review.",
        answer=_upload,
        model=ApiUpload,
        permission=Permission.UPLOAD,
        parameters=(
            Parameter(
                name="name",
                about="The name of the file; its ending says what it is.",
                schema={"type": "string", "minLength": 1, "maxLength": 1000},
                required=True,
            ),
        ),
    ),
)
