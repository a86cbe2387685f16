"""Governing laws."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import Span
from loanproof.values.kind import Kind
from loanproof.values.law.compare import compare_laws
from loanproof.values.law.find import find_laws
from loanproof.values.law.parse import parse_law
from loanproof.values.law.places import law_name
from loanproof.values.law.value import Law
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens


class LawKind(Kind[Law]):
    """Governing laws."""

    name = "law"
    noun = "governing law"
    is_name = True

    def parse(self, text: str, context: Context) -> Reading[Law]:
        """Read the law, or the laws, that a text names."""
        return parse_law(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Law], ...]:
        """Find every legal system that a text names."""
        return find_laws(tokens, context)

    def canonical(self, value: Law) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Law, given: Law) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_laws(expected, given)

    def forms(self, value: Law) -> tuple[str, ...]:
        """Return what a lawyer calls the laws, then their codes."""
        return (" and ".join(map(law_name, value.codes)), value.canonical)

    def keys(self, value: Law) -> Iterator[str]:
        """Yield the code of each legal system."""
        return iter(value.codes)

    def appears(self, value: Law, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where the laws are named; several named together appear where each of them does."""
        del strictness
        found = [mentions.places(self, code) for code in value.codes]
        return tuple(span for spans in found for span in spans) if all(found) else ()


LAW_KIND = LawKind()
