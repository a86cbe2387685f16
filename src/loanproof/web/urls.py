"""The URLs of our pages; every part is quoted, so that no name can lead elsewhere."""

from __future__ import annotations

from urllib.parse import quote, urlencode


def _joined(*parts: object) -> str:
    return "/" + "/".join(quote(str(part), safe="") for part in parts)


def _asked(path: str, **values: object) -> str:
    given = {name: str(value) for name, value in values.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def runs(began: str | None = None, run_id: str | None = None) -> str:
    """Return the list of runs, or the part after a run."""
    return _asked("/runs", began=began, after=run_id)


def run(run_id: str) -> str:
    """Return the page of a run."""
    return _joined("runs", run_id)


def gate(run_id: str, name: str, page: int | None = None) -> str:
    """Return the page of a gate, with the cases that failed it."""
    return _asked(_joined("runs", run_id, "gates", name), page=page)


def cases(run_id: str, **values: object) -> str:
    """Return the list of the cases of a run, or a part of it."""
    return _asked(_joined("runs", run_id, "cases"), **values)


def case(run_id: str, case_id: str, repeat: int) -> str:
    """Return the page of a case in a repeat."""
    return _joined("runs", run_id, "cases", case_id, repeat)


def item(run_id: str, case_id: str, repeat: int, number: int, **values: object) -> str:
    """Return the page of an item, counted from 0 in its case."""
    return _asked(_joined("runs", run_id, "cases", case_id, repeat, "items", number), **values)


def document(run_id: str, name: str, **values: object) -> str:
    """Return the viewer of a document of a run's suite."""
    return _asked(_joined("runs", run_id, "document"), name=name, **values)


def _short(digest: str) -> str:
    """Return enough of a digest for a browser to know a content by."""
    return digest.removeprefix("sha256:")[:16]


def picture(run_id: str, name: str, page: int, digest: str) -> str:
    """Return the picture of a page; the digest in the URL lets a browser cache it permanently."""
    return _asked(_joined("runs", run_id, "picture"), name=name, page=page, digest=_short(digest))


def compare(before: str | None = None, after: str | None = None) -> str:
    """Return the page on which two runs are compared."""
    return _asked("/compare", before=before, after=after)


def review(**values: object) -> str:
    """Return the review queue, or a part of it."""
    return _asked("/review", **values)


def review_item(item_id: str, **values: object) -> str:
    """Return the page on which an item is reviewed."""
    return _asked(_joined("review", "items", item_id), **values)


def review_step(item_id: str, step: str) -> str:
    """Return the target of a form on an item: take, decide, settle, comment."""
    return _joined("review", "items", item_id, step)


def review_picture(item_id: str, page: int, digest: str) -> str:
    """Return the picture of a page of an item's document."""
    return _asked(_joined("review", "items", item_id, "picture"), page=page, digest=_short(digest))


def documents(**values: object) -> str:
    """Return the list of documents that were uploaded or queued."""
    return _asked("/documents", **values)


def document_status(document_id: str, step: str | None = None) -> str:
    """Return the page of an uploaded or queued document, or the target of a form about it."""
    return _joined("documents", document_id) if step is None else _joined("documents", document_id, step)


def document_view(document_id: str, **values: object) -> str:
    """Return the viewer of an uploaded or queued document."""
    return _asked(_joined("documents", document_id, "view"), **values)


def document_picture(document_id: str, page: int, digest: str) -> str:
    """Return the picture of a page of an uploaded or queued document."""
    return _asked(_joined("documents", document_id, "picture"), page=page, digest=_short(digest))


def standard(ref: str, ruling: str | None = None) -> str:
    """Return the page of a standard, at one of its rulings."""
    return _joined("standards", ref) + ("" if ruling is None else f"#{quote(ruling, safe='')}")


def static(name: str) -> str:
    """Return one of our scripts or style sheets."""
    return f"/static/{name}"
