"""One module for each outside party: model servers, HTTP services, functions and programs."""

from loanproof.adapters.anthropic_chat import AnthropicChat
from loanproof.adapters.chat_target import ChatTarget
from loanproof.adapters.command_target import CommandTarget, program_words
from loanproof.adapters.http_target import HttpTarget
from loanproof.adapters.openai_chat import OpenAiChat
from loanproof.adapters.pacing import Backoff
from loanproof.adapters.python_target import PythonTarget, load_function
from loanproof.adapters.transport import Limits, Transport

__all__ = [
    "AnthropicChat",
    "Backoff",
    "ChatTarget",
    "CommandTarget",
    "HttpTarget",
    "Limits",
    "OpenAiChat",
    "PythonTarget",
    "Transport",
    "load_function",
    "program_words",
]
