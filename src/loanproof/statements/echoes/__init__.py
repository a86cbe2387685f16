"""Where an answer says again what its source says: what stands between the same two words must mean the same."""

from loanproof.statements.echoes.differences import changed_echoes

__all__ = ["changed_echoes"]
