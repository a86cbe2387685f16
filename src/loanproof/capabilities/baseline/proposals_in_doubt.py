"""Proposals with words in doubt: quoted only if no other place says the same, and never including those words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.conditions import CONDITIONS
from loanproof.capabilities.baseline.fields.quoting import sure_runs
from loanproof.core import Span
from loanproof.documents import UNREAD

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.values import Written


def thinned(paper: Paper, candidate: Candidate) -> Candidate:
    """Return a proposal, marked thin if its evidence contains words in doubt, so that other places come first."""
    return replace(candidate, is_thin=True) if is_in_doubt(paper, candidate.evidence) else candidate


def is_in_doubt(paper: Paper, evidence: Iterable[Span]) -> bool:
    """Return whether some of the words in these stretches are in doubt."""
    return any(UNREAD in span.of(paper.text) for span in evidence)


def surely_read(candidate: Candidate) -> Written | None:
    """Return a value without what is in doubt; None if nothing is left.

    Items of a list that are in doubt are left out. Of each condition precedent the longest part that was surely read
    stays.
    """
    value = candidate.value
    if not isinstance(value, list):
        return None if UNREAD in str(value) else value
    # Part of a condition still says what is to be delivered, so it is kept.
    if candidate.field == CONDITIONS:
        runs = [[run.of(one) for run in sure_runs(one, Span(0, len(one)))] for one in map(str, value)]
        return [max(own, key=len) for own in runs if own] or None
    return [one for one in value if UNREAD not in str(one)] or None
