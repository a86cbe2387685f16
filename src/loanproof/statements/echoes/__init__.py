"""Checks answers that restate their source: between the same two words, both texts must mean the same."""

from loanproof.statements.echoes.differences import changed_echoes

__all__ = ["changed_echoes"]
