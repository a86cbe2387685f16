"""Contract gates, rubric gates and the verdict.

:class:`ContractTally` counts scored cases one by one, :func:`decide_contract` compares the figures with the thresholds,
:func:`decide_release` decides whether the run may be released.
"""

from loanproof.gates.contract import ContractVerdict, GateReason, decide_contract
from loanproof.gates.diagnostics import Diagnostics
from loanproof.gates.release import ReleaseReason, Remediation, RunFacts, Verdict, decide_release, exit_code_of
from loanproof.gates.rows import GateRow, Sampling
from loanproof.gates.rubric_gates import decide_rubric_gates
from loanproof.gates.tally import ContractTally, sampling_of
from loanproof.gates.twins import TwinFigures, TwinTally

__all__ = [
    "ContractTally",
    "ContractVerdict",
    "Diagnostics",
    "GateReason",
    "GateRow",
    "ReleaseReason",
    "Remediation",
    "RunFacts",
    "Sampling",
    "TwinFigures",
    "TwinTally",
    "Verdict",
    "decide_contract",
    "decide_release",
    "decide_rubric_gates",
    "exit_code_of",
    "sampling_of",
]
