"""The ``run`` part of a result: what was run, on what, by what, when and where."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Any

from loanproof import __version__
from loanproof.core import digest_data
from loanproof.outputs import RunInfo
from loanproof.runs.result import ResultRun

if TYPE_CHECKING:
    from loanproof.cases import Suite
    from loanproof.runs.recorded import RecordedRun
    from loanproof.standards import EvalStandard, RubricStandard

CONTRACT_EVALUATOR = "contract"


def describe_recorded(run: RecordedRun, standard: EvalStandard, rubric: RubricStandard) -> ResultRun:
    """Return what is known of recorded outputs; what only the first line of the file can tell stays null without it."""
    settings, told = run.suite.settings, run.outputs.run or RunInfo()
    dataset_hash, outputs_hash = digest_suite(run.suite), _digest_file(Path(run.outputs.file))
    environment = told.more.get("environment")
    return ResultRun(
        run_id=f"score-{digest_data([dataset_hash, outputs_hash, standard.hash, rubric.hash])[7:19]}",
        timestamp_utc=run.timestamp_utc,
        dataset_id=settings.id,
        dataset_version_or_hash=settings.version,
        dataset_hash=dataset_hash,
        outputs_hash=outputs_hash,
        model_id=told.model_id,
        model_version=told.model_version,
        provider_snapshot=_text(told.more.get("provider_snapshot")),
        evaluator_model_id=CONTRACT_EVALUATOR,
        evaluator_model_version=str(standard.ref),
        prompt_template_id=told.prompt_template_id,
        prompt_template_version_or_hash=told.prompt_template_version_or_hash,
        evaluator_prompt_template_version_or_hash=standard.hash,
        generation_params=None if told.generation_params is None else _plain(told.generation_params),
        code_version=_text(told.more.get("code_version")) or f"loanproof {__version__}",
        environment=_plain(environment)
        if isinstance(environment, Mapping)
        else {"region": "local", "runtime": f"Python {python_version()}"},
        standard=str(standard.ref),
        standard_hash=standard.hash,
        rubric=str(rubric.ref),
        rubric_hash=rubric.hash,
        repeats=len(run.repeats),
        suite=str(run.suite.folder),
    )


def missing_metadata(run: ResultRun, rubric: RubricStandard) -> tuple[str, ...]:
    """Return the metadata that the rubric requires of every run and that this one does not have."""
    return tuple(name for name in rubric.rubric.run_metadata.required if getattr(run, name) is None)


def digest_suite(suite: Suite) -> str:
    """Return the digest of every file of a suite that can change a score, whatever folder the suite lies in."""
    documents = (path for path in (suite.folder / "documents").rglob("*") if path.is_file())
    files = {suite.folder / "suite.yaml", *(Path(located.file) for located in suite.cases), *documents}
    named = {path.relative_to(suite.folder).as_posix(): path for path in files}
    return digest_data([[name, _digest_file(named[name])] for name in sorted(named)])


def _digest_file(path: Path) -> str:
    with path.open("rb") as stream:
        return "sha256:" + hashlib.file_digest(stream, "sha256").hexdigest()


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _plain(value: object) -> Any:
    """Return a value of an output as JSON data."""
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case Mapping():
            return {str(key): _plain(part) for key, part in value.items()}
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value
