"""Standards and comparisons for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from loanproof.reports import comparison_json
from loanproof.web.api.endpoints import ApiModel, Endpoint, Parameter
from loanproof.web.errors import WrongRequest
from loanproof.web.pages.runs import find_scored
from loanproof.web.pages.standards import find_standard, list_standards

if TYPE_CHECKING:
    from loanproof.web.visits import Visit


class ApiStandards(ApiModel):
    """The available standards, as names with version."""

    standards: tuple[str, ...]


class ApiRuling(ApiModel):
    """A ruling: the question, what was decided and why."""

    id: str
    where: str
    question: str
    ruling: str
    why: str | None
    in_force: bool


class ApiStandard(ApiModel):
    """A standard with its protected data as written, and its rulings."""

    standard: str
    hash: str
    content: dict[str, Any]
    rulings: tuple[ApiRuling, ...]


class ApiComparison(ApiModel):
    """What changed from one run to another; null while the comparison is in progress."""

    ready: bool
    comparison: dict[str, Any] | None


def _standards(_: Visit) -> ApiStandards:
    return ApiStandards(standards=tuple(list_standards()))


def _standard(visit: Visit) -> ApiStandard:
    found = find_standard(visit)
    in_force = {one.id for one in found.rulings_in_force}
    return ApiStandard(
        standard=str(found.ref),
        hash=found.hash,
        content=dict(found.content),
        rulings=tuple(
            ApiRuling(
                id=one.id,
                where=one.where,
                question=one.question,
                ruling=one.ruling,
                why=one.why,
                in_force=one.id in in_force,
            )
            for one in found.rulings
        ),
    )


def _compare(visit: Visit) -> ApiComparison:
    before, after = visit.asked("before"), visit.asked("after")
    if before is None or after is None:
        raise WrongRequest("two runs are compared.", hint="Name them as before and after.")
    found = visit.site.catalog.compare(find_scored(visit, before)[0], find_scored(visit, after)[0])
    return ApiComparison(
        ready=found is not None, comparison=None if found is None else json.loads(comparison_json(found.comparison))
    )


_RUN = {"type": "string", "minLength": 1}
ENDPOINTS = (
    Endpoint(
        path="/api/compare",
        about="What changed from one run to another.",
        answer=_compare,
        model=ApiComparison,
        parameters=(
            Parameter(name="before", about="The id of the earlier run.", schema=_RUN, required=True),
            Parameter(name="after", about="The id of the later run.", schema=_RUN, required=True),
        ),
    ),
    Endpoint(path="/api/standards", about="The standards at hand.", answer=_standards, model=ApiStandards),
    Endpoint(
        path="/api/standards/{ref}",
        about="A standard with its data and rulings.",
        answer=_standard,
        model=ApiStandard,
    ),
)
