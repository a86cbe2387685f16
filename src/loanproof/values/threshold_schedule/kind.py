"""The kind of value: schedules of thresholds."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.schedule.value import Schedule
from loanproof.values.threshold.value import Threshold
from loanproof.values.threshold_schedule.compare import compare_threshold_schedules
from loanproof.values.threshold_schedule.find import find_threshold_schedules
from loanproof.values.threshold_schedule.parse import parse_threshold_schedule


def _canonical(schedule: Schedule[Threshold]) -> str:
    return "; ".join(
        f"{level.start or ''}..{level.end or ''} {level.value.canonical}"
        if level.start or level.end
        else level.value.canonical
        for level in schedule.levels
    )


THRESHOLD_SCHEDULE_KIND: Kind[Schedule[Threshold]] = Kind(
    name="threshold_schedule",
    parse=parse_threshold_schedule,
    find=find_threshold_schedules,
    canonical=_canonical,
    compare=compare_threshold_schedules,
)
