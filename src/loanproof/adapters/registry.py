"""Every kind of target: its name, and the module in this package that defines it as ``KIND``.

A module is imported only when its kind is used, so that unused protocols cost no start-up time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.adapters.target_kind import AnyKind

MODULES = {
    "openai": "openai_chat",
    "anthropic": "anthropic_chat",
    "http": "http_target",
    "python": "python_target",
    "command": "command_target",
    "replay": "replay_file",
    "baseline": "baseline_target",
    "llm": "llm_target",
}


def load_kind(name: str) -> AnyKind:
    """Return a kind by its name, one of :data:`MODULES`."""
    kind: AnyKind = import_module(f"{__package__}.{MODULES[name]}").KIND
    return kind
