"""The pages of documents: uploaded, analysed in the background, reviewed, exported unless a LOW item is open."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loanproof.core import FileError, LoanproofError
from loanproof.reports import load_mapping, plain_words, render_export_csv, render_export_fpml, render_export_json
from loanproof.reviews import Export
from loanproof.service import ExportNote, Stage, export_document, passport_files, utc_now
from loanproof.standards import load_contract
from loanproof.web import urls
from loanproof.web.errors import NotFound, WrongRequest, status_of
from loanproof.web.pages.run_documents import Viewed, picture, show_document
from loanproof.web.rendering import render
from loanproof.web.security.multipart import read_file_form
from loanproof.web.security.roles import Permission
from loanproof.web.shown_items import NONE_GIVEN, show_item
from loanproof.web.visits import Visit, action, data, enter, go_to, page

if TYPE_CHECKING:
    from starlette.requests import Request

    from loanproof.service import DocumentStatus, Upload
    from loanproof.web.shown_items import ShownItem

_ZIPPED_AT = (1980, 1, 1, 0, 0, 0)  # the earliest date of a zip file, so that equal exports are equal files
_TOLD = {
    "sent": "The document was uploaded.",
    "again": "It is analysed again.",
    "known": "This document was uploaded before; here it is.",
}


def _zip_passports(export: Export) -> bytes:
    """Return the passports as one zip file; the same export always gives the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in passport_files(export):
            archive.writestr(zipfile.ZipInfo(name, _ZIPPED_AT), text.encode())
    return made.getvalue()


# format: the content, the media type, the file extension
FORMS: Mapping[str, tuple[Callable[[Export], bytes], str, str]] = MappingProxyType(
    {
        "json": (lambda export: render_export_json(export).encode(), "application/json", "json"),
        "csv": (lambda export: render_export_csv(export).encode(), "text/csv; charset=utf-8", "csv"),
        "fpml": (
            lambda export: render_export_fpml(export, load_mapping(None)).encode(),
            "application/json",
            "fpml.json",
        ),
        "passports": (_zip_passports, "application/zip", "passports.zip"),
    }
)


def find_document(visit: Visit) -> DocumentStatus:
    """Return the document in a URL, or raise :class:`NotFound`."""
    found = visit.site.register.find(visit.named("document_id"))
    if found is None:
        raise NotFound("there is no such document.", hint="The list of documents has those that there are.")
    return found


def _list(visit: Visit) -> Response:
    return _show_list(visit)


def _show_list(visit: Visit, error: LoanproofError | None = None) -> Response:
    told = {
        "documents": visit.site.register.all(),
        "most_bytes": visit.site.settings.most_upload_bytes,
        "problem": None if error is None else error.problem,
    }
    return render(visit, "documents.html", told, status=200 if error is None else status_of(error))


def _show(visit: Visit) -> Response:
    return _show_document(visit, find_document(visit))


def _show_document(visit: Visit, document: DocumentStatus, error: LoanproofError | None = None) -> Response:
    now = utc_now()
    items = [show_item(one, visit.user.name, now) for one in document.items]
    told = {
        "document": document,
        "stages": [one.value for one in Stage if one is not Stage.FAILED],
        "items": items,
        "accepted": visit.site.register.accepted(document),
        "has_file": visit.site.register.path_of(document) is not None,
        "waiting_words": _waiting_words(items),
        "plain_words": plain_words,
        "none_given": NONE_GIVEN,
        "problems": () if error is None else error.problems,
        "told": _TOLD.get(visit.asked("told") or ""),
    }
    return render(visit, "document_status.html", told, status=200 if error is None else status_of(error))


def _waiting_words(items: Sequence[ShownItem]) -> str:
    """Return what is waiting and its effect on the export: ``4 to review: 3 block the export, 1 is only left out``."""
    waiting = [one for one in items if one.is_waiting]
    blocking = sum(one.blocks_export for one in waiting)
    left_out = sum(one.is_left_out for one in waiting)
    rest = len(waiting) - blocking - left_out
    parts = [
        f"{blocking} {'blocks' if blocking == 1 else 'block'} the export" if blocking else "",
        f"{left_out} {'is' if left_out == 1 else 'are'} only left out" if left_out else "",
        f"{rest} {'is' if rest == 1 else 'are'} looked at anyway" if rest else "",
    ]
    return f"{len(waiting)} to review: {', '.join(part for part in parts if part)}"


