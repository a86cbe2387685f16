"""What every reader of an answer reports: a part in which the answer contradicts its source."""

from __future__ import annotations

from typing import NamedTuple

from loanproof.core import Reason


class Contradiction(NamedTuple):
    """A part in which an answer contradicts its source: the reason, the words of the source and those of the answer.

    If ``of_question`` is true, the words given as the source are those of the question.
    """

    code: Reason
    source: str
    given: str
    of_question: bool = False
