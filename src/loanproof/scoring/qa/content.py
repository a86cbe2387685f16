"""The checked content of an answer, with its diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.scoring.checks import Content
from loanproof.scoring.results import CaseFinding
from loanproof.standards import Hitl

if TYPE_CHECKING:
    from fractions import Fraction

    from loanproof.statements import StatedText

ITEM = "answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContent(Content):
    """The checked content of an answer.

    Attributes:
        accuracy, scope, uncertainty, refusal: Diagnostics from 0 to 1; ``None`` if one does not apply.
        claims: What the answer claims, without its refusals; ``None`` if it claims nothing.
        hitl: The least review that the content asks for.
    """

    accuracy: Fraction | None = None
    scope: Fraction | None = None
    uncertainty: Fraction | None = None
    refusal: Fraction | None = None
    claims: StatedText | None = None
    hitl: Hitl = Hitl.NONE


def finding(code: str, message: str) -> CaseFinding:
    """Return a finding about the answer."""
    return CaseFinding(code=str(code), message=message, item=ITEM)
