"""The tokens of one sample: what its calls took, and whether another call fits in.

A server counts tokens by a tokenizer that nobody here knows. A call is planned with a cautious guess of characters for
each token until the server has told one count; then with what it told, and a reserve.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.chat import ChatReply

AIM = 2000
"""The tokens that a sample aims at: full credit for efficiency."""
LIMIT = 6000
"""The tokens that a sample never passes: above them it fails."""
_CAUTIOUS = 2.6  # characters for each token, fewer than any tokenizer in use has on legal English
_USUAL = 3.6
_RESERVE = 1.1


@dataclass(slots=True)
class Meter:
    """Counts the calls of one sample."""

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
        """All tokens so far."""
        return self.input_tokens + self.output_tokens

    @property
    def left(self) -> int:
        """How many tokens are left below the limit."""
        return LIMIT - self.total

    def fits(self, characters: int) -> bool:
        """Tell whether a call of so many characters stays below the limit, however long its answer gets."""
        return self.worst(characters) + self.max_output <= self.left

    def worst(self, characters: int) -> int:
        """Return how many tokens so many characters may be at most."""
        return math.ceil(characters / self.per_token * (_RESERVE if self.requests else 1.0))

    def room(self, tokens: int, characters: int) -> int:
        """Return how many further characters a call of ``characters`` may have within so many tokens of input."""
        usual = _USUAL if not self.requests else self.per_token
        hard = (self.left - self.max_output) * self.per_token / (_RESERVE if self.requests else 1.0)
        return int(min(tokens * usual, hard)) - characters

    def count(self, characters: int, reply: ChatReply) -> None:
        """Add what a call took; where the server told no count it is guessed, and the sample says so."""
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
