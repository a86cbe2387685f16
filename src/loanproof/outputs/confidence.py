"""How sure a system says it is: a score, a level, or both; the lower counts, and no statement is LOW."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from loanproof.outputs.findings import FindingCode, Findings, inner_place, quote_for_message
from loanproof.outputs.parts import Part, type_of
from loanproof.outputs.plain_data import Value
from loanproof.standards import ConfidenceLevel, EvalStandard

_ORDER = tuple(ConfidenceLevel)  # from the surest down


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """A stated confidence. ``score`` is ``None`` if no valid number was given; ``level`` is what counts."""

    score: Decimal | None = None
    level: ConfidenceLevel = ConfidenceLevel.LOW


UNSTATED = Confidence()


def read_confidence(part: Part, standard: EvalStandard) -> Confidence:
    """Read the ``confidence`` of a part: a number, a level word, or an object with both.

    Missing is LOW without a finding. A boolean, a number outside 0..1 or an unknown word is LOW with one.
    """
    value, place = part.value("confidence"), part.at("confidence")
    if value is None:
        return UNSTATED
    if isinstance(value, Mapping):
        return _of_object(Part(value, place, part.findings), standard)
    if isinstance(value, str):
        level = _level(value, part.findings, place)
        return UNSTATED if level is None else Confidence(level=level)
    score = _score(value, part.findings, place)
    return UNSTATED if score is None else Confidence(score=score, level=standard.confidence_level(score))


def _of_object(part: Part, standard: EvalStandard) -> Confidence:
    written_score, written_level = part.value("score"), part.value("level")
    part.close()
    if written_score is None and written_level is None:
        part.note(FindingCode.CONFIDENCE_INVALID, None, "Neither a score nor a level is given; this counts as LOW.")
        return UNSTATED
    score = None if written_score is None else _score(written_score, part.findings, inner_place(part.place, "score"))
    level = None if written_level is None else _level(written_level, part.findings, inner_place(part.place, "level"))
    if (written_score is not None and score is None) or (written_level is not None and level is None):
        return Confidence(score=score)
    if score is None or level is None:
        return Confidence(score=score, level=level or standard.confidence_level(score or Decimal(0)))
    by_score = standard.confidence_level(score)
    if by_score is not level:
        message = f"The score {score} is {by_score}, but the level says {level}; the lower counts."
        part.note(FindingCode.CONFIDENCE_DISAGREES, None, message)
    return Confidence(score=score, level=max(by_score, level, key=_ORDER.index))


def _score(value: Value, findings: Findings, place: str) -> Decimal | None:
    if isinstance(value, Decimal) and 0 <= value <= 1:
        return value
    what = quote_for_message(str(value)) if isinstance(value, Decimal) else type_of(value)
    message = f"A confidence is a number from 0 to 1 or HIGH, MEDIUM or LOW, not {what}; this counts as LOW."
    findings.add(FindingCode.CONFIDENCE_INVALID, place, message)
    return None


def _level(value: Value, findings: Findings, place: str) -> ConfidenceLevel | None:
    word = value.strip().upper() if isinstance(value, str) else ""
    if word in _ORDER:
        return ConfidenceLevel(word)
    what = quote_for_message(value) if isinstance(value, str) else type_of(value)
    message = f"A level of confidence is HIGH, MEDIUM or LOW, not {what}; this counts as LOW."
    findings.add(FindingCode.CONFIDENCE_INVALID, place, message)
    return None
