"""Every kind of target: its name, and the module beside this one that holds all of it as ``KIND``.

A module is imported only when its kind is asked for, so nobody waits for a protocol that is not spoken.
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
    """Return a kind by its name, which is one of :data:`MODULES`."""
    kind: AnyKind = import_module(f"{__package__}.{MODULES[name]}").KIND
    return kind
