"""Identifiers: LEI, ISIN, CUSIP and LoanX ids, compared character for character."""

from __future__ import annotations

from loanproof.values.identifier.compare import compare_identifiers
from loanproof.values.identifier.find import find_identifiers
from loanproof.values.identifier.parse import parse_identifier
from loanproof.values.identifier.value import Identifier
from loanproof.values.kind import Kind
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens


class IdentifierKind(Kind[Identifier]):
    """Identifiers: LEI, ISIN, CUSIP and LoanX ids, compared character for character."""

    name = "identifier"
    noun = "identifier"
    keep_case = True

    def parse(self, text: str, context: Context) -> Reading[Identifier]:
        """Read a text that is one identifier."""
        return parse_identifier(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Identifier], ...]:
        """Find every identifier in running text whose check digits are right."""
        return find_identifiers(tokens, context)

    def canonical(self, value: Identifier) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Identifier, given: Identifier) -> Comparison:
        """Compare two identifiers character for character."""
        return compare_identifiers(expected, given)

    def forms(self, value: Identifier) -> tuple[str, ...]:
        """Return the characters."""
        return (value.canonical,)


IDENTIFIER_KIND = IdentifierKind()
