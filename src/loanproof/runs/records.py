"""What is kept of a run: its manifest, its samples with evaluations and results, and what people say about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.core import Capability
    from loanproof.runs.run_options import RunOptions
    from loanproof.runs.target_port import Json


class RunStatus(StrEnum):
    """The status of a run."""

    RUNNING = "running"
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What is fixed before the first call, and compared with the current suite on ``--resume``.

    Attributes:
        head: The ``run`` object of the result.
        plan_digest: The digest of every sample key of the plan.
        samples: How many samples the plan has.
        options: The options that the run began with.
        suite_id: With the target's name, the key of root-cause analyses.
    """

    run_id: str
    suite_id: str
    suite_folder: str
    target: str
    head: Mapping[str, Json]
    plan_digest: str
    samples: int
    options: RunOptions
    rescored_from: str | None = None

    @property
    def began(self) -> str:
        """When the run began, in UTC; runs are ordered by it."""
        return str(self.head.get("timestamp_utc") or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleRecord:
    """One finished sample as stored: ``line`` is the JSON of one recorded output.

    Attributes:
        key: The digest of case, documents, target, prompt, parameters and repeat: never a position.
        snapshot: The build that the provider reported with it.
        is_proven: Whether its mark proves it unchanged; a copy of an unproven record stays unproven.
    """

    case_id: str
    repeat: int
    key: str
    line: str
    calls: int
    snapshot: str | None = None
    is_proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRecord:
    """A judge's evaluation of one sample; ``evaluation`` is JSON with the scores and every raw reply.

    ``is_proven`` is as for :class:`SampleRecord`.
    """

    case_id: str
    repeat: int
    evaluation: str
    calls: int
    is_proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRecord:
    """The result of one sample; ``result`` is the JSON of one case of a result file.

    Attributes:
        position: Its place in the plan, from 0.
        rank: How bad the result is, by :func:`loanproof.runs.rank_of`.
    """

    case_id: str
    repeat: int
    position: int
    capability: Capability
    rank: int
    result: str

    @property
    def cursor(self) -> ResultCursor:
        """The end of a page that ends with this result."""
        return ResultCursor(rank=self.rank, position=self.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCursor:
    """A position among the results of a run, worst first."""

    rank: int
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run in lists; ``summary`` is the result without its cases, once there is one.

    ``finished``, ``judged`` and ``scored`` count its samples in each state.
    """

    manifest: Manifest
    status: RunStatus
    finished: int
    summary: Mapping[str, Json] | None
    judged: int = 0
    scored: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RootCause:
    """Why a run had a hallucination, what was done about it, and who says so.

    ``is_proven`` is as for :class:`SampleRecord`.
    """

    run_id: str
    suite_id: str
    target: str
    cause: str
    fix: str
    by: str
    at: str
    is_proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRemediation:
    """Who fixes a failed gate, how, and by which day; ``began`` is the start of the run that failed it.

    ``is_proven`` is as for :class:`SampleRecord`.
    """

    run_id: str
    began: str
    suite_id: str
    target: str
    gate: str
    owner: str
    due: str
    action: str
    at: str
    is_proven: bool = True
