"""The tokens of one sample: how many its calls used, and whether another call fits.

A server counts tokens with a tokenizer that is unknown here. Until the server reports a count, a call is planned with a
cautious number of characters per token; after that with the reported ratio and a reserve.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.chat import ChatReply

AIM = 2000
"""The number of tokens a sample aims for: it gets full credit for efficiency."""
LIMIT = 6000
"""The number of tokens a sample never exceeds: above it, the sample fails."""
_CAUTIOUS = 2.6  # characters per token, fewer than any tokenizer in use has on legal English
_USUAL = 3.6  # characters per token on legal English
_RESERVE = 1.1  # factor for prompts that take more tokens per character than the last one


@dataclass(slots=True)
class Meter:
    """Counts the calls and tokens of one sample."""

    max_output: int
    input_tokens: int = 0
    output_tokens: int = 0
    model_ms: Decimal = Decimal(0)
    e2e_ms: Decimal = Decimal(0)
    calls: int = 0
    requests: int = 0
    is_reported: bool = True
    per_token: float = _CAUTIOUS
    snapshots: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All tokens used so far."""
        return self.input_tokens + self.output_tokens

    @property
    def left(self) -> int:
        """The number of tokens left below the limit."""
        return LIMIT - self.total

    def fits(self, characters: int) -> bool:
        """Return whether a call with so many characters stays within the limit, however long its answer gets."""
        return self.worst(characters) + self.max_output <= self.left

    def worst(self, characters: int) -> int:
        """Return the most tokens that so many characters may take."""
        return math.ceil(characters / self.per_token * (_RESERVE if self.requests else 1.0))

    def room(self, tokens: int, characters: int) -> int:
        """Return how many more characters a call of ``characters`` may have within so many input tokens."""
        usual = _USUAL if not self.requests else self.per_token
        # Below the limit, a call must leave room for the longest possible answer.
        hard = (self.left - self.max_output) * self.per_token / (_RESERVE if self.requests else 1.0)
        return int(min(tokens * usual, hard)) - characters

    def count(self, characters: int, reply: ChatReply) -> None:
        """Add what a call used; if the server reports no count it is estimated, and the sample records that."""
        told_in, told_out = reply.input_tokens, reply.output_tokens
        self.is_reported = self.is_reported and told_in is not None and told_out is not None
        self.input_tokens += math.ceil(characters / _CAUTIOUS) if told_in is None else told_in
        self.output_tokens += math.ceil(len(reply.text) / _CAUTIOUS) if told_out is None else told_out
        if told_in:
            self.per_token = max(characters / told_in, 0.5)
        self.model_ms += reply.latency_model_ms or Decimal(0)
        self.e2e_ms += reply.latency_e2e_ms or Decimal(0)
        self.calls += reply.calls
        self.requests += 1
        if reply.model_snapshot is not None:
            self.snapshots.append(reply.model_snapshot)
        if reply.fallback is not None and reply.fallback not in self.notes:
            self.notes.append(reply.fallback)
