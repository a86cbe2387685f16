"""No line of the package is longer than the formatter allows; ruff measures neither a single word nor a pragma."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST = 120  # characters; line-length in pyproject.toml


def test_no_line_of_the_package_is_too_long() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert found == []
