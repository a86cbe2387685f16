"""Statements that all that was lent is paid, or ends, on a day: told by what is paid and where the day stands.

Agreements repay, discharge, clear, settle or return a loan; it matures, lapses, ends or runs until a day. Any of these
is a statement of the end where it is about all that is owed and the day follows a word such as ``on`` or ``until``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span

_PAID = re.compile(
    r"\b(?:re)?(?:pa(?:y|ys|id|yable|yment)|matur\w+|due|discharg\w+|clear(?:s|ed)?|settled?|settles|return(?:s|ed)?|redeem\w*|"
    r"retired?|lapses?|ends?|ending|expires?|terminates?|ceases?|run(?:s|ning)?|continues?|"
    r"remains?\s+(?:outstanding|open|in\s+force))\b",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|whole|entire|everything|whatever|in\s+full|balance|principal|loans?|advances?|drawings?|outstanding|owing|owed?|owe|notes?|"
    r"facilit(?:y|ies)|borrowings?|indebtedness|commitments?|credit|moneys?|sums?)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\b(?:on|by|until|till|through|to|than|before|including|ending|at|is)\s+(?:the\s+|its\s+)?"
    r"(?:close\s+of\s+business\s+on\s+|date\s+(?:which\s+is|falling|that\s+is)\s+|day\s+(?:falling|that\s+is)\s+)?\Z",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:draw(?:n|s|ing|down)?\b(?!s\b)|request\w*|utili[sz]\w*|call\s+for|availab\w+|notices?|offers?|accept\w*|deliver\w*|furnish\w*|"
    r"fees?|first|each|every|any|instal\w+|payments|commenc\w+|beginning|starting|since|dated|as\s+of|quarters?|"
    r"fiscal|financial|accounts|review\w*|test\w*|prepa\w+|cancel\w*|early|if(?!\s+not\s+(?:sooner|earlier|previously|already)))\b",
    re.IGNORECASE,
)
_INTEREST = re.compile(r"(?<!with )(?<!and )(?<!all )(?<!accrued )(?<!plus )\binterest\b", re.IGNORECASE)
_REACH = 160  # characters before a day in which it is said what ends
_BEHIND = 120  # characters behind it: on which day all advances are to be repaid
_NEAR = 70  # characters before it in which words make it another day
ELSEWHERE = frozenset(
    {
        Role.REPRESENTATIONS, Role.INFORMATION, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS, Role.TRANSFERS, Role.COVENANTS,
        Role.FINANCIAL_COVENANTS, Role.NEGATIVE_PLEDGE, Role.FEES, Role.COMMITMENT_FEE, Role.PREPAYMENT, Role.COSTS,
        Role.DEFAULT_INTEREST, Role.RATE_FALLBACK, Role.AMENDMENTS, Role.EFFECTIVENESS, Role.NOTICES,
        Role.INTEREST_PERIODS, Role.ENFORCEMENT, Role.PURPOSE, Role.INCREASE, Role.LETTERS_OF_CREDIT,
    }
)  # fmt: skip
"""What clauses are for that say when other things than the loan are due."""


def pays_off(paper: Paper, day: Span) -> bool:
    """Return whether the sentence around a day, or around a term for one, makes all that was lent end on it."""
    if paper.is_attached(day.start) or paper.roles.above(day.start) & ELSEWHERE:
        return False
    sentence = paper.passages.sentence_at(day.start)
    before = paper.text[max(sentence.start, day.start - _REACH) : day.start]
    behind = paper.text[day.end : min(sentence.end, day.end + _BEHIND)]
    near = before[-_NEAR:]
    if not _UNTIL.search(before) or _OTHER.search(near) or _INTEREST.search(near):
        return False
    return bool(_PAID.search(before) or _PAID.search(behind)) and _ALL.search(sentence.of(paper.text)) is not None
