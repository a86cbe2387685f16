"""One answer to one case, scored as a run would score it: for programs, notebooks and tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.cases import load_suite
from loanproof.core import UsageError
from loanproof.runs import SampleScorer, record_of_line
from loanproof.standards import load_contract, load_rubric

if TYPE_CHECKING:
    from loanproof.runs import ResultCase


def score_output(suite: Path | str, case_id: str, output: dict[str, Any] | str) -> ResultCase:
    """Score what a system answered to a case of a suite; nothing is stored, and no gate is decided.

    Args:
        suite: The folder of the suite.
        case_id: The case.
        output: The output object of a system under test, or its text; for a question also the plain answer.
    """
    loaded = load_suite(Path(suite))
    case = next((located.case for located in loaded.cases if located.case.id == case_id), None)
    if case is None:
        known = ", ".join(located.case.id for located in loaded.cases[:20])
        raise UsageError(f"the suite has no case {case_id[:60]!r}.", hint=f"It has: {known}.")
    line = json.dumps({"case_id": case_id, "repeat": 1, "output": output})
    settings = loaded.settings
    scorer = SampleScorer(loaded, load_contract(settings.standard), load_rubric(settings.rubric))
    return scorer.score(case, 1, record_of_line(case_id, 1, line)).result
