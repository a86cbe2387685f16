"""What every test may use, and the rule that a test which cannot run is said aloud.

A test that uses a part outside the package is marked ``@pytest.mark.needs("tesseract")``. Where the part is
missing the test is listed at the end under NOT RUN, with the reason and the line to type. With
``LOANPROOF_REQUIRE=tesseract,real-agreements`` (CI sets it) the same test fails instead.
"""

from __future__ import annotations

import gc
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from tests.sampling import EXAMPLES, is_taken

from loanproof.core import failures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Time is never asserted, not even by a health check; CI draws the same examples every time, people draw new ones.
settings.register_profile(
    "house",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    max_examples=EXAMPLES,
)
settings.load_profile("house")

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("LOANPROOF_SHARED", ROOT.parent / "shared"))

_PLACE_OF = failures._place


def _raise(error: Exception) -> str:
    raise error


@pytest.fixture(scope="session", autouse=True)
def _nothing_breaks_unseen() -> Iterator[None]:
    """Let a scorer, judge or rule that breaks end its test; as a record it would be one more wrong label."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(failures, "_place", _raise)
        yield


@pytest.fixture
def breakable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what breaks become a record, as users have it."""
    monkeypatch.setattr(failures, "_place", _PLACE_OF)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something outside the package that a test needs, and how a person gets it."""

    is_there: Callable[[], bool]
    remedy: str


def postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's server programs, which Debian keeps out of the search path."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    known = [str(installed[0])] if installed else []
    found = [program for program in (shutil.which("initdb"), *known) if program]
    return Path(found[0]).parent if found else None


POSTGRES_BIN = postgres_programs()

AXE = Path(os.environ.get("LOANPROOF_AXE", ROOT / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"))

PARTS = {
    "axe-core": Part(
        is_there=AXE.is_file,
        remedy="sh tools/setup.sh system   (needs npm)",
    ),
    "chromium": Part(
        is_there=lambda: shutil.which("chromium") is not None,
        remedy="apt-get install chromium",
    ),
    "postgres": Part(
        is_there=lambda: POSTGRES_BIN is not None,
        remedy="apt-get install postgresql",
    ),
    "tesseract": Part(
        is_there=lambda: shutil.which("tesseract") is not None,
        remedy="apt-get install tesseract-ocr",
    ),
    "local-model": Part(
        is_there=lambda: "LOANPROOF_MODEL_URL" in os.environ,
        remedy="make test-model",
    ),
    "ray": Part(
        is_there=lambda: "LOANPROOF_RAY_ADDRESS" in os.environ,
        remedy="make test-ray   (Linux, with the right to make a network namespace)",
    ),
    "real-agreements": Part(
        is_there=lambda: (SHARED / "real-agreements").is_dir(),
        remedy="export LOANPROOF_SHARED=/folder/that/holds/real-agreements",
    ),
    "real-suites": Part(
        is_there=lambda: (SHARED / "real-suites").is_dir(),
        remedy="export LOANPROOF_SHARED=/folder/that/holds/real-suites",
    ),
    "seeds": Part(
        is_there=lambda: (SHARED / "seeds").is_dir(),
        remedy="export LOANPROOF_SHARED=/folder/that/holds/seeds",
    ),
    "external-cases": Part(
        is_there=lambda: (SHARED / "external-cases").is_dir(),
        remedy="export LOANPROOF_SHARED=/folder/that/holds/external-cases",
    ),
}
NOT_RUN = "NOT RUN: "


def required_parts() -> set[str]:
    """Return the parts whose absence is a failure, by the environment."""
    return {part.strip() for part in os.environ.get("LOANPROOF_REQUIRE", "").split(",") if part.strip()}


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a requirement that no test could ever meet."""
    unknown = required_parts() - set(PARTS)
    if unknown:
        known = ", ".join(sorted(PARTS))
        raise pytest.UsageError(f"LOANPROOF_REQUIRE names {', '.join(sorted(unknown))}; known parts: {known}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Look for no garbage while twenty thousand tests are made: there is none, and looking takes a fifth of it."""
    gc.disable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take a share of the tests that are marked so, and begin with those that take long.

    One that is begun last would leave the other process without work.
    """
    marks = [(item, item.get_closest_marker("sampled")) for item in items]
    left_out = [item for item, mark in marks if mark and not is_taken(item.nodeid, one_of=mark.kwargs["one_of"])]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Look for garbage again, but not among what was collected."""
    gc.freeze()
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, or fail, a test whose part is missing."""
    for mark in item.iter_markers("needs"):
        name = mark.args[0]
        part = PARTS[name]
        if part.is_there():
            continue
        reason = f"{NOT_RUN}{name} is missing. Type: {part.remedy}"
        if name in required_parts():
            pytest.fail(f"LOANPROOF_REQUIRE demands {name}. {reason}", pytrace=False)
        pytest.skip(reason)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests that were not run, with the reason and the line to type."""
    reasons: dict[str, list[str]] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = str(report.longrepr[-1]).removeprefix("Skipped: ")
        reasons.setdefault(reason.removeprefix(NOT_RUN), []).append(report.nodeid)
    if not reasons:
        return
    terminalreporter.section("NOT RUN", yellow=True)
    for reason, tests in sorted(reasons.items()):
        terminalreporter.write_line(f"{len(tests)} not run: {reason}")
        for test in sorted(tests):
            terminalreporter.write_line(f"  {test}")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of shared real data; tests that use it carry a ``needs`` mark."""
    return SHARED
