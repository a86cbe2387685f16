"""What a run needs of whoever answers: who it is, what it is asked, and what came back; ``adapters`` implement it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from loanproof.outputs import Telemetry

if TYPE_CHECKING:
    from loanproof.core import Capability

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""Plain data as JSON has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetIdentity:
    """Who was asked, as the run metadata must state before the first call.

    Attributes:
        name: How the user named the target; root-cause analyses are keyed by it.
        kind: A kind of :mod:`loanproof.adapters.registry`.
        model_version: A pinned version, or ``reported`` if the first reply gives it.
        is_floating: No version pins the model; allowed only on request, and never released.
        concurrency: How many questions may be under way at once.
        content_digest: The digest of recorded answers, the only ones known in advance.
        prices: The cost of a million tokens: ``input``, ``output`` and ``currency``; no effect on answers.
    """

    name: str
    kind: str
    model_id: str | None
    model_version: str | None
    prompt_template_id: str | None = None
    prompt_template_version_or_hash: str | None = None
    generation_params: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))
    is_floating: bool = False
    concurrency: int = 16
    content_digest: str | None = None
    prices: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionDocument:
    """A document that a target may read."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Everything that a target learns about a case: never what is expected, never tags or notes.

    Attributes:
        standard: The contract of the suite if it is a house version, whose fields may differ from ours.
    """

    case_id: str
    repeat: int
    capability: Capability
    documents: tuple[QuestionDocument, ...] = ()
    question: str | None = None
    task: str | None = None
    provided_context: str | None = None
    as_of: str | None = None
    standard: str | None = None
    params: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back. Exactly one of ``output``, ``error`` and a time-out says how it ended.

    Attributes:
        output: The JSON text of the output object, or the raw text of the model.
        is_text: Whether ``output`` is raw text and not JSON of an object.
        telemetry: What was measured, including retries and back-off but not waiting for a slot.
        error: Why there is no answer, in one sentence.
        error_kind: A stable word for it, such as ``http_500`` or ``cut_connection``, for counting.
        snapshot: The build that the provider reported.
        calls: How many requests were sent, the last one included.
    """

    output: str | None = None
    is_text: bool = False
    telemetry: Telemetry = field(default_factory=Telemetry)
    error: str | None = None
    error_kind: str | None = None
    snapshot: str | None = None
    calls: int = 1


class Target(Protocol):
    """Something that answers questions. ``ask`` never raises for a fault of the other side: the answer says so."""

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""

    async def ask(self, question: Question) -> Answer:
        """Answer one question; several may be under way at once."""

    async def close(self) -> None:
        """Release connections and processes."""
