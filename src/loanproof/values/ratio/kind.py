"""Ratios, so many to one."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.ratio.compare import compare_ratios
from loanproof.values.ratio.find import find_ratios
from loanproof.values.ratio.parse import parse_ratio
from loanproof.values.ratio.value import Ratio
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens


class RatioKind(Kind[Ratio]):
    """Ratios, so many to one."""

    name = "ratio"
    noun = "ratio"
    labels = labels("ratio", "level", "threshold", "covenant level")

    def parse(self, text: str, context: Context) -> Reading[Ratio]:
        """Read a text that is a ratio."""
        return parse_ratio(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Ratio], ...]:
        """Find every one in running text."""
        return find_ratios(tokens, context)

    def canonical(self, value: Ratio) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Ratio, given: Ratio) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_ratios(expected, given)

    def forms(self, value: Ratio) -> tuple[str, ...]:
        """Return the plain ways to write a value, the best first."""
        return (value.canonical,)


RATIO_KIND = RatioKind()
