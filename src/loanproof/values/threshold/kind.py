"""Thresholds of covenants."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens
from loanproof.values.threshold.compare import compare_thresholds
from loanproof.values.threshold.find import find_thresholds
from loanproof.values.threshold.parse import parse_threshold
from loanproof.values.threshold.value import Threshold
from loanproof.values.threshold.writing import write_threshold


class ThresholdKind(Kind[Threshold]):
    """Thresholds of covenants."""

    name = "threshold"
    noun = "threshold"

    def parse(self, text: str, context: Context) -> Reading[Threshold]:
        """Read a text that is a threshold."""
        return parse_threshold(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Threshold], ...]:
        """Find every one in running text."""
        return find_thresholds(tokens, context)

    def canonical(self, value: Threshold) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Threshold, given: Threshold) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_thresholds(expected, given)

    def forms(self, value: Threshold) -> tuple[str, ...]:
        """Return the comparison and the value as people write them: ``≤ 4.00:1``, ``≥ USD 300,000,000``."""
        return (write_threshold(value), value.canonical)


THRESHOLD_KIND = ThresholdKind()
