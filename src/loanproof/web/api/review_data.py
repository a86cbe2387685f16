"""The review for programs: the same steps and refusals as on the pages, and nothing that must stay hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict, Field

from loanproof.reviews import write_shown
from loanproof.service import is_waiting
from loanproof.web.api.endpoints import ANY_NUMBER, ApiModel, Endpoint, Parameter, Step
from loanproof.web.api.run_data import LIMIT, limit_of
from loanproof.web.errors import NotFound
from loanproof.web.pages.review_pages import find_item
from loanproof.web.pages.review_steps import said_of
from loanproof.web.security.roles import Permission

if TYPE_CHECKING:
    from loanproof.reviews import ReviewItem
    from loanproof.web.visits import Visit

_LONGEST = 5_000


class ApiReviewItem(ApiModel):
    """A review item, as far as a reviewer may know it: before a blind pick, output and citations are left out."""

    model_config = ConfigDict(frozen=True, extra="allow")

    item_id: str
    document: str
    field: str
    state: str
    mode: str
    fence: int


class ApiTaken(ApiModel):
    """The item that was taken; null if nothing is waiting."""

    item: ApiReviewItem | None


class ApiReviewItems(ApiModel):
    """The waiting items, most urgent first; ``next_after`` leads to the rest."""

    items: tuple[ApiReviewItem, ...]
    next_after: int | None


class ApiNothing(ApiModel):
    """An empty request body."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ApiDecision(ApiModel):
    """The decision of the holder of an item.

    Attributes:
        choice: ``accept``, ``correct``, ``absent``, ``reject``, or ``label:LABEL``.
        words: The words of the document that show a corrected value.
        keep_unread: Whether a value counts although it cannot be read as its field's kind.
        start: With page and end: the place of the words, in characters from the start of the page's text.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    choice: str = Field(max_length=100)
    fence: int = Field(ge=0, le=10**9)
    reason: str = Field(max_length=_LONGEST)
    words: str | None = Field(default=None, max_length=_LONGEST)
    value: str | None = Field(default=None, max_length=_LONGEST)
    page: int | None = Field(default=None, ge=1, le=10**9)
    start: int | None = Field(default=None, ge=0, le=10**9)
    end: int | None = Field(default=None, ge=0, le=10**9)
    keep_unread: bool = False


class ApiReason(ApiModel):
    """The reason for an approval or reopening, or a comment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reason: str = Field(max_length=_LONGEST)


def _shown(item: ReviewItem) -> ApiReviewItem:
    return ApiReviewItem.model_validate(write_shown(item))


def _items(visit: Visit) -> ApiReviewItems:
    after, limit = visit.number("after") or 0, limit_of(visit)
    wanted = [one for one in visit.site.queue.items() if visit.asked("show") == "all" or is_waiting(one)]
    shown = wanted[after : after + limit]
    rest = after + limit if len(wanted) > after + limit else None
    return ApiReviewItems(items=tuple(_shown(one) for one in shown), next_after=rest)


def _item(visit: Visit) -> ApiReviewItem:
    return _shown(find_item(visit))


def _next(visit: Visit, _: ApiNothing) -> ApiTaken:
    taken = visit.site.review.take(by=visit.user.name, among=visit.site.queue.waiting())
    return ApiTaken(item=None if taken is None else _shown(taken))


def _take(visit: Visit, _: ApiNothing) -> ApiReviewItem:
    taken = visit.site.review.take(by=visit.user.name, item_id=find_item(visit).item_id)
    if taken is None:
        raise NotFound("there is no such item.")
    return _shown(taken)


def _decide(visit: Visit, body: ApiDecision) -> ApiReviewItem:
    given = body.model_dump(exclude_none=True, exclude={"keep_unread"})
    fields = {name: str(value) for name, value in given.items()} | {"keep_unread": "yes" if body.keep_unread else ""}
    return _shown(visit.site.review.decide(find_item(visit).item_id, said_of(fields, visit.user.name)))


def _approve(visit: Visit, body: ApiReason) -> ApiReviewItem:
    return _shown(visit.site.review.approve(find_item(visit).item_id, by=visit.user.name, reason=body.reason))


def _reopen(visit: Visit, body: ApiReason) -> ApiReviewItem:
    return _shown(visit.site.review.reopen(find_item(visit).item_id, by=visit.user.name, reason=body.reason))


def _comment(visit: Visit, body: ApiReason) -> ApiReviewItem:
    return _shown(visit.site.review.comment(find_item(visit).item_id, by=visit.user.name, text=body.reason))


_ITEM = "/api/review/items/{item_id}"
ENDPOINTS = (
    Endpoint(
        path="/api/review/items",
        about="What waits for a person, the most urgent first.",
        answer=_items,
        model=ApiReviewItems,
        parameters=(
            Parameter(name="show", about="all: also what is done.", schema={"type": "string"}),
            LIMIT,
            Parameter(name="after", about="next_after of the page before.", schema=ANY_NUMBER),
        ),
    ),
    Endpoint(path=_ITEM, about="A review item, as far as it may be known.", answer=_item, model=ApiReviewItem),
)
STEPS: tuple[Step[Any], ...] = (
    Step(
        path="/api/review/next",
        about="Take the most urgent item that is free.",
        body=ApiNothing,
        answer=_next,
        model=ApiTaken,
        permission=Permission.REVIEW,
    ),
    Step(
        path=f"{_ITEM}/take",
        about="Take an item.",
        body=ApiNothing,
        answer=_take,
        model=ApiReviewItem,
        permission=Permission.REVIEW,
    ),
    Step(
        path=f"{_ITEM}/decide",
        about="Decide on an item that was taken.",
        body=ApiDecision,
        answer=_decide,
        model=ApiReviewItem,
        permission=Permission.REVIEW,
    ),
    Step(
        path=f"{_ITEM}/approve",
        about="Approve another person's decision.",
        body=ApiReason,
        answer=_approve,
        model=ApiReviewItem,
        permission=Permission.APPROVE,
    ),
    Step(
        path=f"{_ITEM}/reopen",
        about="Open a decided item again.",
        body=ApiReason,
        answer=_reopen,
        model=ApiReviewItem,
        permission=Permission.APPROVE,
    ),
    Step(
        path=f"{_ITEM}/comment",
        about="Remark something; it decides nothing.",
        body=ApiReason,
        answer=_comment,
        model=ApiReviewItem,
        permission=Permission.READ,
    ),
)
