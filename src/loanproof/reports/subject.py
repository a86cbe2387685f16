"""What a report is about: a run, and what it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.reports.comparison import compare_runs
from loanproof.reports.standards_in_force import StandardInForce, fields_in_force, standards_in_force
from loanproof.reports.survey import survey_cases
from loanproof.reports.trends import trend_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reports.comparison import RunComparison
    from loanproof.reports.page_pictures import DrawPage
    from loanproof.reports.survey import Survey
    from loanproof.reports.trends import Trend
    from loanproof.runs import Remedy, ResultHead, RootCause, RunReader


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSubject:
    """A run with its cases surveyed, compared with the previous run and the trend of several."""

    head: ResultHead
    survey: Survey
    standards: tuple[StandardInForce, ...]
    comparison: RunComparison | None
    trend: Trend | None
    root_cause: RootCause | None
    remedies: tuple[Remedy, ...] = ()
    draw_page: DrawPage | None = None


def make_subject(
    run: RunReader,
    *,
    previous: Sequence[RunReader] = (),
    root_cause: RootCause | None = None,
    remedies: tuple[Remedy, ...] = (),
    draw_page: DrawPage | None = None,
) -> ReportSubject:
    """Read a run once, and what it is compared with.

    Args:
        run: The run to report.
        previous: Earlier runs, oldest first; the run is compared with the last of them.
        root_cause: The root-cause analysis of the run, if one was recorded.
        remedies: The remediations of the same suite and target, as seen from the run.
        draw_page: Draws the page behind a citation, if pictures are wanted.
    """
    head = run.head
    return ReportSubject(
        head=head,
        survey=survey_cases(run.cases(), fields_in_force(head)),
        standards=standards_in_force(head),
        comparison=compare_runs(previous[-1], run) if previous else None,
        trend=trend_of([*previous, run]) if previous else None,
        root_cause=root_cause,
        remedies=remedies,
        draw_page=draw_page,
    )
