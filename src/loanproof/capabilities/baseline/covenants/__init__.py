"""Find the covenants of a document by rules: section roles and wording. The document's flags are always reported."""

from loanproof.capabilities.baseline.covenants.monitoring import monitor

__all__ = ["monitor"]
