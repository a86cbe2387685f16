"""``known-issues.yaml``: what a house knows to be wrong, and until when. It is shown but never changes a gate."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from loanproof.cases.written import Text
from loanproof.core import FileModel, InputError, Problem, load_yaml, validate_yaml

KNOWN_ISSUES_FILE = "known-issues.yaml"


def _day(written: str) -> str:
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError:
        raise ValueError("must be a day, such as 2026-12-31") from None


class KnownIssue(FileModel):
    """One known issue.

    Attributes:
        case: The id of the case.
        item: The item of the case, if it is about one.
        reason: What is wrong, and what is done about it.
        by: Who says so.
        expires: The last day on which the statement holds.
    """

    case: Text
    item: Text | None = None
    reason: Text
    by: Text
    expires: Annotated[Text, AfterValidator(_day)]

    def is_over(self, day: str) -> bool:
        """Return whether it expired before a day written as ``2026-12-31``."""
        return self.expires < day


class KnownIssuesFile(FileModel):
    """The file."""

    issues: tuple[KnownIssue, ...]


def load_known_issues(folder: Path, case_ids: Collection[str], problems: list[Problem]) -> tuple[KnownIssue, ...]:
    """Return the known issues of a suite; problems of the file are added to ``problems``."""
    path = folder / KNOWN_ISSUES_FILE
    if not path.exists():
        return ()
    try:
        source = load_yaml(path)
        issues = validate_yaml(KnownIssuesFile, source).issues
    except InputError as error:
        problems += error.problems
        return ()
    for at, issue in enumerate(issues):
        if issue.case not in case_ids:
            line = source.line_of(("issues", at, "case"))
            problems.append(
                Problem(message=f"there is no case {issue.case[:60]!r} in the suite.", file=source.file, line=line)
            )
    return issues
