"""Contract gates, rubric gates and the verdict."""

from loanproof.gates.rows import GateRow

__all__ = ["GateRow"]