def _view(visit: Visit) -> Response:
    document = find_document(visit)
    address = urls.document_status(document.document_id)
    viewed = Viewed(
        name=document.name,
        path=_file(visit, document),
        standard=load_contract(visit.site.settings.standard),
        crumbs=(("Documents", urls.documents()), (document.name, address)),
        hidden={},
        here=lambda **values: urls.document_view(document.document_id, **values),
        picture=lambda view: urls.document_picture(document.document_id, view.number, view.digest),
    )
    return show_document(visit, viewed)


def _picture(visit: Visit) -> Response:
    path = _file(visit, find_document(visit))
    return picture(visit, path, visit.number("page", least=1) or 1)


def _file(visit: Visit, document: DocumentStatus) -> Path:
    path = visit.site.register.path_of(document)
    if path is None or not path.is_file() or visit.site.library.document(path).digest != document.digest:
        raise NotFound("the file of the document is not here any more.")
    return path


async def _send(request: Request) -> Response:
    """Receive a document: the file is written to disk as it arrives, its kind is checked, and it is analysed later."""
    visit = await run_in_threadpool(enter, request, Permission.UPLOAD)
    site, session = visit.site, visit.demand_session()
    with site.uploads.receiving() as path:
        name = await read_file_form(request, session, path, site.settings.most_upload_bytes)
        try:
            upload, is_new = await run_in_threadpool(keep, visit, path, name)
        except FileError as error:
            return await run_in_threadpool(_show_list, visit, error)
    return go_to(urls.document_status(upload.digest.removeprefix("sha256:")) + f"?told={'sent' if is_new else 'known'}")


def keep(visit: Visit, received: Path, name: str) -> tuple[Upload, bool]:
    """Store a received file and start its analysis; a known document is left as it is."""
    upload = visit.site.uploads.keep(received, name=name, by=visit.user.name, at=utc_now())
    is_new = not received.exists()
    if is_new:
        visit.site.processor.begin(upload)
    return upload, is_new


def _process(visit: Visit, _: Mapping[str, str]) -> Response:
    document = find_document(visit)
    if document.upload is None:
        raise NotFound("the document was not sent here.")
    visit.site.processor.begin(document.upload)
    return go_to(f"{urls.document_status(document.document_id)}?told=again")


def _progress(visit: Visit) -> Response:
    """Return the progress of an analysis, in the format of the progress script."""
    document = find_document(visit)
    found = document.progress
    told = {"ended": document.stage is not Stage.PROCESSING}
    known = {} if found is None else {"told": found.told, "done": found.done, "total": found.total}
    return JSONResponse(told | known)


def _export(visit: Visit, fields: Mapping[str, str]) -> Response:
    document = find_document(visit)
    try:
        return export_file(visit, document, fields.get("form", "json"), include_flagged=fields.get("flagged") == "yes")
    except LoanproofError as error:
        return _show_document(visit, document, error)


def export_file(visit: Visit, document: DocumentStatus, form: str, *, include_flagged: bool) -> Response:
    """Return an export as a file."""
    if form not in FORMS:
        raise WrongRequest(f"{form[:40]!r} is not a form of export.", hint=f"There are {', '.join(FORMS)}.")
    write, kind, ending = FORMS[form]
    content = write(export_of(visit, document, form, include_flagged=include_flagged))
    name = f"loanproof-{document.document_id[:12]}.{ending}"  # the document's own name may contain anything
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def export_of(visit: Visit, document: DocumentStatus, form: str, *, include_flagged: bool) -> Export:
    """Return an export, and record who made it; :class:`Refused` names every open item."""
    settings, path = visit.site.settings, visit.site.register.path_of(document)
    if path is None or document.stage in (Stage.PROCESSING, Stage.FAILED):
        raise NotFound("nothing of the document was queued yet.")
    export = export_document(
        path,
        visit.site.reviews,
        include_flagged=include_flagged,
        signer=settings.passport_signer,
        must_be_signed=settings.signer.key is not None,
        cache_folder=settings.cache_folder,
    )
    note = ExportNote(
        by=visit.user.name,
        at=utc_now().isoformat(),
        form=form,
        head=export.head.digest,
        fields=len(export.fields),
    )
    visit.site.uploads.note_export(document.digest, note)
    return export


ROUTES = [
    page("/documents", _list),
    Route("/documents", _send, methods=["POST"]),
    page("/documents/{document_id}", _show),
    page("/documents/{document_id}/view", _view),
    data("/documents/{document_id}/picture", _picture),
    data("/documents/{document_id}/progress", _progress),
    action("/documents/{document_id}/process", _process, Permission.UPLOAD),
    action("/documents/{document_id}/export", _export, Permission.EXPORT),
]
