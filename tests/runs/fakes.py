"""A target and a store in memory that do what a test tells them, behind the real ports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.core import StoreFailed
from loanproof.outputs import Telemetry
from loanproof.runs import Answer, Question, SampleRecord, TargetIdentity

if TYPE_CHECKING:
    from loanproof.runs import Target

IDENTITY = TargetIdentity(
    name="house",
    kind="python",
    model_id="m",
    model_version="1",
    prompt_template_id="p",
    prompt_template_version_or_hash="3",
    generation_params={"temperature": 0},
    concurrency=4,
)


def said(text: str = "yes", snapshot: str | None = None) -> Answer:
    telemetry = Telemetry(latency_e2e_ms=Decimal("1.5"), input_tokens=10, output_tokens=2)
    return Answer(output=text, is_text=True, telemetry=telemetry, snapshot=snapshot)


class FakeTarget:
    """Answers by a script and remembers what it was asked."""

    def __init__(
        self, script: Callable[[Question], Answer] = lambda _: said(), identity: TargetIdentity = IDENTITY
    ) -> None:
        self._script = script
        self._identity = identity
        self.questions: list[Question] = []
        self.at_once = 0
        self.most_at_once = 0

    @property
    def identity(self) -> TargetIdentity:
        return self._identity

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        return self._script(question)

    async def close(self) -> None:
        pass


class FakeSamples:
    """The part of a store that keeps samples; it fails once it holds ``room`` of them."""

    def __init__(self, room: int | None = None) -> None:
        self.kept: list[SampleRecord] = []
        self.batches: list[int] = []
        self._room = room

    def save_samples(self, run_id: str, samples: Sequence[SampleRecord]) -> None:
        if self._room is not None and len(self.kept) + len(samples) > self._room:
            raise StoreFailed("the disk is full.")
        self.kept += samples
        self.batches.append(len(samples))


def as_target(target: FakeTarget) -> Target:
    """Let mypy see that the fake is a target."""
    return target
