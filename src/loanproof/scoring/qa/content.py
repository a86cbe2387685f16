"""The content of an answer, checked, with the figures that are kept beside its label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.scoring.checks import Content
from loanproof.scoring.results import CaseFinding

if TYPE_CHECKING:
    from fractions import Fraction

ITEM = "answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContent(Content):
    """What an answer says, checked.

    Attributes:
        accuracy, scope, uncertainty, refusal: Diagnostics from 0 to 1; nothing where one does not apply.
    """

    accuracy: Fraction | None = None
    scope: Fraction | None = None
    uncertainty: Fraction | None = None
    refusal: Fraction | None = None


def finding(code: str, message: str) -> CaseFinding:
    """Return a finding about the answer."""
    return CaseFinding(code=str(code), message=message, item=ITEM)
