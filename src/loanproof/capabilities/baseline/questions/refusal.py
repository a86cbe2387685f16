"""The refusal in the prescribed words: what the document does not contain, and where it may be found if it says so."""

from __future__ import annotations

import re

from loanproof.capabilities.baseline.aids import concepts_in
from loanproof.capabilities.baseline.questions.matters import matter_named
from loanproof.capabilities.baseline.questions.opinions import JUDGED

_SENTENCE = "The document does not contain information about {topic}."
_POINTER = " If this information is required, it may be found in {pointer}."
_WHAT_IS = re.compile(r"(?:what|how\s+(?:much|large|big|high|long))\s+(?:is|are|was|were)\s+", re.IGNORECASE)
_ASKS_FOR_SUBJECT = re.compile(
    r"(?:who|which|what)\b(?:\s+[\w’'-]+){0,4}?\s+(?:is|are|was|were|makes?|audits?)\b", re.IGNORECASE
)
_YES_NO = re.compile(r"(?P<verb>is|are|was|were)\s+", re.IGNORECASE)


def refuse(question: str, pointer: str | None = None) -> str:
    """Return the prescribed sentence about a question, followed by the sentence with the pointer if there is one."""
    said = _SENTENCE.format(topic=topic_of(question))
    return said if pointer is None else said + _POINTER.format(pointer=pointer)


def topic_of(question: str) -> str:
    """Return what a question is about, in words that can follow ``information about``."""
    asked = " ".join(question.split()).rstrip(" ?.")
    opened = _WHAT_IS.match(asked)
    if opened:
        return asked[opened.end() :]
    if _ASKS_FOR_SUBJECT.match(asked):
        return f"{_lower_first(asked)}{_concept(asked)}"
    yes_no = _YES_NO.match(asked)
    if yes_no:
        rest = asked[yes_no.end() :]
        judged = JUDGED.search(rest)
        if judged:
            return f"whether {rest[: judged.start()].rstrip()} {yes_no['verb'].lower()} {rest[judged.start() :]}"
    return f"the question “{_lower_first(asked)}”{_concept(asked)}"


def _concept(asked: str) -> str:
    """Return the market's name for the thing in brackets, if the question does not use it."""
    words = set(asked.lower().split())
    matter = matter_named(asked)
    if matter is not None and words.isdisjoint(matter.split()):
        return f" ({matter})"
    for concept in concepts_in(asked):
        name = concept.name.replace("_", " ")
        if name not in asked.lower():
            return f" ({name})"
    return ""


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
