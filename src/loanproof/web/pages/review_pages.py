"""The review queue, one item next to its page, and how others changed one's own decisions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from loanproof.core import LoanproofError, NotRead, UsageError
from loanproof.documents import words_of_section
from loanproof.reports import plain_words
from loanproof.service import id_of, is_waiting, utc_now, waits_for_approval
from loanproof.web import urls
from loanproof.web.errors import NotFound
from loanproof.web.facsimiles import Marked, make_facsimile
from loanproof.web.pages.run_documents import pages_of, picture, spans_of
from loanproof.web.rendering import render
from loanproof.web.shown_items import choices_of, settling_choices, show_item
from loanproof.web.visits import Visit, data, page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from starlette.responses import Response

    from loanproof.reviews import ReviewItem
    from loanproof.service import ItemDocument, Located
    from loanproof.web.facsimiles import Facsimile

_ROWS = 100
_LONGEST_SEARCH = 5_000
_MOST_CLAUSES = 400
_TOLD = {
    "taken": "The item is yours.",
    "decided": "The decision is kept.",
    "second": "The decision is kept; it counts when another person has approved it.",
    "agreed": "You and the system say the same: the item is closed.",
    "differs": "You and the system say different things: another person decides between the two.",
    "approved": "The decision is approved.",
    "reopened": "The item is open again.",
    "commented": "The comment is kept.",
    "none": "Nothing waits for you.",
}
_ACTIONS = {
    "queue": "queued it",
    "take": "took it",
    "decide": "decided",
    "differ": "said something else than the system",
    "approve": "approved",
    "reopen": "opened it again",
    "comment": "remarked",
}


def _is_done(item: ReviewItem) -> bool:
    return not is_waiting(item)


_FILTERS: Mapping[str, Callable[[ReviewItem], bool]] = {
    "waiting": is_waiting,
    "approval": waits_for_approval,
    "done": _is_done,
}


def find_item(visit: Visit) -> ReviewItem:
    """Return the item in a URL, or raise :class:`NotFound`."""
    try:
        return visit.site.reviews.read_item(visit.named("item_id"))
    except UsageError as error:
        raise NotFound(error.problem.message, hint="The queue has those that there are.") from error


def _list(visit: Visit) -> Response:
    now, person = utc_now(), visit.user.name
    asked = visit.asked("show") or ""
    shown = asked if asked in _FILTERS else "waiting"
    document, number = visit.asked("document"), visit.number("page", least=1) or 1
    items = [one for one in visit.site.queue.items() if document in (None, id_of(one.document_digest))]
    kept = [one for one in items if _FILTERS[shown](one)]
    told = {
        "items": [show_item(one, person, now) for one in kept[(number - 1) * _ROWS : number * _ROWS]],
        "total": len(kept),
        "page": number,
        "pages": -(-len(kept) // _ROWS),
        "shown": shown,
        "document": document,
        "document_name": next((one.document for one in items), None) if document else None,
        "counts": {name: sum(1 for one in items if test(one)) for name, test in _FILTERS.items()},
        "told": _TOLD.get(visit.asked("told") or ""),
    }
    return render(visit, "review.html", told)


def _show(visit: Visit) -> Response:
    return show_review(visit, find_item(visit))


def show_review(
    visit: Visit,
    item: ReviewItem,
    *,
    error: LoanproofError | None = None,
    given: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Return the page of an item; after a refusal with what the person wrote and why it was refused."""
    now, person = utc_now(), visit.user.name
    held = visit.site.review_viewer.view(item)
    around = visit.site.queue.around(item)
    words = (visit.asked("words") or "")[:_LONGEST_SEARCH].strip()
    found = visit.site.library.locate(held.path, held.standard, words) if words and held.document is not None else None
    facsimile = _facsimile(visit, item, held, found)
    told = {
        "item": show_item(item, person, now),
        "choices": choices_of(item, held.standard),
        "settling": settling_choices(item, person),
        "fields": [show_item(one, person, now) for one in around.fields],
        "before": None if around.before is None else around.before.item_id,
        "after": None if around.after is None else around.after.item_id,
        "note": held.note,
        "quotes": held.quotes,
        "facsimile": facsimile,
        "marked": "" if facsimile is None else _marked(facsimile),
        "words": words,
        "found": found,
        "places": [] if found is None else pages_of(found),
        "page_address": lambda number: urls.review_item(item.item_id, words=words or None, page=number) + "#page",
        "clauses": list(_clauses(held)),
        "history": list(_history(visit.site.reviews.read_history(item.item_id))),
        "told": _TOLD.get(visit.asked("told") or ""),
        "is_taken": visit.asked("told") == "taken",
        "problem": None if error is None else error.problem.message,
        "is_unread": isinstance(error, NotRead),
        "given": given or {},
    }
    return render(visit, "review_item.html", told, status=status)


