"""Verifies a run before anyone acts on it: decides it again from its cases and checks its seal.

A result that contradicts itself or its seal is refused. The rest is reported: whose signature it has, or that it is not
authenticated, because anybody who knows the format could have written it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.core import FormatError, Proof, StandardRefused
from loanproof.gates import ReleaseReason, exit_code_of
from loanproof.runs.deciding_again import refuse_contradiction
from loanproof.runs.outputs_digest import ANSWERS_NOT_AUTHENTICATED
from loanproof.runs.result_case import ResultFinding
from loanproof.runs.seals import CasesDigest, check_seal
from loanproof.standards import EvalStandard, RubricStandard, load_recorded

if TYPE_CHECKING:
    from loanproof.core import Signer
    from loanproof.runs.result import ResultHead
    from loanproof.runs.result_case import ResultCase
    from loanproof.runs.result_files import WrittenRun
    from loanproof.standards import Standard

NOT_AUTHENTICATED = ReleaseReason.NOT_AUTHENTICATED.value
"""Also the code of the finding that says why."""
_AGAIN = "its gates were decided again from its cases."
_WHY = {
    Proof.INTACT: f"no key signed this result; {_AGAIN}",
    Proof.OTHER_KEY: f"this result is signed with a key that is not at hand; {_AGAIN}",
    Proof.UNMARKED: f"this result was written before results were sealed; {_AGAIN}",
}
_NOT_DECIDED = (
    "its gates could not be decided again, for this machine does not have {} or its rubric as they were then."
)
_ANSWERS = "this result is signed, but not every answer that it rests on."


@dataclass(frozen=True)
class ProvedRun:
    """A consistent run, with what could be proved about it; a :class:`~loanproof.runs.RunReader`.

    Attributes:
        original: The run as written.
        doubt: Why it is not authenticated; ``None`` if our key signed it.
        is_barred: Whether the doubt prevents a release: we have a key that did not sign it, or its gates could not be
            decided again.
    """

    original: WrittenRun
    doubt: str | None
    is_barred: bool

    @cached_property
    def head(self) -> ResultHead:
        """Everything but the cases; a doubt is a finding of the run, and a reason if it prevents a release."""
        head = self.original.head
        if self.doubt is None:
            return head
        finding = ResultFinding(code=NOT_AUTHENTICATED, message=self.doubt)
        run = head.run.model_copy(update={"findings": (*head.run.findings, finding)})
        if not self.is_barred:
            return head.model_copy(update={"run": run})
        reasons = (*head.verdict.reasons, NOT_AUTHENTICATED)
        told = {"release_ready": False, "reasons": reasons, "exit_code": exit_code_of(reasons)}
        return head.model_copy(update={"run": run, "verdict": head.verdict.model_copy(update=told)})

    def cases(self) -> Iterator[ResultCase]:
        """Yield the cases in order, one by one."""
        return self.original.cases()

    def case(self, case_id: str, repeat: int) -> ResultCase | None:
        """Return one case in one repeat, or ``None`` if it is not in the run."""
        return self.original.case(case_id, repeat)


def prove_run(run: WrittenRun, signer: Signer) -> ProvedRun:
    """Return a run with what is proved about it, or raise :class:`FormatError` if something in it was changed."""
    head = run.head
    is_decided = _decide_again(run, head)
    proof = check_seal(run.written_head, signer)
    changed = "its verdict, figures or metadata" if proof is Proof.CHANGED else None
    if changed is None and head.run.seal is not None and CasesDigest.of(run.written_cases()) != head.run.seal.cases:
        changed = "its cases"
    if changed is not None:
        hint = "Somebody changed it, or a program wrote the file anew in another form: score again."
        raise FormatError(f"the result {head.run.run_id[:60]!r} is not what was sealed: {changed} differ.", hint=hint)
    doubt = _WHY.get(proof) if is_decided or proof is Proof.SIGNED else _NOT_DECIDED.format(head.run.standard[:60])
    if any(one.code == ANSWERS_NOT_AUTHENTICATED for one in head.run.findings):
        doubt = doubt or _ANSWERS
    is_barred = doubt is not None and (not is_decided or signer.key is not None)
    return ProvedRun(original=run, doubt=None if doubt is None else f"Not authenticated: {doubt}", is_barred=is_barred)


def _decide_again(run: WrittenRun, head: ResultHead) -> bool:
    """Decide a run again; return whether that was possible, which needs the exact standards it used."""
    told = head.run
    standard = _at_hand(told.standard, told.standard_hash)
    rubric = None if told.rubric is None or told.rubric_hash is None else _at_hand(told.rubric, told.rubric_hash)
    if not isinstance(standard, EvalStandard) or not isinstance(rubric, RubricStandard):
        return False
    refuse_contradiction(head, run.cases(), standard, rubric)
    return True


def _at_hand(ref: str, held: str) -> Standard | None:
    """Return a standard by reference and hash, if this machine has it."""
    try:
        return load_recorded(ref, held)
    except StandardRefused:
        return None
