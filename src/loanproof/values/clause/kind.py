"""Clauses that an agreement either has or does not have."""

from __future__ import annotations

from loanproof.values.clause.find import find_clauses
from loanproof.values.clause.parse import parse_clause
from loanproof.values.clause.value import Clause
from loanproof.values.kind import Kind
from loanproof.values.reading import EQUAL, Comparison, Context, Found, Reading, different
from loanproof.values.text.tokens import Tokens


class ClauseKind(Kind[Clause]):
    """Clauses that an agreement either has or does not have, recognised by the words that such a clause needs."""

    name = "clause"
    noun = "clause"
    is_described = True

    def parse(self, text: str, context: Context) -> Reading[Clause]:
        """Read the name of a clause."""
        return parse_clause(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Clause], ...]:
        """Find the words of every clause in running text."""
        return find_clauses(tokens, context)

    def canonical(self, value: Clause) -> str:
        """Return the one text that equal values share."""
        return value.value

    def compare(self, expected: Clause, given: Clause) -> Comparison:
        """Compare two clauses: equal or different, never partial."""
        return EQUAL if expected is given else different()

    def forms(self, value: Clause) -> tuple[str, ...]:
        """Return the name in words."""
        return (value.words,)


CLAUSE_KIND = ClauseKind()
