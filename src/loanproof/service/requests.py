"""Requests to the service, before anything is looked up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest:
    """The judge, and where names are looked up.

    Attributes:
        judge: A name in ``targets.yaml`` or a short form; none or ``contract`` means the contract, without a model.
        targets_file: The file to look in instead of the suite's own.
        allow_floating: Whether a model without a pinned version may be asked; that run is never released.
    """

    judge: str | None = None
    targets_file: Path | None = None
    allow_floating: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A run of a suite against a target.

    Attributes:
        target: A name in ``targets.yaml`` or a short form; a resumed run knows its own.
        repeats: How often each case is asked; by default as the suite says.
        prompt_template: ``ID@VERSION`` of the target's prompt, or ``none``; a named target has it in its entry.
        prompt_before: What a resumed run began with, used if nothing else names a prompt.
        code_version: The commit or release of the system under test; by default the commit of the suite's checkout.
        take_over: Whether to reuse answers of earlier runs to the same questions.
        is_hybrid: Whether the built-in capability on a model uses the rules for what they can settle.
    """

    suite: Path
    target: str | None = None
    judging: JudgeRequest = JudgeRequest()
    repeats: int | None = None
    cases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    prompt_template: str | None = None
    prompt_before: str | None = None
    code_version: str | None = None
    take_over: bool = False
    is_hybrid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRequest:
    """Recorded outputs to be scored against a suite; their first line may say which code they come from."""

    suite: Path
    outputs: Path
    judging: JudgeRequest = JudgeRequest()
    code_version: str | None = None
