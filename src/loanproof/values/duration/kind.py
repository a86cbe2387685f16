"""Periods of time."""

from __future__ import annotations

from loanproof.core import Span
from loanproof.values.duration.compare import compare_durations
from loanproof.values.duration.find import find_durations
from loanproof.values.duration.parse import parse_duration
from loanproof.values.duration.structure import DURATION_STRUCTURE
from loanproof.values.duration.tables import periods_under_headings
from loanproof.values.duration.value import Duration
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens


class DurationKind(Kind[Duration]):
    """Periods of time."""

    name = "duration"
    noun = "period"
    labels = labels("tenor", "term", "facility tenor", "facility term", "loan tenor", "loan term", "period", "duration")
    structure = DURATION_STRUCTURE

    def parse(self, text: str, context: Context) -> Reading[Duration]:
        """Read a text that is a period."""
        return parse_duration(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Duration], ...]:
        """Find every one in running text."""
        return find_durations(tokens, context)

    def canonical(self, value: Duration) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Duration, given: Duration) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_durations(expected, given)

    def forms(self, value: Duration) -> tuple[str, ...]:
        """Return the plain ways to write a value, the best first."""
        return (value.canonical,)

    def appears(self, value: Duration, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where a period is with its unit, else where the heading of its column names it (C-35)."""
        found = super().appears(value, mentions, strictness)
        return found if found or strictness.is_loose else periods_under_headings(value, mentions)


DURATION_KIND = DurationKind()
