"""What an output says about covenants and the flags of the document."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import Citation
from loanproof.outputs.confidence import UNSTATED, Confidence, ConfidenceBands, read_confidence
from loanproof.outputs.findings import FindingCode
from loanproof.outputs.parts import Part
from loanproof.outputs.places import read_citations
from loanproof.outputs.plain_data import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """From when to when, as written."""

    start: str | None
    end: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdStep:
    """A threshold that holds for a time."""

    period: Period
    threshold: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiverOutput:
    """A waiver with its five components; one that was not given is ``None``."""

    covenant: str | None
    original_threshold: Value
    waived_threshold: Value
    period: Period | None
    test_dates: tuple[str, ...]
    is_temporary: bool | None
    covenant_survives: bool | None
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CarveOutOutput:
    """An exception from a covenant, and its cap."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossDefaultOutput:
    """Whether a default elsewhere is a default here, of which kind, and above which threshold."""

    is_present: bool | None
    kind: str | None
    threshold: Value
    thresholds: tuple[Value, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CovenantOutput:
    """One reported covenant. ``types`` holds every class that was given; words are as written."""

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
    """The flags of the document. ``grace_periods`` is ``None`` when nothing was said, empty when none are stated."""

    grace_periods: tuple[GracePeriodOutput, ...] | None = None
    cross_default: CrossDefaultOutput | None = None


def read_covenants(part: Part, bands: ConfidenceBands) -> tuple[CovenantOutput, ...]:
    """Read the list of covenants in its order; one without a name is kept, with a finding."""
    return tuple(_covenant(entry, bands) for entry in part.parts("covenants"))


def read_flags(part: Part) -> FlagsOutput | None:
    """Read ``flags``; ``None`` means that the output has none."""
    flags = part.part("flags")
    if flags is None:
        return None
    said = flags.value("grace_periods") is not None
    periods = tuple(_grace_period(entry) for entry in flags.parts("grace_periods"))
    read = FlagsOutput(grace_periods=periods if said else None, cross_default=_cross_default(flags))
    flags.close()
    return read


def _covenant(part: Part, bands: ConfidenceBands) -> CovenantOutput:
    name = part.text("name")
    if name is None or not name.strip():
        part.note(FindingCode.MISSING_KEY, "name", "The covenant has no name.")
    grace_period = part.part("grace_period")
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
        waiver=_waiver(part),
        carve_outs=tuple(_carve_out(entry) for entry in part.parts("carve_outs")),
        grace_period=None if grace_period is None else _grace_period(grace_period),
        cross_default=_cross_default(part),
        confidence=read_confidence(part, bands),
        citations=read_citations(part),
    )
    part.close()
    return covenant


def _types(part: Part) -> tuple[str, ...]:
    # Two classes may be given as a list: the contract has a rule for it, so it is no defect of form.
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


def _waiver(covenant: Part) -> WaiverOutput | None:
    part = covenant.part("waiver")
    if part is None:
        return None
    period = part.part("period")
    dates = part.texts("test_dates")  # they may stand beside the period or inside it
    inner_dates = () if period is None else period.texts("test_dates")
    waiver = WaiverOutput(
        covenant=part.text("covenant"),
        original_threshold=part.value("original_threshold"),
        waived_threshold=part.value("waived_threshold"),
        period=None if period is None else _period(period),
        test_dates=dates or inner_dates,
        is_temporary=part.flag("temporary"),
        covenant_survives=part.flag("covenant_survives"),
        citations=read_citations(part),
    )
    if period is not None:
        period.close()
    part.close()
    return waiver


def _carve_out(part: Part) -> CarveOutOutput:
    carve_out = CarveOutOutput(
        scope=part.text("scope"),
        cap=part.value("cap"),
        has_shared_cap=part.flag("shared_cap"),
        citations=read_citations(part),
    )
    part.close()
    return carve_out


def _grace_period(part: Part) -> GracePeriodOutput:
    period = GracePeriodOutput(
        days=part.number("days"),
        unit=part.text("unit"),
        triggers=part.texts("triggers"),
        citations=read_citations(part),
    )
    part.close()
    return period


def _cross_default(owner: Part) -> CrossDefaultOutput | None:
    part = owner.part("cross_default")
    if part is None:
        return None
    flag = CrossDefaultOutput(
        is_present=part.flag("present"),
        kind=part.text("kind"),
        threshold=part.value("threshold"),
        thresholds=part.values("thresholds"),
        citations=read_citations(part),
    )
    part.close()
    return flag
