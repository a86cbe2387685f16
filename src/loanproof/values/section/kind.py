"""References to sections."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.section.compare import compare_sections
from loanproof.values.section.find import find_sections
from loanproof.values.section.parse import parse_section
from loanproof.values.section.value import SectionId
from loanproof.values.text.tokens import Tokens


class SectionKind(Kind[SectionId]):
    """References to sections."""

    name = "section"
    noun = "section reference"
    keep_case = True  # (a) and (A) are two levels

    def parse(self, text: str, context: Context) -> Reading[SectionId]:
        """Read a text that is a section reference."""
        return parse_section(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[SectionId], ...]:
        """Find every one in running text."""
        return find_sections(tokens, context)

    def canonical(self, value: SectionId) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: SectionId, given: SectionId) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_sections(expected, given)

    def forms(self, value: SectionId) -> tuple[str, ...]:
        """Return the plain ways to write a value, the best first."""
        return (value.canonical,)


SECTION_KIND = SectionKind()
