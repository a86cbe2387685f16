"""How sure a system says it is: a score, a level, or both; the lower counts, and silence is LOW."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from loanproof.outputs.findings import FindingCode, Findings, inner_place, shown
from loanproof.outputs.parts import Part, type_of
from loanproof.outputs.plain_data import Value
from loanproof.standards import ConfidenceLevel, Contract, load_contract

SHIPPED_CONTRACT = "eval-standards@1.0"

_ORDER = tuple(ConfidenceLevel)  # from the surest down


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """A stated confidence. ``score`` is ``None`` where no valid number was given; ``level`` is what counts."""

    score: Decimal | None = None
    level: ConfidenceLevel = ConfidenceLevel.LOW


UNSTATED = Confidence()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceBands:
    """The lowest score of each level, from the surest down, as the contract has them."""

    floors: tuple[tuple[ConfidenceLevel, Decimal], ...]

    @classmethod
    def of(cls, contract: Contract) -> ConfidenceBands:
        """Return the bands of a contract."""
        return cls(floors=tuple((level, band.at_least) for level, band in contract.confidence.levels.items()))

    def level_of(self, score: Decimal) -> ConfidenceLevel:
        """Return the level that a score from 0 to 1 falls into."""
        return next((level for level, floor in self.floors if score >= floor), ConfidenceLevel.LOW)


@cache
def shipped_bands() -> ConfidenceBands:
    """Return the bands of the contract that is shipped with this version."""
    return ConfidenceBands.of(load_contract(SHIPPED_CONTRACT).contract)


def read_confidence(part: Part, bands: ConfidenceBands) -> Confidence:
    """Read the ``confidence`` of a part: a number, a level word, or an object with both.

    Missing is LOW without a finding. A boolean, a number outside 0..1 or an unknown word is LOW with one.
    """
    value, place = part.value("confidence"), part.at("confidence")
    if value is None:
        return UNSTATED
    if isinstance(value, Mapping):
        return _of_object(Part(value, place, part.findings), bands)
    if isinstance(value, str):
        level = _level(value, part.findings, place)
        return UNSTATED if level is None else Confidence(level=level)
    score = _score(value, part.findings, place)
    return UNSTATED if score is None else Confidence(score=score, level=bands.level_of(score))


def _of_object(part: Part, bands: ConfidenceBands) -> Confidence:
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
        return Confidence(score=score, level=level or bands.level_of(score or Decimal(0)))
    by_score = bands.level_of(score)
    if by_score is not level:
        message = f"The score {score} is {by_score}, but the level says {level}; the lower counts."
        part.note(FindingCode.CONFIDENCE_DISAGREES, None, message)
    return Confidence(score=score, level=max(by_score, level, key=_ORDER.index))


def _score(value: Value, findings: Findings, place: str) -> Decimal | None:
    if isinstance(value, Decimal) and 0 <= value <= 1:
        return value
    what = shown(str(value)) if isinstance(value, Decimal) else type_of(value)
    message = f"A confidence is a number from 0 to 1 or HIGH, MEDIUM or LOW, not {what}; this counts as LOW."
    findings.add(FindingCode.CONFIDENCE_INVALID, place, message)
    return None


def _level(value: Value, findings: Findings, place: str) -> ConfidenceLevel | None:
    word = value.strip().upper() if isinstance(value, str) else ""
    if word in _ORDER:
        return ConfidenceLevel(word)
    what = shown(value) if isinstance(value, str) else type_of(value)
    message = f"A level of confidence is HIGH, MEDIUM or LOW, not {what}; this counts as LOW."
    findings.add(FindingCode.CONFIDENCE_INVALID, place, message)
    return None
