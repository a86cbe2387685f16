"""Numbers, in figures or words."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.number.compare import compare_numbers
from loanproof.values.number.find import find_numbers, find_written_numbers
from loanproof.values.number.parse import parse_number
from loanproof.values.number.value import Number
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens


class NumberKind(Kind[Number]):
    """Numbers, in figures or words."""

    name = "number"
    noun = "number"
    labels = labels("number", "amount", "count")

    def parse(self, text: str, context: Context) -> Reading[Number]:
        """Read a text that is a number."""
        return parse_number(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Number], ...]:
        """Find every one in running text."""
        return find_numbers(tokens, context)

    def canonical(self, value: Number) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Number, given: Number) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_numbers(expected, given)

    def forms(self, value: Number) -> tuple[str, ...]:
        """Return the plain ways to write a value, the best first."""
        return (value.canonical,)


class WrittenNumberKind(NumberKind):
    """Numbers including ordinals: quoting "the first anniversary" as the second changes a number."""

    name = "written_number"
    noun = "written number"

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Number], ...]:
        """Find every one in running text."""
        return find_written_numbers(tokens, context)


NUMBER_KIND = NumberKind()
WRITTEN_NUMBER_KIND = WrittenNumberKind()
