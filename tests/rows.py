"""Tests that check the rows of a table, some at a time.

A test of its own for each row costs more than most rows: every process of the tests collects it, and each of its three
reports goes through the one that prints. So a test takes a group of rows, checks every one of them, and shows each that
does not hold with its name. Rows share the fixtures of their test.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest
from tests.sampling import is_taken

GROUP = 40
Test = Callable[..., None]


def each_row(
    names: str | Sequence[str],
    rows: Iterable[Any],
    *,
    ids: Callable[[Any], str] = repr,
    one_of: int = 1,
) -> Callable[[Test], Test]:
    """Call a test for each row, as ``pytest.mark.parametrize`` does, but for a group of rows in one test.

    Of rows that differ little ``make test`` takes one of so many.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    known = [row for row in rows if one_of == 1 or is_taken(ids(row), one_of=one_of)]
    groups = [known[at : at + GROUP] for at in range(0, len(known), GROUP)]

    def grouped(test: Test) -> Test:
        @wraps(test)
        def check(rows_of_group: list[Any], **fixtures: Any) -> None:
            errors = []
            for row in rows_of_group:
                values = (row,) if len(arguments) == 1 else row
                try:
                    test(**dict(zip(arguments, values, strict=True)), **fixtures)
                # Whatever a row raises is shown with its name, and the rows after it are checked all the same.
                except Exception as error:
                    error.add_note(f"row: {ids(row)}")
                    errors.append(error)
            if errors:
                raise ExceptionGroup(f"{len(errors)} of {len(rows_of_group)} rows do not hold", errors)

        wanted = inspect.signature(test)
        fixtures = [one for name, one in wanted.parameters.items() if name not in arguments]
        group = inspect.Parameter("rows_of_group", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        # Pytest asks for the fixtures that a signature names; the type checker knows no signature of a function.
        check.__signature__ = wanted.replace(parameters=[group, *fixtures])  # type: ignore[attr-defined]
        names_of_groups = [f"from {at}" for at in range(0, len(known), GROUP)]
        parametrized: Test = pytest.mark.parametrize("rows_of_group", groups, ids=names_of_groups)(check)
        return parametrized

    return grouped
