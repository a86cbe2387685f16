"""The steps on an item from its page: take, decide, approve, reopen, comment; each is one form.

A refusal is shown on the page with a plain sentence and what the person wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from loanproof.core import LoanproofError, UsageError
from loanproof.reviews import DecisionKind, Mode, State
from loanproof.service import Picked, Said, id_of
from loanproof.web import urls
from loanproof.web.errors import status_of
from loanproof.web.pages.review_pages import find_item, show_review
from loanproof.web.security.roles import Permission
from loanproof.web.shown_items import LABEL
from loanproof.web.visits import Visit, action, go_to, parse_number

if TYPE_CHECKING:
    from starlette.responses import Response

    from loanproof.reviews import ReviewItem

_LONGEST = 5_000


def _take_next(visit: Visit, fields: Mapping[str, str]) -> Response:
    return go_to(_next_address(visit, fields.get("document")))


def _next_address(visit: Visit, document_id: str | None = None) -> str:
    """Take the most urgent free item, optionally of one document, and return its page; or the queue."""
    waiting = visit.site.queue.waiting()
    among = [one for one in waiting if document_id in (None, id_of(one.document_digest))]
    taken = visit.site.review.take(by=visit.user.name, among=among)
    return urls.review(told="none") if taken is None else urls.review_item(taken.item_id, told="taken")


def _take(visit: Visit, fields: Mapping[str, str]) -> Response:
    def step(item: ReviewItem) -> str:
        visit.site.review.take(by=visit.user.name, item_id=item.item_id)
        return urls.review_item(item.item_id, told="taken")

    return _tried(visit, fields, step)


def _decide(visit: Visit, fields: Mapping[str, str]) -> Response:
    def step(item: ReviewItem) -> str:
        after = visit.site.review.decide(item.item_id, said_of(fields, visit.user.name))
        return _address_after(visit, fields, after, _outcome(item, after))

    return _tried(visit, fields, step)


def _settle(visit: Visit, fields: Mapping[str, str]) -> Response:
    def step(item: ReviewItem) -> str:
        person, reason = visit.user.name, fields.get("reason", "")
        match fields.get("choice"):
            case "approve":
                visit.site.review.approve(item.item_id, by=person, reason=reason)
                return urls.review_item(item.item_id, told="approved")
            case "reopen":
                visit.site.review.reopen(item.item_id, by=person, reason=reason)
                return urls.review_item(item.item_id, told="reopened")
        raise UsageError("nothing was chosen: approve it, or open it again.")

    return _tried(visit, fields, step)


def _comment(visit: Visit, fields: Mapping[str, str]) -> Response:
    def step(item: ReviewItem) -> str:
        visit.site.review.comment(item.item_id, by=visit.user.name, text=fields.get("text", ""))
        return urls.review_item(item.item_id, told="commented")

    return _tried(visit, fields, step)


def said_of(fields: Mapping[str, str], person: str) -> Said:
    """Return what a form or a program says about an item, or raise an error that says what is missing."""
    choice = fields.get("choice", "")
    label = choice.removeprefix(LABEL) if choice.startswith(LABEL) else None
    if label is None and choice not in set(DecisionKind):
        raise UsageError("nothing was chosen.")
    kind = DecisionKind.CORRECT if label is not None else DecisionKind(choice)
    is_correction = kind is DecisionKind.CORRECT and label is None
    words, value = (fields.get(name, "").strip()[:_LONGEST] for name in ("words", "value"))
    if is_correction and not words:
        raise UsageError("select the words of the document that show the value, or write them.")
    return Said(
        kind=kind,
        by=person,
        reason=fields.get("reason", ""),
        fence=parse_number(fields.get("fence", "")),
        label=label,
        words=words if is_correction else None,
        value=(value or None) if is_correction else None,
        page_number=_number(fields, "page") if is_correction else None,
        picked=_picked(fields) if is_correction else None,
        keeps_unread=fields.get("keep_unread") == "yes",
    )


def _picked(fields: Mapping[str, str]) -> Picked | None:
    page, start, end = (_number(fields, name) for name in ("page", "start", "end"))
    if page is None or start is None or end is None:
        return None
    return Picked(page_number=page, start=start, end=end)


def _number(fields: Mapping[str, str], name: str) -> int | None:
    written = fields.get(name, "").strip()
    return None if not written else parse_number(written)


def _outcome(before: ReviewItem, after: ReviewItem) -> str:
    if before.mode is Mode.BLIND:
        return "agreed" if after.state is State.DECIDED and after.is_settled else _blind_outcome(after)
    return "decided" if after.is_settled else "second"


def _blind_outcome(after: ReviewItem) -> str:
    return "second" if after.state is State.DECIDED else "differs"


def _address_after(visit: Visit, fields: Mapping[str, str], after: ReviewItem, outcome: str) -> str:
    # the outcome of a blind pick is always shown, so that the person learns the system's value
    if fields.get("then") == "next" and outcome != "differs":
        return _next_address(visit)
    return urls.review_item(after.item_id, told=outcome)


def _tried(visit: Visit, fields: Mapping[str, str], step: Callable[[ReviewItem], str]) -> Response:
    item = find_item(visit)
    try:
        return go_to(step(item))
    except LoanproofError as error:
        now = find_item(visit)  # in its current state, which may be the reason
        return show_review(visit, now, error=error, given=fields, status=status_of(error))


ROUTES = [
    action("/review/next", _take_next, Permission.REVIEW),
    action("/review/items/{item_id}/take", _take, Permission.REVIEW),
    action("/review/items/{item_id}/decide", _decide, Permission.REVIEW),
    action("/review/items/{item_id}/settle", _settle, Permission.APPROVE),
    action("/review/items/{item_id}/comment", _comment, Permission.READ),
]
