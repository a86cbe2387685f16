"""What an extraction case must decide: all required fields, and tranche fields for every tranche or with a scope."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.extraction import ExtractionExpected
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem


def check_completeness(expected: ExtractionExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield one error for all fields that the case leaves out, one warning for all undecided ones.

    A tranche gets a warning for fields that only other tranches decide.
    """
    shared = {name for name, _ in expected.shared_fields()}
    by_tranche = [{name for name, _ in expected.tranche_fields(tranche)} for tranche in expected.tranches]
    decided = shared.union(*by_tranche)
    required = subject.cache.standard.fields
    missing = [name for name in required if name not in decided]
    if missing:
        listed = ", ".join(missing)
        message = f"not decided: {listed}. Write a value or state: absent; until then, state: undecided."
        yield subject.error(("expected", "fields"), message)
    waiting = [name if label is None else f"{name} of {label}" for name, _, label in expected.undecided_fields()]
    if waiting:
        message = f"undecided: {', '.join(waiting)}. Nobody is judged by these, and no run is release-ready."
        yield subject.warning(("expected", "fields"), message)
    for at, tranche in enumerate(expected.tranches):
        lacking = [name for name in required if name in decided - shared - by_tranche[at]]
        if lacking:
            listed = ", ".join(lacking)
            place: KeyPath = ("expected", "tranches", at, "label")
            yield subject.warning(place, f"decided for other tranches only: {listed}.")
        if not any(subject.cache.holds_words(label) for label in tranche.labels):
            place = ("expected", "tranches", at, "label")
            yield subject.warning(place, "no name of the tranche is in the documents.")
