"""Step-downs and step-ups of a covenant."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.schedule.value import Level, Schedule
from loanproof.values.text.tokens import Tokens
from loanproof.values.threshold.value import Threshold
from loanproof.values.threshold.writing import write_threshold
from loanproof.values.threshold_schedule.compare import compare_threshold_schedules
from loanproof.values.threshold_schedule.find import find_threshold_schedules
from loanproof.values.threshold_schedule.parse import parse_threshold_schedule


class ThresholdScheduleKind(Kind[Schedule[Threshold]]):
    """Step-downs and step-ups of a covenant: thresholds that change on dates."""

    name = "threshold_schedule"
    noun = "schedule of thresholds"

    def parse(self, text: str, context: Context) -> Reading[Schedule[Threshold]]:
        """Read a text that states the levels of a covenant, or one threshold alone."""
        return parse_threshold_schedule(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Schedule[Threshold]], ...]:
        """Find every threshold in running text, each as a schedule of one level."""
        return find_threshold_schedules(tokens, context)

    def canonical(self, value: Schedule[Threshold]) -> str:
        """Return the one text that equal values share."""
        return "; ".join(
            f"{level.start or ''}..{level.end or ''} {level.value.canonical}"
            if level.start or level.end
            else level.value.canonical
            for level in value.levels
        )

    def compare(self, expected: Schedule[Threshold], given: Schedule[Threshold]) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_threshold_schedules(expected, given)

    def forms(self, value: Schedule[Threshold]) -> tuple[str, ...]:
        """Return the levels with their dates: ``≤ 4.50:1 until 2026-12-31; ≤ 4.00:1 from 2027-01-01``."""
        return ("; ".join(map(_write_level, value.levels)), self.canonical(value))


def _write_level(level: Level[Threshold]) -> str:
    first = "" if level.start is None else f" from {level.start.isoformat()}"
    last = "" if level.end is None else f" until {level.end.isoformat()}"
    return f"{write_threshold(level.value)}{first}{last}"


THRESHOLD_SCHEDULE_KIND = ThresholdScheduleKind()
