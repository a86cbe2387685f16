"""What a caller asks of the service, before anything is looked up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest:
    """Who judges, and where names are looked up.

    Attributes:
        judge: A name of ``targets.yaml`` or a short form; nobody or ``contract`` means the contract, without a model.
        targets_file: The file to look in instead of the suite's own.
        allow_floating: Whether a model without a pinned version may be asked; such a run is never released.
    """

    judge: str | None = None
    targets_file: Path | None = None
    allow_floating: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A run of a suite against a target.

    Attributes:
        target: A name of ``targets.yaml`` or a short form; a run that is resumed knows its own.
        repeats: How often each case is asked; the suite says where nobody does.
        prompt_template: ``ID@VERSION`` of the target's prompt, or ``none``; the entry of a named target says it itself.
        code_version: The commit or release of the system under test; by default the commit of the suite's checkout.
        take_over: Whether answers of earlier runs to the same questions are taken over.
        is_hybrid: Whether the built-in capability on a model leaves to the rules what they settle.
    """

    suite: Path
    target: str | None = None
    judging: JudgeRequest = JudgeRequest()
    repeats: int | None = None
    cases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    prompt_template: str | None = None
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
