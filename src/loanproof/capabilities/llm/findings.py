"""What went wrong between a model and its answer: each problem has a stable code and a sentence for a person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """The reasons for which a reply, or a part of it, is not used as it came."""

    NOT_JSON = "REPLY_NOT_JSON"
    CUT_OFF = "REPLY_CUT_OFF"
    WRONG_SHAPE = "REPLY_WRONG_SHAPE"
    EXTRA_KEY = "REPLY_EXTRA_KEY"
    UNKNOWN_TERM = "REPLY_UNKNOWN_TERM"
    TERM_TWICE = "REPLY_TERM_TWICE"
    TERM_MISSING = "REPLY_TERM_MISSING"
    UNKNOWN_CLAUSE = "REPLY_UNKNOWN_CLAUSE"
    NO_CLAUSE = "REPLY_NO_CLAUSE"
    OTHER_ENDS = "REPLY_OTHER_ENDS"
    NOT_IN_CLAUSE = "REPLY_NOT_IN_CLAUSE"
    NOT_SUPPORTED = "REPLY_NOT_SUPPORTED"
    GUARDED = "REPLY_HELD_BY_GUARD"
    OVER_BUDGET = "BUDGET_USED_UP"
    NO_REPLY = "MODEL_DID_NOT_ANSWER"
    ADDRESSED = "DOCUMENT_ADDRESSES_READER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem: its code, the term it concerns, and a sentence that explains it."""

    fault: Fault
    term: str
    sentence: str


def shown(text: object) -> str:
    """Return what a model wrote as it appears in a sentence: on one line, in quotation marks, shortened."""
    words = " ".join(str(text).split())
    plain = "".join(one if one.isprintable() else "?" for one in words)
    return f"“{plain[:59]}…”" if len(plain) > 60 else f"“{plain}”"
