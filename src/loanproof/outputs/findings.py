"""Findings: what is wrong with an output, where, and in which words. A defect is data, never an exception."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

MAX_FINDINGS = 500

_LONGEST_KEY = 64
_PLAIN_KEY = re.compile(rf"[A-Za-z0-9_-]{{1,{_LONGEST_KEY}}}", re.ASCII)
_SHOWN_KEY = 40


class FindingCode(StrEnum):
    """One stable code for each defect that parsing can find. Codes may be added, but never renamed."""

    # the text
    NOT_ONE_OBJECT = "NOT_ONE_OBJECT"
    TEXT_TOO_LONG = "TEXT_TOO_LONG"
    TOO_DEEP = "TOO_DEEP"
    BYTE_ORDER_MARK = "BYTE_ORDER_MARK"
    DUPLICATE_KEY = "DUPLICATE_KEY"
    NOT_A_NUMBER = "NOT_A_NUMBER"
    NUMBER_TOO_LARGE = "NUMBER_TOO_LARGE"
    STRING_TOO_LONG = "STRING_TOO_LONG"
    LONE_SURROGATE = "LONE_SURROGATE"
    CONTROL_CHARACTER = "CONTROL_CHARACTER"
    # the shape
    WRONG_TYPE = "WRONG_TYPE"
    UNKNOWN_KEY = "UNKNOWN_KEY"
    UNKNOWN_WORD = "UNKNOWN_WORD"
    MISSING_KEY = "MISSING_KEY"
    CAPABILITY_DIFFERS = "CAPABILITY_DIFFERS"
    DUPLICATE_TRANCHE = "DUPLICATE_TRANCHE"
    # the statement
    STATUS_CONTRADICTS_VALUE = "STATUS_CONTRADICTS_VALUE"
    EMPTY_FIELD = "EMPTY_FIELD"
    EMPTY_VALUE = "EMPTY_VALUE"
    CONFIDENCE_INVALID = "CONFIDENCE_INVALID"
    CONFIDENCE_DISAGREES = "CONFIDENCE_DISAGREES"
    # what a system reports about itself
    REPORTED = "REPORTED"
    # the list itself
    TOO_MANY_FINDINGS = "TOO_MANY_FINDINGS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One defect of an output.

    ``place`` names the part with dots, such as ``fields.margin.confidence`` or ``covenants.0.name``; it is empty
    for the output as a whole.
    """

    code: FindingCode
    place: str
    message: str


class Findings:
    """The findings of one output in order; at most :data:`MAX_FINDINGS`, then one that says so."""

    def __init__(self) -> None:
        self._found: list[Finding] = []

    def add(self, code: FindingCode, place: str, message: str) -> None:
        """Note one defect."""
        if len(self._found) < MAX_FINDINGS:
            self._found.append(Finding(code=code, place=place, message=message))
        elif len(self._found) == MAX_FINDINGS:
            message = f"There are more than {MAX_FINDINGS} findings; the rest are not listed."
            self._found.append(Finding(code=FindingCode.TOO_MANY_FINDINGS, place="", message=message))

    def all(self) -> tuple[Finding, ...]:
        """Return everything found so far."""
        return tuple(self._found)


def inner_place(place: str, step: str | int) -> str:
    """Return the path of a part inside another; a key that is not a plain word is quoted, escaped and shortened."""
    return _inner_place(place, step if isinstance(step, int) else step[: _LONGEST_KEY + 1])


@lru_cache(maxsize=4096)  # cached: the same few hundred paths occur in every output
def _inner_place(place: str, step: str | int) -> str:
    shown = str(step)
    if isinstance(step, str) and not _PLAIN_KEY.fullmatch(step):
        shown = json.dumps(step[:_SHOWN_KEY])
    return f"{place}.{shown}" if place else shown


def quote_for_message(text: str | None) -> str:
    """Return written text for a message: on one line, in ASCII, at most about sixty characters long."""
    quoted = ascii(None if text is None else text[:80])
    return quoted if len(quoted) <= 60 else quoted[:59] + "…"
