"""The chat-model port with its request and reply types. Adapters implement it."""

from loanproof.chat.failure import ChatFailure, FailureKind
from loanproof.chat.model import ChatIdentity, ChatModel
from loanproof.chat.reply import ChatReply, ReplyFormat
from loanproof.chat.request import ChatMessage, ChatParams, ChatRequest, Role

__all__ = [
    "ChatFailure",
    "ChatIdentity",
    "ChatMessage",
    "ChatModel",
    "ChatParams",
    "ChatReply",
    "ChatRequest",
    "FailureKind",
    "ReplyFormat",
    "Role",
]
