"""One module for each outside party: model servers, services, functions, programs, clusters, and signing keys.

Each kind of target is one module with a ``KIND``; :mod:`loanproof.adapters.registry` lists them.
"""

from loanproof.adapters.content_stores import open_contents
from loanproof.adapters.ed25519 import load_checking_key, load_signing_key
from loanproof.adapters.llm_options import LLM, LlmOptions, on_chat_model
from loanproof.adapters.ray_engine import open_ray
from loanproof.adapters.registry import MODULES, load_kind
from loanproof.adapters.replay_file import ReplayOptions
from loanproof.adapters.target_files import load_targets, parse_short_form, targets_schema
from loanproof.adapters.target_kind import ChatConnection, OwnIdentity, TargetKind, TargetSetup
from loanproof.adapters.target_options import NO_PROMPT, PromptTemplate, TargetOptions
from loanproof.adapters.transport import Transport

__all__ = [
    "LLM",
    "MODULES",
    "NO_PROMPT",
    "ChatConnection",
    "LlmOptions",
    "OwnIdentity",
    "PromptTemplate",
    "ReplayOptions",
    "TargetKind",
    "TargetOptions",
    "TargetSetup",
    "Transport",
    "load_checking_key",
    "load_kind",
    "load_signing_key",
    "load_targets",
    "on_chat_model",
    "open_contents",
    "open_ray",
    "parse_short_form",
    "targets_schema",
]
