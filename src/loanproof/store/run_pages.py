"""The list of runs page by page, newest first: by key, so that the last page is as quick as the first."""

from __future__ import annotations

from collections.abc import Mapping

from loanproof.store.database import Database, Row
from loanproof.store.run_rows import RUN

MARKED_RUN = f"{', '.join(f'runs.{name}' for name in RUN.split(', '))}, runs.mark"
"""The columns of a run and its mark, where other tables are joined."""


def read_run_page(
    database: Database,
    select: str,
    *,
    limit: int,
    after: tuple[str, str] | None = None,
    wanted: Mapping[str, str | None] | None = None,
) -> list[Row]:
    """Return rows of runs, newest first.

    Args:
        database: Where the runs are.
        select: The query up to its conditions; it reads from ``runs``.
        limit: How many at most.
        after: The start time and id of the last run on the previous page.
        wanted: Values that columns must have; ``None`` means any.
    """
    conditions: dict[str, tuple[str, ...]] = {
        f"{column} = ?": (value,) for column, value in (wanted or {}).items() if value is not None
    }
    if after is not None:
        conditions["(began, runs.run_id) < (?, ?)"] = after
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    values = [value for given in conditions.values() for value in given]
    return database.rows(f"{select} {where} ORDER BY began DESC, runs.run_id DESC LIMIT ?", (*values, limit))
