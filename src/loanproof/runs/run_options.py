"""The options that a run began with, stored so that it can be resumed and rescored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from loanproof.core import Capability
from loanproof.runs.planning import Selection
from loanproof.runs.target_port import TargetIdentity

if TYPE_CHECKING:
    from loanproof.runs.target_port import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """The judge of a run that asked a target, and where names were looked up."""

    judge: str | None = None
    targets_file: str | None = None
    allow_floating: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Who was asked what, and how often.

    Attributes:
        asked: Set only if the run asked a target: recorded outputs and rescored runs cannot be resumed.
        judge_is_floating: No version pins the judge.
    """

    identity: TargetIdentity
    repeats: tuple[int, ...]
    selection: Selection = field(default_factory=Selection)
    asked: JudgeOptions | None = None
    judge_is_floating: bool = False


def write_options(options: RunOptions) -> dict[str, Json]:
    """Return options as plain data for a store."""
    # Concurrency has no effect on answers.
    identity = {name: value for name, value in asdict(_copyable(options.identity)).items() if name != "concurrency"}
    return {
        **({} if options.asked is None else asdict(options.asked)),
        "judge_is_floating": options.judge_is_floating,
        "repeats": list(options.repeats),
        "cases": list(options.selection.case_ids),
        "tags": list(options.selection.tags),
        "capabilities": [one.value for one in options.selection.capabilities],
        "identity": identity,
    }


def parse_options(kept: Mapping[str, Any]) -> RunOptions:
    """Return options from the plain data of a store."""
    asked = JudgeOptions(
        judge=kept.get("judge"), targets_file=kept.get("targets_file"), allow_floating=kept.get("allow_floating", False)
    )
    return RunOptions(
        identity=TargetIdentity(**kept["identity"]),
        repeats=tuple(kept["repeats"]),
        selection=Selection(
            case_ids=tuple(kept["cases"]),
            tags=tuple(kept["tags"]),
            capabilities=tuple(Capability(one) for one in kept["capabilities"]),
        ),
        asked=asked if "judge" in kept else None,
        judge_is_floating=kept.get("judge_is_floating", False),
    )


def _copyable(identity: TargetIdentity) -> TargetIdentity:
    """Return an identity whose parameters are a plain mapping, which can be copied."""
    prices = None if identity.prices is None else dict(identity.prices)
    return replace(identity, generation_params=dict(identity.generation_params), prices=prices)
