"""How often something happens."""

from __future__ import annotations

from loanproof.values.frequency.compare import compare_frequencies
from loanproof.values.frequency.find import find_frequencies
from loanproof.values.frequency.parse import parse_frequency
from loanproof.values.frequency.value import Frequency
from loanproof.values.frequency.words import RHYTHM_WORDS
from loanproof.values.kind import Kind
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens


class FrequencyKind(Kind[Frequency]):
    """How often something happens."""

    name = "frequency"
    noun = "frequency"

    def parse(self, text: str, context: Context) -> Reading[Frequency]:
        """Read a text that is a frequency."""
        return parse_frequency(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Frequency], ...]:
        """Find every one in running text."""
        return find_frequencies(tokens, context)

    def canonical(self, value: Frequency) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Frequency, given: Frequency) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_frequencies(expected, given)

    def forms(self, value: Frequency) -> tuple[str, ...]:
        """Return the first words of the rhythm, and the condition."""
        condition = "" if value.condition is None else f" if {value.condition}"
        return (f"{RHYTHM_WORDS[value.rhythm]}{condition}", value.canonical)


FREQUENCY_KIND = FrequencyKind()
