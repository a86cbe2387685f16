"""The list of runs, the verdict of one, a gate with the cases that failed it, and the cases one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from loanproof.core import LoanproofError, counted
from loanproof.reports import (
    asked_words,
    bound_example,
    gates_in_scope,
    is_left_out,
    measured_words,
    next_step,
    remedy_sentence,
    rules_words,
    system_words,
    verdict_notes,
    verdict_sentences,
    verdict_word,
    why_failed,
    write_limit,
    write_value,
)
from loanproof.runs import ResultCursor
from loanproof.web import urls
from loanproof.web.errors import NotFound
from loanproof.web.pages.standards import list_standards
from loanproof.web.rendering import render
from loanproof.web.visits import Visit, page

if TYPE_CHECKING:
    from loanproof.runs import ResultCase, ResultHead
    from loanproof.service import ExaminedRun, ListedRun

_RUNS, _CASES = 30, 50


def find_run(visit: Visit, run_id: str | None = None) -> ListedRun:
    """Return the run in a URL, or raise :class:`NotFound`."""
    name = visit.named("run_id") if run_id is None else run_id
    found = visit.site.catalog.run(name)
    if found is None:
        raise NotFound(f"there is no run {name[:60]!r}.", hint="The list of runs has those that are stored.")
    return found


def find_scored(visit: Visit, run_id: str | None = None) -> tuple[ListedRun, ResultHead]:
    """Return a run that ended, with its figures."""
    found = find_run(visit, run_id)
    if found.head is None:
        raise NotFound(f"the run {found.run_id} has no result yet.", hint="Wait until it ends, or resume it.")
    return found, found.head


def _list(visit: Visit) -> Response:
    began, run_id = visit.asked("began"), visit.asked("after")
    after = None if began is None or run_id is None else (began, run_id)
    found = visit.site.catalog.runs(after=after, limit=_RUNS + 1)
    told = {
        "runs": [_row(one) for one in found[:_RUNS]],
        "next": found[_RUNS - 1].entry if len(found) > _RUNS else None,
        "is_first": after is None,
    }
    return render(visit, "runs.html", told)


def _row(run: ListedRun) -> dict[str, object]:
    manifest, head = run.entry.manifest, run.head
    return {
        "run_id": run.run_id,
        "began": run.entry.began,
        "suite": manifest.suite_id,
        "target": manifest.target,
        "system": manifest.target if head is None else system_words(head.run),
        "is_ready": head is not None and head.verdict.release_ready,
        "is_ended": head is not None,
        "why": None if head is None else _why_not(head),
        "asked": f"{manifest.samples:,} planned" if head is None else asked_words(head),
    }


def _why_not(head: ResultHead) -> str | None:
    """Return briefly why a run may not be released: its failed gates, or else the first other reason."""
    failed = len(head.verdict.failed_gates)
    return f"{counted(failed, 'gate')} failed" if failed else next(verdict_sentences(head), None)


def _show(visit: Visit) -> Response:
    run = find_run(visit)
    if run.head is None:
        counts = visit.site.catalog.counts(run.run_id)
        return render(visit, "run_progress.html", {"run": run, "counts": counts, "samples": run.entry.manifest.samples})
    examined, fault = _examined(visit, run)
    head = run.head if examined is None else examined.head
    told = {
        "run": run,
        "head": head,
        "system": system_words(head.run),
        "word": verdict_word(head),
        "asked": asked_words(head),
        "rules": rules_words(head),
        "sentences": [*verdict_sentences(head), *_unread(examined)],
        "notes": list(verdict_notes(head)),
        "next_step": next_step(head),
        "gates": [_gate(head, gate.gate) for gate in gates_in_scope(head)],
        "bound_example": bound_example(gates_in_scope(head)),
        "examined": examined,
        "fault": fault,
        "remedies": [] if examined is None else [remedy_sentence(one) for one in examined.remedies],
        "items": [] if examined is None else _worst(visit, run, examined),
    }
    return render(visit, "run.html", told)


def _unread(examined: ExaminedRun | None) -> tuple[str, ...]:
    unread = None if examined is None else examined.mistakes.unread
    return () if unread is None else (unread,)


def _examined(visit: Visit, run: ListedRun) -> tuple[ExaminedRun | None, str | None]:
    """Return what a look at every case showed, or why the stored result cannot be trusted."""
    try:
        return visit.site.catalog.examine(run), None
    except LoanproofError as error:
        return None, str(error.problem)


def _worst(visit: Visit, run: ListedRun, examined: ExaminedRun) -> list[dict[str, object]]:
    """Return the worst mistakes, each with the index of its item in its case, for its link."""
    worst = examined.mistakes.worst
    cases = {
        (case.case_id, case.repeat): case
        for case in visit.site.catalog.cases_of(run.run_id, list(dict.fromkeys(one.case_id for one in worst)))
    }
    told: list[dict[str, object]] = []
    for one in worst:
        case = cases.get((one.case_id, one.repeats[0]))
        numbers = [] if case is None else [at for at, item in enumerate(case.items) if item == one.item]
        told.append({"mistake": one, "number": numbers[0] if numbers else None})
    return told


def _gate(head: ResultHead, name: str) -> dict[str, object]:
    gate = next(one for one in gates_in_scope(head) if one.gate == name)
    state = "left_out" if is_left_out(head, gate) else "passed" if gate.passed else "failed"
    return {"gate": gate, "state": state, "value": write_value(gate), "limit": write_limit(gate)}


def _show_gate(visit: Visit) -> Response:
    run, head = find_scored(visit)
    gate = visit.site.catalog.gate(run, visit.named("gate"))
    if gate is None:
        raise NotFound(f"the run has no gate {visit.named('gate')[:60]!r}.")
    number = visit.number("page", least=1) or 1
    ids = gate.broken_by[(number - 1) * _CASES : number * _CASES]
    told = {
        "run": run,
        "system": system_words(head.run),
        "shown": _gate(head, gate.gate) if gate.gate in {one.gate for one in gates_in_scope(head)} else None,
        "gate": gate,
        "value": measured_words(gate),
        "limit": write_limit(gate),
        "why": why_failed(head, gate),
        "standard": head.run.standard if head.run.standard in list_standards() else None,
        "cases": visit.site.catalog.cases_of(run.run_id, ids),
        "page": number,
        "total": len(gate.broken_by),
        "pages": -(-len(gate.broken_by) // _CASES),
    }
    return render(visit, "gate.html", told)


def _show_cases(visit: Visit) -> Response:
    run, head = find_scored(visit)
    is_wrong = visit.asked("show") == "wrong"
    cases, following = (_wrong_cases if is_wrong else _all_cases)(visit, run.run_id)
    told = {
        "run": run,
        "system": system_words(head.run),
        "cases": cases,
        "next": None if following is None else urls.cases(run.run_id, **following),
        "is_first": visit.asked("after") is None,
        "is_wrong": is_wrong,
    }
    return render(visit, "cases.html", told)


def _all_cases(visit: Visit, run_id: str) -> tuple[list[ResultCase], dict[str, object] | None]:
    """Return a page of cases in order, and the parameters of the next page."""
    after = visit.number("after")
    found = visit.site.catalog.cases_after(run_id, -1 if after is None else after, limit=_CASES + 1)
    following: dict[str, object] | None = {"after": found[_CASES - 1][0]} if len(found) > _CASES else None
    return [case for _, case in found[:_CASES]], following


def _wrong_cases(visit: Visit, run_id: str) -> tuple[list[ResultCase], dict[str, object] | None]:
    """Return a page of the cases with something wrong, worst first, and the parameters of the next page."""
    rank, position = visit.number("rank"), visit.number("after")
    after = None if rank is None or position is None else ResultCursor(rank=rank, position=position)
    found = visit.site.catalog.wrong_cases_after(run_id, after, limit=_CASES + 1)
    if len(found) <= _CASES:
        return [case for _, case in found], None
    last = found[_CASES - 1][0]
    following: dict[str, object] = {"show": "wrong", "rank": last.rank, "after": last.position}
    return [case for _, case in found[:_CASES]], following


ROUTES = [
    page("/runs", _list),
    page("/runs/{run_id}", _show),
    page("/runs/{run_id}/gates/{gate}", _show_gate),
    page("/runs/{run_id}/cases", _show_cases),
]
