"""Covenants by rules: found by the roles of sections and their wording, with the flags of the document always said."""

from loanproof.capabilities.baseline.covenants.monitoring import monitor

__all__ = ["monitor"]