def _facsimile(visit: Visit, item: ReviewItem, held: ItemDocument, found: Located | None) -> Facsimile | None:
    """Return the page to show: the requested one, the one with the words or a quote, or the first."""
    if held.document is None:
        return None
    placed = [one for one in held.quotes if one.span is not None]
    first = found.page_number if found is not None else next((one.page_number for one in placed), None)
    marked = [Marked(span=one.span, role=one.role) for one in placed if one.span is not None]
    if found is not None:
        marked += [Marked(span=one, role="found", is_chosen=one == found.span) for one in spans_of(found)]
    return make_facsimile(
        visit.site.library,
        held.path,
        visit.number("page", least=1) or first or 1,
        marked,
        address=lambda view: urls.review_picture(item.item_id, view.number, view.digest),
    )


def _marked(facsimile: Facsimile) -> str:
    """Return what is highlighted on the page, for a screen reader."""
    names = {"cited": "the system's quote", "gold": "words that a person picked", "found": "the words you looked for"}
    extents = {role: facsimile.extent(role) for role in names}
    parts = [f"{names[role]} highlighted{where}" for role, where in extents.items() if where is not None]
    return f"Page {facsimile.view.name}: {'; '.join(parts) or 'nothing is highlighted'}."


def _clauses(held: ItemDocument) -> Iterator[tuple[str, int]]:
    """Yield the clauses of a document with their pages, to navigate without the system's help."""
    document = held.document
    if document is None or not document.paged:
        return
    tops = [one for one in document.sections if one.parent is None or document.sections[one.parent].parent is None]
    for section in tops[:_MOST_CLAUSES]:
        name = words_of_section(section.id)
        yield (f"{name}: {section.title}" if section.title else name), document.page_at(section.span.start).number


def _history(entries: Sequence[str]) -> Iterator[dict[str, Any]]:
    for text in entries:
        entry = json.loads(text)
        action = _ACTIONS.get(str(entry.get("action")), str(entry.get("action")))
        yield {"at": entry.get("at", ""), "by": entry.get("by", ""), "did": action, "why": entry.get("reason") or ""}


def _picture(visit: Visit) -> Response:
    held = visit.site.review_viewer.view(find_item(visit))
    if held.document is None:
        raise NotFound("the document cannot be shown.")
    return picture(visit, held.path, visit.number("page", least=1) or 1)


def _changed(visit: Visit) -> Response:
    changes = visit.site.review.changes(by=visit.user.name)
    now = utc_now()
    told = {
        "changes": [
            {
                "item": show_item(one.item, visit.user.name, now),
                "yours": plain_words(one.item.output if one.theirs.kind == "accept" else one.theirs.value),
                "now": None
                if one.became is None
                else plain_words(one.item.output if one.became.kind == "accept" else one.became.value),
                "by": one.by,
                "reason": one.reason,
            }
            for one in changes
        ]
    }
    return render(visit, "review_changed.html", told)


ROUTES = [
    page("/review", _list),
    page("/review/changed", _changed),
    page("/review/items/{item_id}", _show),
    data("/review/items/{item_id}/picture", _picture),
]
