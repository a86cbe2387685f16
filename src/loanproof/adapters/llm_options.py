"""The options of the built-in capability on a model; any chat model of ``targets.yaml`` can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from loanproof.adapters.chat_kind import ChatOptions
from loanproof.core import Flag, UsageError, Whole

if TYPE_CHECKING:
    from loanproof.adapters.target_options import TargetOptions

LLM = "llm"
"""The name of the kind."""
_CONCURRENCY = 4


class LlmOptions(ChatOptions):
    """The built-in capability on a model.

    Attributes:
        protocol: The kind of chat server that serves the model.
        hybrid: Whether the rules answer the fields they settle at HIGH.
    """

    kind: Literal["llm"]
    protocol: Literal["openai", "anthropic"] = "openai"
    hybrid: Flag = False
    concurrency: Whole = Field(default=_CONCURRENCY, ge=1, le=1000)


def on_chat_model(model: TargetOptions, name: str) -> LlmOptions:
    """Return the capability on the chat model of another entry, with that entry's address, key and limits."""
    if not isinstance(model, ChatOptions):
        hint = "Name an entry of kind openai or anthropic."
        raise UsageError(f"{name[:60]!r} names a target of kind {model.kind}, which is no chat model.", hint=hint)
    said = {key: getattr(model, key) for key in model.model_fields_set if key not in ("kind", "prompt_template")}
    return LlmOptions.model_validate({**said, "kind": LLM, "protocol": model.kind})
