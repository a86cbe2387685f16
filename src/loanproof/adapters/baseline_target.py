"""The built-in system without a model as a target: it runs in its own processes, like any other function."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from loanproof import __version__
from loanproof.adapters.python_target import PythonTarget
from loanproof.adapters.target_kind import OwnIdentity, TargetKind
from loanproof.adapters.target_options import NO_PROMPT, PromptTemplate, TargetOptions
from loanproof.core import Exact, Whole, code_hash

if TYPE_CHECKING:
    from loanproof.adapters.target_kind import TargetSetup

_FUNCTION = "loanproof.capabilities:answer_by_rules"


class BaselineOptions(TargetOptions):
    """No options are needed: its version is that of the installed code, and it has no prompt."""

    kind: Literal["baseline"]
    timeout_s: Exact = Field(default=Decimal(120), gt=0)
    concurrency: Whole = Field(default=2, ge=1, le=1000)


def _identify(_: BaselineOptions) -> OwnIdentity:
    version = f"{__version__}+{code_hash()[:12]}"
    return OwnIdentity(version=version, prompt=PromptTemplate(id=NO_PROMPT, version=NO_PROMPT))


def _build(options: BaselineOptions, setup: TargetSetup) -> PythonTarget:
    return PythonTarget(_FUNCTION, identity=setup.identity, timeout_s=float(options.timeout_s))


KIND = TargetKind(name="baseline", place="", options=BaselineOptions, build=_build, identify=_identify)
