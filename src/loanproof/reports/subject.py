"""What a report is about: a run, and whatever was given to put beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import StandardRefused
from loanproof.reports.comparison import compare_runs
from loanproof.reports.survey import survey_cases
from loanproof.reports.trends import trend_of
from loanproof.standards import load_recorded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reports.comparison import Comparison
    from loanproof.reports.survey import Survey
    from loanproof.reports.trends import Trend
    from loanproof.runs import ResultHead, RootCause, RunReader
    from loanproof.standards import Standard


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardInForce:
    """A standard that judged the run.

    ``standard`` is ``None`` where this machine does not have that version, or has it with another hash: then its
    rulings are not the ones that decided, and are not shown.
    """

    ref: str
    hash: str
    standard: Standard | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSubject:
    """A run with its cases surveyed, compared with the run before it and with the trend of several."""

    head: ResultHead
    survey: Survey
    standards: tuple[StandardInForce, ...]
    comparison: Comparison | None
    trend: Trend | None
    root_cause: RootCause | None


def make_subject(
    run: RunReader, *, previous: Sequence[RunReader] = (), root_cause: RootCause | None = None
) -> ReportSubject:
    """Read a run once, and what stands beside it.

    Args:
        run: The run to report.
        previous: Earlier runs, the oldest first; the last of them is what the run is compared with.
        root_cause: The root-cause analysis of the run, where one was recorded.
    """
    head = run.head
    named = [(head.run.standard, head.run.standard_hash)]
    if head.run.rubric is not None and head.run.rubric_hash is not None:
        named.append((head.run.rubric, head.run.rubric_hash))
    return ReportSubject(
        head=head,
        survey=survey_cases(run.cases()),
        standards=tuple(_in_force(ref, held) for ref, held in named),
        comparison=compare_runs(previous[-1], run) if previous else None,
        trend=trend_of([*previous, run]) if previous else None,
        root_cause=root_cause,
    )


def _in_force(ref: str, held: str) -> StandardInForce:
    try:
        standard = load_recorded(ref, held)
    except StandardRefused:
        standard = None
    return StandardInForce(ref=ref, hash=held, standard=standard)
