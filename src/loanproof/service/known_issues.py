"""Known issues shown with a verdict: every report lists them, and none of them changes a gate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.runs import ResultFinding

if TYPE_CHECKING:
    from loanproof.cases import Suite

_KNOWN, _OVER = "KNOWN_ISSUE", "KNOWN_ISSUE_EXPIRED"


def known_issue_findings(suite: Suite, day: str) -> Iterator[ResultFinding]:
    """Yield a finding for each known issue of a suite, as of a day."""
    for issue in suite.known_issues:
        name = issue.case if issue.item is None else f"{issue.case}, {issue.item}"
        told = f"{issue.reason} ({issue.by})"
        if issue.is_over(day):
            message = f"The known issue of {name} ended on {issue.expires} and counts for nothing: {told}"
            yield ResultFinding(code=_OVER, message=message)
        else:
            message = f"Known issue of {name} until {issue.expires}, which counts all the same: {told}"
            yield ResultFinding(code=_KNOWN, message=message)
