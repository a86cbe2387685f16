"""Runs for programs: the same queries as the pages, as typed JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import LoanproofError
from loanproof.runs import ResultCase, ResultGate, ResultHead
from loanproof.web.api.endpoints import ANY_NUMBER, ApiModel, Endpoint, Parameter
from loanproof.web.errors import NotFound, WrongRequest
from loanproof.web.pages.run_items import find_case
from loanproof.web.pages.runs import find_run, find_scored

if TYPE_CHECKING:
    from loanproof.service import ListedRun
    from loanproof.web.visits import Visit

_MOST = 100
_USUAL = 50
LIMIT = Parameter(
    name="limit",
    about="How many at most.",
    schema={"type": "integer", "minimum": 1, "maximum": _MOST, "default": _USUAL},
)


class ApiRun(ApiModel):
    """A run in lists; null if it has not ended."""

    run_id: str
    began: str
    suite: str
    target: str
    status: str
    samples: int
    release_ready: bool | None
    reasons: tuple[str, ...] | None
    failed_gates: tuple[str, ...] | None


class ApiRuns(ApiModel):
    """Runs, newest first; ``next_began`` and ``next_after`` lead to the older ones."""

    runs: tuple[ApiRun, ...]
    next_began: str | None
    next_after: str | None


class ApiVerdict(ApiModel):
    """A run with its figures.

    Attributes:
        checked: Whether its gates were decided again from its cases; ``false`` while that is in progress.
        changed: Why it must not be relied on, if it was changed in the store.
        doubt: Why it is not authenticated.
    """

    run: ApiRun
    checked: bool
    changed: str | None
    doubt: str | None
    result: ResultHead | None


class ApiProgress(ApiModel):
    """The progress of a run."""

    ended: bool
    samples: int
    answered: int
    judged: int
    scored: int


class ApiCases(ApiModel):
    """Cases in order; ``next_after`` leads to the next ones."""

    cases: tuple[ResultCase, ...]
    next_after: int | None


class ApiGate(ApiModel):
    """A gate, with one page of the cases that failed it, worst first."""

    gate: ResultGate
    page: int
    pages: int


def api_run(run: ListedRun) -> ApiRun:
    """Return a run as in lists."""
    manifest, verdict = run.entry.manifest, None if run.head is None else run.head.verdict
    return ApiRun(
        run_id=run.run_id,
        began=run.entry.began,
        suite=manifest.suite_id,
        target=manifest.target,
        status=run.entry.status.value,
        samples=manifest.samples,
        release_ready=None if verdict is None else verdict.release_ready,
        reasons=None if verdict is None else verdict.reasons,
        failed_gates=None if verdict is None else verdict.failed_gates,
    )


def limit_of(visit: Visit) -> int:
    """Return the requested page size, or raise :class:`WrongRequest` if it is too large."""
    asked = visit.number("limit", least=1) or _USUAL
    if asked > _MOST:
        raise WrongRequest(f"at most {_MOST} are given at once.", hint="Ask for the rest with next_after.")
    return asked


def _runs(visit: Visit) -> ApiRuns:
    began, run_id, limit = visit.asked("began"), visit.asked("after"), limit_of(visit)
    after = None if began is None or run_id is None else (began, run_id)
    found = visit.site.catalog.runs(after=after, limit=limit + 1)
    last = found[limit - 1].entry if len(found) > limit else None
    return ApiRuns(
        runs=tuple(api_run(one) for one in found[:limit]),
        next_began=None if last is None else last.began,
        next_after=None if last is None else last.manifest.run_id,
    )


def _run(visit: Visit) -> ApiVerdict:
    run = find_run(visit)
    if run.head is None:
        return ApiVerdict(run=api_run(run), checked=False, changed=None, doubt=None, result=None)
    try:
        examined = visit.site.catalog.examine(run)
    except LoanproofError as error:
        return ApiVerdict(run=api_run(run), checked=True, changed=str(error.problem), doubt=None, result=None)
    if examined is None:
        return ApiVerdict(run=api_run(run), checked=False, changed=None, doubt=None, result=run.head)
    return ApiVerdict(run=api_run(run), checked=True, changed=None, doubt=examined.doubt, result=examined.head)


def _progress(visit: Visit) -> ApiProgress:
    run = find_run(visit)
    counts = visit.site.catalog.counts(run.run_id)
    return ApiProgress(
        ended=run.head is not None,
        samples=run.entry.manifest.samples,
        answered=counts.answered,
        judged=counts.judged,
        scored=counts.scored,
    )


def _cases(visit: Visit) -> ApiCases:
    run, _ = find_scored(visit)
    after, limit = visit.number("after"), limit_of(visit)
    found = visit.site.catalog.cases_after(run.run_id, -1 if after is None else after, limit=limit + 1)
    return ApiCases(
        cases=tuple(case for _, case in found[:limit]),
        next_after=found[limit - 1][0] if len(found) > limit else None,
    )


def _case(visit: Visit) -> ResultCase:
    return find_case(visit)[2]


def _gate(visit: Visit) -> ApiGate:
    run, _ = find_scored(visit)
    gate = visit.site.catalog.gate(run, visit.named("gate"))
    if gate is None:
        raise NotFound(f"the run has no gate {visit.named('gate')[:60]!r}.")
    number = visit.number("page", least=1) or 1
    shown = gate.broken_by[(number - 1) * _MOST : number * _MOST]
    pages = max(1, -(-len(gate.broken_by) // _MOST))
    return ApiGate(gate=gate.model_copy(update={"broken_by": shown}), page=number, pages=pages)


_TEXT = {"type": "string"}
ENDPOINTS = (
    Endpoint(
        path="/api/runs",
        about="The stored runs, the newest first.",
        answer=_runs,
        model=ApiRuns,
        parameters=(
            LIMIT,
            Parameter(name="began", about="With after: next_began of the page before.", schema=_TEXT),
            Parameter(name="after", about="With began: next_after of the page before.", schema=_TEXT),
        ),
    ),
    Endpoint(path="/api/runs/{run_id}", about="A run with its figures and verdict.", answer=_run, model=ApiVerdict),
    Endpoint(path="/api/runs/{run_id}/progress", about="How far a run is.", answer=_progress, model=ApiProgress),
    Endpoint(
        path="/api/runs/{run_id}/cases",
        about="The cases of a run in their order.",
        answer=_cases,
        model=ApiCases,
        parameters=(LIMIT, Parameter(name="after", about="next_after of the page before.", schema=ANY_NUMBER)),
    ),
    Endpoint(
        path="/api/runs/{run_id}/cases/{case_id}/{repeat}",
        about="A case in a repeat, with every item, its label and why.",
        answer=_case,
        model=ResultCase,
        numbers=frozenset({"repeat"}),
    ),
    Endpoint(
        path="/api/runs/{run_id}/gates/{gate}",
        about="A gate with the cases that broke it.",
        answer=_gate,
        model=ApiGate,
        parameters=(Parameter(name="page", about="Counted from 1.", schema={**ANY_NUMBER, "minimum": 1}),),
    ),
)
