"""Contract gates, rubric gates and the verdict."""

from loanproof.gates.rows import GateRow
from loanproof.gates.rubric_gates import decide_rubric_gates

__all__ = ["GateRow", "decide_rubric_gates"]
