"""What an output says about covenants and the flags of the document."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import Citation, Words, WordTable, load_words
from loanproof.outputs.confidence import UNSTATED, Confidence, read_confidence
from loanproof.outputs.findings import FindingCode
from loanproof.outputs.parts import FLAG_WORDS, Part
from loanproof.outputs.places import read_citations
from loanproof.outputs.plain_data import Value
from loanproof.standards import EvalStandard
from loanproof.values import (
    DURATION_KIND,
    NO_CONTEXT,
    NUMBER_KIND,
    Absence,
    Wording,
    candidates_of,
    content_words,
    tokenize,
)


class DenialWords(WordTable):
    """The words that deny a flag, and those that only say that it has no minimum amount."""

    denials: Words
    no_size: Words


_BUSINESS, _CALENDAR = "business", "calendar"
_DENIALS = load_words(__package__, "denials", DenialWords)
_DENIED, _HAS_NO_SIZE = Wording(_DENIALS.denials), Wording(_DENIALS.no_size)
_SEPARATORS = re.compile(r"[;\n]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """From when to when, as written; ``text`` if both are in one string."""

    start: str | None = None
    end: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdStep:
    """A threshold that applies for a time."""

    period: Period
    threshold: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiverOutput:
    """A waiver with its five components; a missing one is ``None``. ``text`` is a waiver described in words."""

    covenant: str | None = None
    original_threshold: Value = None
    waived_threshold: Value = None
    period: Period | None = None
    test_dates: tuple[str, ...] = ()
    is_temporary: bool | None = None
    covenant_survives: bool | None = None
    citations: tuple[Citation, ...] = ()
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CarveOutOutput:
    """An exception to a covenant, and its cap."""

    scope: str | None
    cap: Value
    has_shared_cap: bool | None
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GracePeriodOutput:
    """A time within which a default can be remedied; ``unit`` is as written."""

    days: Decimal | None
    unit: str | None
    triggers: tuple[str, ...]
    citations: tuple[Citation, ...]
    confidence: Confidence = UNSTATED


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossDefaultOutput:
    """Whether a default elsewhere is a default here, of which kind, and above which threshold."""

    is_present: bool | None
    kind: str | None
    threshold: Value
    thresholds: tuple[Value, ...]
    citations: tuple[Citation, ...]
    confidence: Confidence = UNSTATED


@dataclass(frozen=True, slots=True, kw_only=True)
class CovenantOutput:
    """One reported covenant. ``types`` contains every class that was given; words are as written."""

    name: str | None
    also: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    secondary_type: str | None = None
    threshold: Value = None
    operator: str | None = None
    steps: tuple[ThresholdStep, ...] = ()
    testing_frequency: str | None = None
    condition: str | None = None
    effective_date: str | None = None
    waiver: WaiverOutput | None = None
    carve_outs: tuple[CarveOutOutput, ...] = ()
    grace_period: GracePeriodOutput | None = None
    cross_default: CrossDefaultOutput | None = None
    confidence: Confidence = UNSTATED
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagsOutput:
    """The flags of the document. ``grace_periods`` is ``None`` if nothing was said, empty if there are none."""

    grace_periods: tuple[GracePeriodOutput, ...] | None = None
    cross_default: CrossDefaultOutput | None = None


def read_covenants(part: Part, standard: EvalStandard) -> tuple[CovenantOutput, ...]:
    """Read the list of covenants in its order; one without a name is kept, with a finding."""
    return tuple(_covenant(entry, standard) for entry in part.parts("covenants"))


def read_flags(part: Part, standard: EvalStandard) -> FlagsOutput | None:
    """Read ``flags``; ``None`` if the output has none."""
    flags = part.part("flags")
    if flags is None:
        return None
    written = flags.value("grace_periods")
    said = written is not None and not (isinstance(written, str) and standard.absence.open_flag(written))
    periods = tuple(_grace_period(entry, standard) for entry in flags.parts("grace_periods"))
    read = FlagsOutput(grace_periods=periods if said else None, cross_default=_cross_default(flags, standard))
    flags.close()
    return read


def _covenant(part: Part, standard: EvalStandard) -> CovenantOutput:
    name = part.text("name")
    if name is None or not name.strip():
        part.note(FindingCode.MISSING_KEY, "name", "The covenant has no name.")
    grace_period = _own_grace_period(part, standard)
    covenant = CovenantOutput(
        name=name,
        also=part.texts("also"),
        types=_types(part),
        secondary_type=part.text("secondary_type"),
        threshold=part.value("threshold"),
        operator=part.text("operator"),
        steps=tuple(_step(entry) for entry in part.parts("steps")),
        testing_frequency=part.text("testing_frequency"),
        condition=part.text("condition"),
        effective_date=part.text("effective_date"),
        waiver=_waiver(part, standard.absence),
        carve_outs=_carve_outs(part, standard.absence),
        grace_period=grace_period,
        cross_default=_cross_default(part, standard),
        confidence=read_confidence(part, standard),
        citations=read_citations(part),
    )
    part.close()
    return covenant


def _types(part: Part) -> tuple[str, ...]:
    # Two classes may be given as a list: the contract has a rule for it, so it is not a format defect.
    if isinstance(part.value("type"), tuple):
        return part.texts("type")
    text = part.text("type")
    return () if text is None else (text,)


def _period(part: Part) -> Period:
    return Period(start=part.text("from"), end=part.text("to"))


def _step(part: Part) -> ThresholdStep:
    step = ThresholdStep(period=_period(part), threshold=part.value("threshold"))
    part.close()
    return step


def _waiver(covenant: Part, absence: Absence) -> WaiverOutput | None:
    written = covenant.value("waiver")
    part = next(iter(covenant.parts("waiver")), None) if isinstance(written, tuple) else covenant.part("waiver")
    if isinstance(written, bool | str):
        return _told_waiver(str(written), absence)
    return None if part is None else _stated_waiver(part)


def _told_waiver(text: str, absence: Absence) -> WaiverOutput | None:
    """Return a waiver given as a yes or in words; a denial counts as silence."""
    return None if absence.open_flag(text) or _denies(text, absence) else WaiverOutput(text=text.strip())


def _stated_waiver(part: Part) -> WaiverOutput:
    period, written = part.part("period"), part.value("period")
    dates = part.texts("test_dates")  # they may be next to the period or inside it
    inner_dates = () if period is None else period.texts("test_dates")
    waiver = WaiverOutput(
        covenant=part.text("covenant"),
        original_threshold=part.value("original_threshold"),
        waived_threshold=part.value("waived_threshold"),
        period=Period(text=written) if isinstance(written, str) else None if period is None else _period(period),
        test_dates=dates or inner_dates,
        is_temporary=part.flag("temporary"),
        covenant_survives=part.flag("covenant_survives"),
        citations=read_citations(part),
    )
    if period is not None:
        period.close()
    part.close()
    return waiver


def _carve_outs(covenant: Part, absence: Absence) -> tuple[CarveOutOutput, ...]:
    """Read the list of carve-outs; in one string they are separated by semicolons or lines."""
    entries = covenant.parts("carve_outs", text_as="scope")
    written = covenant.value("carve_outs")
    if isinstance(written, str):
        scopes = (piece.strip() for piece in _SEPARATORS.split(written))
        place = covenant.at("carve_outs")
        entries = tuple(Part({"scope": scope}, place, covenant.findings) for scope in scopes if scope)
    return tuple(one for one in map(_carve_out, entries) if not _is_no_carve_out(one, absence))


def _carve_out(part: Part) -> CarveOutOutput:
    carve_out = CarveOutOutput(
        scope=part.text("scope"),
        cap=part.value("cap"),
        has_shared_cap=part.flag("shared_cap"),
        citations=read_citations(part),
    )
    part.close()
    return carve_out


def _is_no_carve_out(given: CarveOutOutput, absence: Absence) -> bool:
    """Return whether a list entry only says that there is none: ``["None"]``."""
    said = (given.scope, given.cap)
    is_silent = all(text is None or (isinstance(text, str) and absence.carve_out(text)) for text in said)
    return given.scope is not None and is_silent and not given.citations


def _own_grace_period(covenant: Part, standard: EvalStandard) -> GracePeriodOutput | None:
    """Read the grace period of a covenant, an object or words: ``20 days after notice from the Agent``."""
    written = covenant.value("grace_period")
    if not isinstance(written, str):
        part = covenant.part("grace_period")
        return None if part is None else _grace_period(part, standard)
    if standard.absence.open_flag(written) or _denies(written, standard.absence):
        return None
    days, unit = _days_in(written, None)
    return GracePeriodOutput(days=days, unit=unit, triggers=_events_in(written), citations=())


def _grace_period(part: Part, standard: EvalStandard) -> GracePeriodOutput:
    days, unit = part.number("days"), part.text("unit")
    written = part.value("days")
    triggers = part.texts("triggers")
    if days is None and isinstance(written, str):
        days, unit = _days_in(written, unit)
        triggers = triggers or _events_in(written)
    period = GracePeriodOutput(
        days=days,
        unit=unit,
        triggers=triggers,
        citations=read_citations(part),
        confidence=read_confidence(part, standard),
    )
    part.close()
    return period


def _days_in(text: str, unit: str | None) -> tuple[Decimal | None, str | None]:
    """Return the number and unit of days given in words: ``five (5) Business Days after notice``, ``three (3)``."""
    found = DURATION_KIND.find(tokenize(text), NO_CONTEXT)
    for period in (one.candidates[0] for one in found if len(one.candidates) == 1):  # "five (6)" contradicts itself
        if period.business_days:
            return Decimal(period.business_days), unit or _BUSINESS
        if period.days:
            return Decimal(period.days), unit or _CALENDAR
    return next((number.value for number in candidates_of(NUMBER_KIND.read(text))), None), unit


def _events_in(text: str) -> tuple[str, ...]:
    """Return what a grace period in words says besides its length: the events that start it."""
    rest = text
    for found in reversed(DURATION_KIND.find(tokenize(rest), NO_CONTEXT)):
        rest = f"{rest[: found.span.start]} {rest[found.span.end :]}"
    return (" ".join(rest.split()),) if content_words(rest) else ()


def _cross_default(owner: Part, standard: EvalStandard) -> CrossDefaultOutput | None:
    if isinstance(owner.value("cross_default"), bool | str):
        return _stated_cross_default(owner, standard.absence)
    part = owner.part("cross_default")
    if part is None:
        return None
    flag = CrossDefaultOutput(
        is_present=part.flag("present"),
        kind=part.text("kind"),
        threshold=part.value("threshold"),
        thresholds=part.values("thresholds"),
        citations=read_citations(part),
        confidence=read_confidence(part, standard),
    )
    part.close()
    return flag


def _stated_cross_default(owner: Part, absence: Absence) -> CrossDefaultOutput | None:
    """Return a cross default given as a yes or no, or in words with its kind and threshold, with a finding."""
    owner.part("cross_default")
    said = owner.value("cross_default")
    text = said.strip() if isinstance(said, str) else str(said)
    if absence.open_flag(text):
        return None
    is_present = FLAG_WORDS.get(text.lower(), not _denies(text, absence))
    has_words = is_present and text.lower() not in FLAG_WORDS
    return CrossDefaultOutput(
        is_present=is_present,
        kind=text if has_words else None,
        threshold=text if has_words and any(character.isdigit() for character in text) else None,
        thresholds=(),
        citations=(),
    )


def _denies(text: str, absence: Absence) -> bool:
    """Return whether a flag in words is denied: ``none``, ``N/A``, ``no cross default``."""
    return (absence.denied_flag(text) or _DENIED.opens(text)) and not _HAS_NO_SIZE.opens(text)
